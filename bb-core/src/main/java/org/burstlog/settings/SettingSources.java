package org.burstlog.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import org.burstlog.SettingsException;

/**
 * What was set, source by source, until it is known which of them counts: code beats properties,
 * which beat the environment, which beats PnetCDF's hints and what the job's scheduler tells.
 */
final class SettingSources {
  /** Variables that the launcher, the build and clusters for tests read; no settings. */
  private static final Set<String> NOT_SETTINGS =
      Set.of("BURSTLOG_MPI_JAR", "BURSTLOG_CLUSTER", "BURSTLOG_CLUSTER_MEMBER");

  /** Of the agent for programs that write by NetCDF-Java; no settings either. */
  private static final String OF_AGENT = "burstlog.agent.";

  /** In which Slurm tells the programs of a job when its time is over. */
  private static final String END_OF_JOB = "SLURM_JOB_END_TIME";

  private final Map<String, String> scheduler = new HashMap<>();
  private final Map<String, String> hints = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, String> properties = new HashMap<>();
  private final Map<String, String> code = new HashMap<>();

  void environment(Map<String, String> variables) throws SettingsException {
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      String name = variable.getKey();
      if (name.equals(PnetcdfHints.VARIABLE)) {
        hints(PnetcdfHints.parse(variable.getValue()));
      } else if (name.equals(END_OF_JOB) && variable.getValue().matches("\\d{1,12}")) {
        // What it says is nobody's setting, so what makes no sense is no error.
        scheduler.put(Settings.DRAIN_DEADLINE.key(), variable.getValue());
      } else if (name.startsWith("BURSTLOG") && !NOT_SETTINGS.contains(name)) {
        environment.put(key(name, Setting::variable), variable.getValue());
      }
    }
  }

  void hints(Map<String, String> values) throws SettingsException {
    PnetcdfHints.translate(values, hints);
  }

  void properties(Properties all) throws SettingsException {
    for (Map.Entry<String, String> property : ofSettings(all).entrySet()) {
      properties.put(key(property.getKey(), Setting::property), property.getValue());
    }
  }

  /** Returns the properties that set something. */
  static Map<String, String> ofSettings(Properties all) {
    Map<String, String> set = new HashMap<>();
    // Not by their names, which would be collected in a table of their own at each file.
    all.forEach(
        (name, value) -> {
          if (name instanceof String property
              && value instanceof String text
              && (property.equals("burstlog") || property.startsWith("burstlog."))
              && !property.startsWith(OF_AGENT)) {
            set.put(property, text);
          }
        });
    return set;
  }

  void code(String key, String value) {
    code.put(key, value);
  }

  void code(Map<String, String> values) {
    code.putAll(values);
  }

  /** Returns the key of the setting that has a name. */
  private static String key(String name, Function<Setting<?>, String> nameOf)
      throws SettingsException {
    for (Setting<?> setting : Settings.all()) {
      if (nameOf.apply(setting).equals(name)) {
        return setting.key();
      }
    }
    throw new SettingsException(
        "there is no setting "
            + name
            + "; the nearest is "
            + Nearest.to(name, Settings.all().stream().map(nameOf).toList())
            + ", 'bb settings' lists all");
  }

  /** Returns what counts, by key, once every value was checked. */
  Map<String, String> checked() throws SettingsException {
    Map<String, String> values = new HashMap<>(scheduler);
    values.putAll(hints);
    values.putAll(environment);
    values.putAll(properties);
    values.putAll(code);
    for (Setting<?> setting : Settings.all()) {
      String text = values.get(setting.key());
      if (text != null) {
        check(setting, text);
      }
    }
    return values;
  }

  private void check(Setting<?> setting, String text) throws SettingsException {
    try {
      setting.read(text);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(
          nameUsed(setting)
              + " is '"
              + text
              + "', which is not "
              + setting.values()
              + (setting.defaultText().isEmpty()
                  ? ""
                  : "; without it, " + setting.defaultText() + " holds"));
    }
  }

  /** By which name its value came, where that was one from outside. */
  private String nameUsed(Setting<?> setting) {
    String key = setting.key();
    boolean variable =
        environment.containsKey(key) && !properties.containsKey(key) && !code.containsKey(key);
    return variable ? setting.variable() : setting.property();
  }
}
