package org.burstlog.pace;

import org.burstlog.stats.RestCause;
import org.jspecify.annotations.Nullable;

/** Decides for how long a drain rests before its next step, and why. For one thread at a time. */
final class Rests {
  /** Drains may take so many times longer than is expected of them. */
  private static final int SAFETY = 2;

  /** What else must be done before a job ends: syncs, closes, the end of the program. */
  private static final long MARGIN = 60_000_000_000L;

  private static final double SECOND = 1e9;
  private static final double PERCENT = 100;

  private final PaceOptions options;
  private final Fill fill;
  private final Bursts bursts;
  private final Headway headway;
  private final Backpressure backpressure;
  private final TokenBucket rate = new TokenBucket();
  private final TokenBucket share = new TokenBucket();

  /** When the job ends; means nothing where that is not known. */
  private final long end;

  /** Whether what is done now is not held against later rests. */
  private boolean hurries;

  private boolean holds;
  private long heldSince;
  private @Nullable RestCause cause;

  Rests(
      PaceOptions options,
      Fill fill,
      Bursts bursts,
      Headway headway,
      Backpressure backpressure,
      long now) {
    this.options = options;
    this.fill = fill;
    this.bursts = bursts;
    this.headway = headway;
    this.backpressure = backpressure;
    end = now + options.remaining().map(left -> left.toNanos()).orElse(0L);
  }

  /** A drain begins. */
  void begin() {
    holds = false;
  }

  /**
   * Tells for how long to rest, if nothing happens meanwhile.
   *
   * @param now the time
   * @param handedOver bytes that are on their way
   * @param awaited whether somebody waits for them
   * @param holdsOff whether to rest for bursts, too
   * @return nanoseconds
   */
  long next(long now, long handedOver, boolean awaited, boolean holdsOff) {
    long used = fill.used();
    // Also in a hurry: it is by looking that gaps are found.
    boolean burst = bursts.isOn(now, used) && holdsOff;
    cause = null;
    hurries = awaited || lacksRoom(used) || endsSoon(now, handedOver + used);
    long most = 0;
    for (RestCause each : RestCause.values()) {
      long nanos = hurries ? 0 : rest(each, now, burst, handedOver);
      if (nanos > most) {
        most = nanos;
        cause = each;
      }
    }
    return most;
  }

  /** Why the drain rests; null where it does not. */
  @Nullable RestCause cause() {
    return cause;
  }

  private boolean lacksRoom(long used) {
    return backpressure.isReached() || bursts.expected(used) > fill.limit() - used;
  }

  /** Tells whether drains of so many bytes must not rest any more, or the job ends before them. */
  boolean endsSoon(long now, long pending) {
    double need = MARGIN + SAFETY * headway.left(now, pending);
    return options.remaining().isPresent() && need >= end - now;
  }

  private long rest(RestCause why, long now, boolean burst, long handedOver) {
    return switch (why) {
      case BURST -> holdOff(now, burst, handedOver);
      case RATE -> rate.rest(now);
      case SHARE -> share.rest(now);
    };
  }

  /** While a burst is on, a drain begins so early that it ends with the gap to come. */
  private long holdOff(long now, boolean burst, long handedOver) {
    if (!burst) {
      holds = false;
      return 0;
    }
    long gap = bursts.forecast();
    if (gap < 0 || !headway.isKnown() || headway.bytes() == 0) {
      return 0;
    }
    if (!holds) {
      holds = true;
      heldSince = now;
    }
    double latest = heldSince - now + gap - SAFETY * limited(headway.left(now, handedOver));
    return (long) Math.max(0, latest);
  }

  /** How long it takes what takes so long by itself, with the rests between. */
  private double limited(double nanos) {
    double worked = nanos * PERCENT / options.share();
    double moved =
        options.rate() == 0 ? 0 : (headway.bytes() - headway.moved()) * SECOND / options.rate();
    return Math.max(worked, moved);
  }

  /**
   * A step was taken.
   *
   * @param begun when it began
   * @param now when it ended
   * @param bytes bytes that it moved
   */
  void worked(long begun, long now, long bytes) {
    if (!hurries && options.rate() > 0) {
      rate.spend(begun, bytes * SECOND / options.rate());
    }
    if (!hurries && options.share() < PERCENT) {
      share.spend(begun, (now - begun) * PERCENT / options.share());
    }
  }
}
