package org.burstlog.pace;

import java.util.function.LongSupplier;

/**
 * Sees when the program puts and when it computes, from the puts alone, and forecasts the next gap
 * between bursts of puts.
 *
 * <p>A gap begins when what was put is handed over, or when whoever looks at the log finds that
 * nothing came for a while. The first put behind that ends it. So a put looks at the clock only
 * when it may end a gap, and otherwise reads one field.
 */
final class Bursts {
  /**
   * A pause within a burst is no longer than this, and than a part of the gaps so far. It is always
   * as long as the shortest one.
   */
  private static final long LONGEST_PAUSE = 20_000_000;

  private static final int PART_OF_GAP = 8;
  private static final long SHORTEST_PAUSE = 1_000_000;

  private final LongSupplier clock;
  private final Forecast gaps = new Forecast();

  /**
   * From one time that something is handed over to the next. A program that hands over in the
   * middle of its bursts waits for the drain there, whatever gap comes behind.
   */
  private final Forecast intervals = new Forecast();

  private boolean handed;
  private long handedAt;

  /** Whether the next put may end a gap. */
  private volatile boolean idle;

  private long idleSince;

  /** What the log held when somebody last looked, and when that last changed. */
  private long seen;

  private long changed;

  /** What the log held when the last burst began, and how many bytes the one before had. */
  private long base;

  private long lastBytes;

  Bursts(LongSupplier clock) {
    this.clock = clock;
  }

  /** Says that something is put. */
  void put() {
    if (idle) {
      endGap();
    }
  }

  private synchronized void endGap() {
    if (idle) {
      idle = false;
      changed = clock.getAsLong();
      if (changed - idleSince >= pause()) {
        gaps.seen(changed - idleSince);
      }
    }
  }

  /** Nothing put for so long, and a burst is over. */
  private long pause() {
    long gap = gaps.next();
    return gap < 0
        ? LONGEST_PAUSE
        : Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, gap / PART_OF_GAP));
  }

  /**
   * Says that what was put so far was handed over.
   *
   * @param bytes how much the log held
   */
  synchronized void handedOver(long bytes) {
    long now = clock.getAsLong();
    if (handed) {
      intervals.seen(now - handedAt);
    }
    handed = true;
    handedAt = now;
    if (!idle) {
      lastBytes = Math.max(0, bytes - base);
    }
    base = 0;
    seen = 0;
    changed = now;
    beginGap();
  }

  private void beginGap() {
    idleSince = changed;
    idle = true;
  }

  /**
   * Looks whether the program puts.
   *
   * @param now the time
   * @param used what the log holds
   * @return false when nothing was put for a while
   */
  synchronized boolean isOn(long now, long used) {
    if (used != seen) {
      seen = used;
      changed = now;
    }
    if (now - changed < pause()) {
      return true;
    }
    if (!idle) {
      lastBytes = Math.max(0, used - base);
      base = used;
      beginGap();
    }
    return false;
  }

  /**
   * Forecasts for how long nobody will wait for a drain that begins now.
   *
   * @return the length of the next gap, or less where something will be handed over before;
   *     negative while neither was seen
   */
  synchronized long forecast() {
    return Math.min(gaps.next(), intervals.next());
  }

  /**
   * Tells how much is expected to be put until the next gap, if this burst is like the one before.
   *
   * @param used what the log holds
   */
  synchronized long expected(long used) {
    return idle ? lastBytes : Math.max(0, lastBytes - Math.max(0, used - base));
  }
}
