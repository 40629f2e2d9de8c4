package org.burstlog.pace;

/**
 * Forecasts the next of many times that repeat: as long as the last one, or as the mean of all
 * where that is shorter. For one thread at a time.
 */
final class Forecast {
  /** What the last counts in the mean of all. */
  private static final double WEIGHT = 0.25;

  private long last = -1;
  private double mean;

  void seen(long nanos) {
    mean = last < 0 ? nanos : mean + WEIGHT * (nanos - mean);
    last = nanos;
  }

  /** Returns the next; negative while nothing was seen. */
  long next() {
    return last < 0 ? -1 : Math.min(last, (long) mean);
  }
}
