package org.burstlog.bench.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.settings.Nearest;
import org.burstlog.settings.Setting;
import org.jspecify.annotations.Nullable;

/** Values of a kernel's parameters: its defaults, a preset over them, single values over that. */
public final class Parameters {
  private final Kernel kernel;
  private final Map<String, String> values;

  private Parameters(Kernel kernel, Map<String, String> values) {
    this.kernel = kernel;
    this.values = values;
  }

  /**
   * Reads values and checks each.
   *
   * @param kernel whose parameters they are
   * @param preset the name of a preset, or null
   * @param given values by key
   * @return the values
   * @throws BurstlogException when there is no such preset or parameter, or one does not take its
   *     value
   */
  public static Parameters of(Kernel kernel, @Nullable String preset, Map<String, String> given)
      throws BurstlogException {
    Map<String, String> values = new LinkedHashMap<>();
    kernel.parameters().forEach(p -> values.put(p.key(), p.defaultText()));
    if (preset != null) {
      Map<String, String> found = kernel.presets().get(preset);
      if (found == null) {
        throw unknown(kernel, "preset", preset, List.copyOf(kernel.presets().keySet()));
      }
      values.putAll(found);
    }
    for (Map.Entry<String, String> one : given.entrySet()) {
      if (!values.containsKey(one.getKey())) {
        throw unknown(kernel, "parameter", one.getKey(), new ArrayList<>(values.keySet()));
      }
      values.put(one.getKey(), one.getValue());
    }
    for (Setting<?> parameter : kernel.parameters()) {
      String text = values.getOrDefault(parameter.key(), "");
      try {
        parameter.read(text);
      } catch (IllegalArgumentException e) {
        throw new BurstlogException(
            "parameter '"
                + parameter.key()
                + "' of "
                + kernel.name()
                + " is "
                + parameter.values()
                + ", and not '"
                + text
                + "'; give another by --set",
            e);
      }
    }
    return new Parameters(kernel, values);
  }

  private static BurstlogException unknown(
      Kernel kernel, String what, String name, List<String> known) {
    return new BurstlogException(Nearest.unknown(kernel.name() + " has no " + what, name, known));
  }

  /**
   * Returns a value.
   *
   * @param <T> what it is
   * @param parameter which
   * @return the value
   */
  public <T> T get(Setting<T> parameter) {
    String text = values.get(parameter.key());
    if (text == null) {
      throw new IllegalArgumentException(kernel.name() + " has no parameter " + parameter.key());
    }
    return parameter.read(text);
  }

  /**
   * Returns a size that must be at least one element of 8 bytes, and a multiple of that.
   *
   * @param parameter which
   * @return bytes
   * @throws BurstlogException when it is not
   */
  public long elements(Setting<Long> parameter) throws BurstlogException {
    long bytes = get(parameter);
    if (bytes < Double.BYTES || bytes % Double.BYTES != 0) {
      throw wrong(parameter, "must be a multiple of 8 bytes, the size of an element");
    }
    return bytes / Double.BYTES;
  }

  /**
   * Says that a value does not fit.
   *
   * @param parameter which
   * @param why what it must be, as the end of a sentence
   * @return what to throw
   */
  public BurstlogException wrong(Setting<?> parameter, String why) {
    return new BurstlogException(
        "parameter '"
            + parameter.key()
            + "' of "
            + kernel.name()
            + " is '"
            + values.get(parameter.key())
            + "', but "
            + why
            + "; give another by --set");
  }

  /**
   * Returns all values.
   *
   * @return the texts by key
   */
  public Map<String, String> texts() {
    return java.util.Collections.unmodifiableMap(values);
  }
}
