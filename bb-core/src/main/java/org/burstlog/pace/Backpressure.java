package org.burstlog.pace;

/**
 * By how much a put is delayed while a drain is under way and the log fills: nothing up to a share
 * of the log, then more and more, and in the end so much that the log is full when the drain has
 * ended.
 *
 * <p>The delay follows from what is left of the log and of the drain at that moment, and from
 * nothing before, so it ends by itself as the drain gets on.
 */
final class Backpressure {
  /** Less than this is saved up: a wait, however short, takes about as long. */
  private static final long LEAST = 1_000_000;

  private static final double PERCENT = 100;

  private final double at;
  private final Fill fill;
  private long saved;

  /**
   * Delays puts.
   *
   * @param percent of the log from which on
   * @param fill the log
   */
  Backpressure(int percent, Fill fill) {
    this.at = percent / PERCENT;
    this.fill = fill;
  }

  /** Tells whether the log has come to where puts are delayed. */
  boolean isReached() {
    long limit = fill.limit();
    return at < 1 && limit != Long.MAX_VALUE && fill.used() >= at * limit;
  }

  /**
   * Returns how long to wait before a put; what is short is saved up for a later one.
   *
   * @param bytes bytes of the put
   * @param left nanoseconds that the drain will take yet
   */
  synchronized long owed(long bytes, long left) {
    saved += delay(bytes, left);
    if (saved < LEAST) {
      return 0;
    }
    long owed = Math.min(saved, left);
    saved = 0;
    return owed;
  }

  /** Returns by how much a put is delayed. */
  long delay(long bytes, long left) {
    long limit = fill.limit();
    long used = fill.used();
    if (limit == Long.MAX_VALUE || left == 0 || at == 1 || used < at * limit) {
      return 0;
    }
    // At the end of the drain the log is to be full, and not before.
    double room = Math.max(1, limit - used);
    double shareOfWait = Math.min(1, bytes / room);
    double pressure = Math.min(1, (used - at * limit) / ((1 - at) * limit));
    return (long) (left * shareOfWait * pressure);
  }
}
