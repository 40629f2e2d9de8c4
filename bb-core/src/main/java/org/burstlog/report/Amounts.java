package org.burstlog.report;

import java.util.Locale;

/** How reports and commands show amounts to people. */
public final class Amounts {
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e6;
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final double PERCENT = 100;
  private static final int MEBI = 1 << 20;

  private Amounts() {}

  /**
   * Returns a size in the largest unit in which it is at least one.
   *
   * @param bytes the size
   * @return such as {@code 1.5 MiB}
   */
  public static String bytes(long bytes) {
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

  static String rate(double bytesPerSecond) {
    return bytes((long) bytesPerSecond) + "/s";
  }

  static String seconds(long nanos) {
    return nanos < NANOS / 10
        ? String.format(Locale.ROOT, "%.1f ms", nanos / MILLIS)
        : String.format(Locale.ROOT, "%.2f s", nanos / NANOS);
  }

  static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.1f %%", whole <= 0 ? 0.0 : PERCENT * part / whole);
  }

  /** Returns a size as settings take it. */
  static String mebibytes(long bytes) {
    return Math.max(1, (bytes + MEBI - 1) / MEBI) + "MiB";
  }
}
