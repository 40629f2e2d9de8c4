package org.burstlog.netcdf.driver;

/**
 * What the first reduction of a collective call consists of: the highest and the lowest, negative,
 * of what any process is about to do, and how often; then values of the call. There are always as
 * many, because a process that does something else is to take part in it.
 */
final class Meeting {
  /** The most values of a call. */
  static final int ROOM = 4;

  private static final int VALUES = 2;
  private static final int OFTEN = 32;

  private Meeting() {}

  /** What a process brings to a call that all make at the same time. */
  static long[] of(Call call, long... values) {
    return of(call, 0, values);
  }

  /** What a process brings that has made a call so often since the last time. */
  static long[] of(Call call, int times, long... values) {
    long what = ((long) call.code << OFTEN) + times;
    long[] all = new long[VALUES + ROOM];
    all[0] = what;
    all[1] = -what;
    System.arraycopy(values, 0, all, VALUES, values.length);
    return all;
  }

  /** Tells whether all do the same, and as often. */
  static boolean isAlike(long[] all) {
    return all[0] == -all[1];
  }

  /** Tells whether all are about to leave the file, be it in different ways. */
  static boolean isLeaving(long[] all) {
    return -all[1] >> OFTEN >= Call.CLOSE.code;
  }

  static long value(long[] all, int place) {
    return all[VALUES + place];
  }

  /** Takes the values out again. */
  static void into(long[] values, long[] all) {
    System.arraycopy(all, VALUES, values, 0, values.length);
  }
}
