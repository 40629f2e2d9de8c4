package org.burstlog.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.burstlog.SettingsException;

/** What PnetCDF's hints of its burst buffer mean here, so that job scripts go on working. */
final class PnetcdfHints {
  /** Holds hints as {@code name=value;name=value}. */
  static final String VARIABLE = "PNETCDF_HINTS";

  private static final String PREFIX = "nc_burst_buf";
  private static final String SWITCH = PREFIX;
  private static final String DIRNAME = PREFIX + "_dirname";
  private static final String OVERWRITE = PREFIX + "_overwrite";
  private static final String SHARED = PREFIX + "_shared_logs";
  private static final String DELETE = PREFIX + "_del_on_close";
  private static final String BUFFER = PREFIX + "_flush_buffer_size";

  private static final List<String> KNOWN =
      List.of(SWITCH, DIRNAME, OVERWRITE, SHARED, DELETE, BUFFER);

  private PnetcdfHints() {}

  /** Takes a text apart; what is no hint of a burst buffer is others' to complain about. */
  static Map<String, String> parse(String text) throws SettingsException {
    Map<String, String> hints = new HashMap<>();
    for (String part : text.split(";", -1)) {
      String hint = part.strip();
      int equals = hint.indexOf('=');
      if (equals > 0) {
        hints.put(hint.substring(0, equals).strip(), hint.substring(equals + 1).strip());
      } else if (hint.toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
        throw new SettingsException(
            "the hint "
                + hint
                + " in "
                + VARIABLE
                + " has no value; write "
                + Nearest.to(hint, KNOWN)
                + "=value, and ; between hints");
      }
    }
    return hints;
  }

  /** Adds, by key, the settings that hints stand for. */
  static void translate(Map<String, String> hints, Map<String, String> into)
      throws SettingsException {
    for (Map.Entry<String, String> hint : hints.entrySet()) {
      String name = hint.getKey().toLowerCase(Locale.ROOT);
      String value = hint.getValue().strip();
      if (!name.startsWith(PREFIX)) {
        continue;
      }
      switch (name) {
        case SWITCH -> into.put(Settings.SWITCH.key(), enabled(name, value) ? "on" : "off");
        case DIRNAME -> into.put(Settings.TIER.key(), value);
        // Sessions never meet, so there is nothing to overwrite; a wrong value is still one.
        case OVERWRITE -> enabled(name, value);
        case SHARED -> into.put(Settings.LAYOUT.key(), enabled(name, value) ? "node" : "process");
        case DELETE -> into.put(Settings.KEEP.key(), enabled(name, value) ? "off" : "on");
        case BUFFER -> {
          if (bytes(name, value) > 0) {
            into.put(Settings.DRAIN_BUFFER.key(), value);
          }
        }
        default ->
            throw new SettingsException(
                "there is no hint "
                    + hint.getKey()
                    + " in "
                    + VARIABLE
                    + "; the nearest is "
                    + Nearest.to(name, KNOWN));
      }
    }
  }

  private static boolean enabled(String name, String value) throws SettingsException {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "enable" -> true;
      case "disable" -> false;
      default -> throw wrong(name, value, "enable or disable");
    };
  }

  private static long bytes(String name, String value) throws SettingsException {
    try {
      long bytes = Long.parseLong(value);
      if (bytes >= 0) {
        return bytes;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw wrong(name, value, "a number of bytes, 0 for no limit");
  }

  private static SettingsException wrong(String name, String value, String wanted) {
    return new SettingsException(
        name + " in " + VARIABLE + " is '" + value + "', which is not " + wanted);
  }
}
