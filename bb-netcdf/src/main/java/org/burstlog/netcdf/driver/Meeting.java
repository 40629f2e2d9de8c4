package org.burstlog.netcdf.driver;

/**
 * What the first reduction of a collective call consists of: the highest and the lowest, negative,
 * of what any process is about to do; then values of the call. There are always as many, because a
 * process that does something else is to take part in it.
 */
final class Meeting {
  /** The most values of a call. */
  static final int ROOM = 4;

  private static final int VALUES = 2;

  private Meeting() {}

  /** What a process brings. */
  static long[] of(Call call, long... values) {
    long[] all = new long[VALUES + ROOM];
    all[0] = call.code;
    all[1] = -call.code;
    System.arraycopy(values, 0, all, VALUES, values.length);
    return all;
  }

  /** Tells whether all do the same. */
  static boolean isAlike(long[] all) {
    return all[0] == -all[1];
  }

  /** Tells whether all are about to leave the file, be it in different ways. */
  static boolean isLeaving(long[] all) {
    return -all[1] >= Call.CLOSE.code;
  }

  static long value(long[] all, int place) {
    return all[VALUES + place];
  }

  /** Takes the values out again. */
  static void into(long[] values, long[] all) {
    System.arraycopy(all, VALUES, values, 0, values.length);
  }
}
