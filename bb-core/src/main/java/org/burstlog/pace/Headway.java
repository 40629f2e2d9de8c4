package org.burstlog.pace;

/**
 * How far the drain under way has come, and how long it will take, from how long earlier ones took.
 * Rests do not count.
 *
 * <p>For one thread at a time, but for {@link #isUnderWay}.
 */
final class Headway {
  /** What the last drain counts in the mean of all. */
  private static final double WEIGHT = 0.25;

  /** A drain that takes longer than expected is expected to take this part of it yet. */
  private static final int PART_LEFT = 10;

  /** Means of the drains that went well; small ones count as little as they are. */
  private double meanBytes;

  private double meanNanos;

  private volatile boolean underWay;
  private long begun;
  private long bytes;
  private long moved;
  private long rested;

  boolean isUnderWay() {
    return underWay;
  }

  /** A drain of so many bytes begins. */
  void begin(long now, long size) {
    begun = now;
    bytes = size;
    moved = 0;
    rested = 0;
    underWay = true;
  }

  /** So many bytes were moved so far. */
  void moved(long all) {
    moved = Math.min(all, bytes);
  }

  /** It has rested for so long. */
  void rested(long nanos) {
    rested += nanos;
  }

  /** It has ended. */
  void end(long now, boolean well) {
    if (well && bytes > 0) {
      long worked = worked(now);
      double weight = meanBytes == 0 ? 1 : WEIGHT;
      meanBytes += weight * (bytes - meanBytes);
      meanNanos += weight * (worked - meanNanos);
    }
    underWay = false;
    bytes = 0;
    moved = 0;
  }

  private long worked(long now) {
    return Math.max(0, now - begun - rested);
  }

  /** Bytes of the drain under way. */
  long bytes() {
    return bytes;
  }

  /** Bytes of it that were moved. */
  long moved() {
    return moved;
  }

  /** Tells whether it is known how fast drains are. */
  boolean isKnown() {
    return meanBytes > 0 || moved > 0;
  }

  /**
   * Tells how long drains will work.
   *
   * @param now the time
   * @param pending bytes, those of the drain under way included
   * @return nanoseconds; 0 when nothing is known
   */
  double left(long now, long pending) {
    double queued = Math.max(0, pending - bytes);
    if (meanBytes == 0) {
      double each = moved == 0 ? 0 : worked(now) / (double) moved;
      return each * (queued + bytes - moved);
    }
    double each = meanNanos / meanBytes;
    double whole = each * bytes;
    // By the time, and not by what was moved: the sync behind the last round takes its part.
    double rest = underWay ? Math.max(whole - worked(now), whole / PART_LEFT) : whole;
    return rest + each * queued;
  }
}
