package org.burstlog.pace;

/**
 * Limits how much is done in a time. What was done beyond that is made up for by rests; of time in
 * which less was done, a little is kept for later.
 *
 * <p>Counts in nanoseconds that something may take, so it limits bytes and time worked alike. For
 * one thread at a time.
 */
final class TokenBucket {
  /** So much of unused time is kept: rests are rounded, and what they lose comes back by this. */
  static final long KEPT = 100_000_000;

  private static final long LONGEST = Long.MAX_VALUE / 4;

  private boolean used;

  /** Until when what was done is paid for. */
  private long paidUntil;

  /**
   * Says that something was done.
   *
   * @param begun when it began
   * @param nanos how long it may take
   */
  void spend(long begun, double nanos) {
    long least = begun - KEPT;
    if (!used || least - paidUntil > 0) {
      paidUntil = least;
      used = true;
    }
    long debt = Math.max(0, paidUntil - begun);
    paidUntil += Math.min((long) nanos, LONGEST - debt);
  }

  /** Tells for how long to rest from now on. */
  long rest(long now) {
    return used ? Math.max(0, paidUntil - now) : 0;
  }
}
