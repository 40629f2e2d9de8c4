package org.burstlog.cli;

import java.time.Duration;
import java.util.Locale;

/** How sizes, times and numbers of things are told to people. */
final class Words {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB"};

  private Words() {}

  static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " bytes";
    }
    double value = bytes;
    int unit = -1;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }

  static String age(long created, long now) {
    if (created == 0) {
      return "?";
    }
    Duration age = Duration.ofMillis(Math.max(0, now - created));
    if (age.toDays() > 0) {
      return age.toDays() + " d";
    }
    if (age.toHours() > 0) {
      return age.toHours() + " h";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + " min" : age.toSeconds() + " s";
  }

  static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
