package org.burstlog.stage;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A time in which to move as much as fits. How fast moving is, is what was seen of it so far; until
 * something was moved, anything may fit.
 *
 * <p>For one thread.
 */
final class Budget {
  private final LongSupplier clock;
  private final long begun;
  private final long nanos;
  private double moved;
  private double working;

  /**
   * Begins now.
   *
   * @param time how long
   * @param clock nanoseconds since some moment
   */
  Budget(Duration time, LongSupplier clock) {
    this.clock = clock;
    this.begun = clock.getAsLong();
    this.nanos = time.toNanos();
  }

  /** Tells whether so many bytes will probably be moved before the time is over. */
  boolean fits(long bytes) {
    long left = nanos - (clock.getAsLong() - begun);
    return left > 0 && (moved == 0 || bytes * working / moved <= left);
  }

  /** Tells whether the time is not over. */
  boolean isLeft() {
    return clock.getAsLong() - begun < nanos;
  }

  /** Takes note that so many bytes were moved in so many nanoseconds. */
  void moved(long bytes, long took) {
    moved += bytes;
    working += took;
  }

  long now() {
    return clock.getAsLong();
  }
}
