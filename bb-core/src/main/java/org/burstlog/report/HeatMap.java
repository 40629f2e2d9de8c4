package org.burstlog.report;

import java.util.Arrays;

/**
 * When the program put how much, and when drains wrote how much, in constant memory: {@value #BINS}
 * bins of one width. When time runs out of the last bin, neighbours are merged and the width
 * doubles.
 */
public final class HeatMap {
  /** How many bins there are. */
  public static final int BINS = 64;

  /** The width of a bin at first, in nanoseconds. */
  public static final long FIRST_WIDTH = 100_000_000;

  private final long[] put = new long[BINS];
  private final long[] drained = new long[BINS];
  private int doubled;

  /** A map of nothing. */
  public HeatMap() {}

  /**
   * Adds what was done until a moment and since the moment before.
   *
   * @param elapsed nanoseconds since the beginning
   * @param bytesPut bytes that the program put
   * @param bytesDrained bytes that drains wrote
   */
  public void add(long elapsed, long bytesPut, long bytesDrained) {
    while (elapsed / width() >= BINS) {
      coarsen();
    }
    int bin = (int) (Math.max(0, elapsed) / width());
    put[bin] += bytesPut;
    drained[bin] += bytesDrained;
  }

  /** Merges neighbours, so that the same bins reach twice as far. */
  private void coarsen() {
    merge(put);
    merge(drained);
    doubled++;
  }

  private static void merge(long[] bins) {
    for (int i = 0; i < BINS / 2; i++) {
      bins[i] = bins[2 * i] + bins[2 * i + 1];
    }
    Arrays.fill(bins, BINS / 2, BINS, 0);
  }

  /**
   * Makes the bins as wide as those of another map, where they are narrower.
   *
   * @param times how often the width of that map has doubled
   */
  void widen(int times) {
    while (doubled < times) {
      coarsen();
    }
  }

  /** Returns how often the width has doubled. */
  int doubled() {
    return doubled;
  }

  /**
   * Returns the width of a bin.
   *
   * @return nanoseconds
   */
  public long width() {
    return FIRST_WIDTH << doubled;
  }

  /**
   * Returns what the program put in a bin.
   *
   * @param bin number of the bin
   * @return bytes
   */
  public long put(int bin) {
    return put[bin];
  }

  /**
   * Returns what drains wrote in a bin.
   *
   * @param bin number of the bin
   * @return bytes
   */
  public long drained(int bin) {
    return drained[bin];
  }

  /** Returns all bins, first those of puts. */
  long[] numbers() {
    long[] all = Arrays.copyOf(put, 2 * BINS);
    System.arraycopy(drained, 0, all, BINS, BINS);
    return all;
  }

  /** Makes a map of the bins of one or more, all of the same width. */
  static HeatMap of(long[] numbers, int doubled) {
    HeatMap map = new HeatMap();
    System.arraycopy(numbers, 0, map.put, 0, BINS);
    System.arraycopy(numbers, BINS, map.drained, 0, BINS);
    map.doubled = doubled;
    return map;
  }
}
