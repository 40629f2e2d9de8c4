package org.burstlog.drain;

import java.util.Arrays;

/**
 * What every process knows before a window: of each process the first byte it has left, up to where
 * it could go, and what it would send to each owner in the window that is expected next.
 */
final class Proposals {
  private final long[] values;
  private final int owners;
  private final int each;

  /** Values of rank 0, those of rank 1, and so on: first byte, reach, a size for each owner. */
  Proposals(long[] values, int owners) {
    this.values = values;
    this.owners = owners;
    this.each = 2 + owners;
  }

  private int ranks() {
    return values.length / each;
  }

  /** The first byte that anybody has left, the largest long when nobody has. */
  long first() {
    return least(0);
  }

  /** Up to here all could go. */
  long reach() {
    return least(1);
  }

  private long least(int field) {
    long least = Long.MAX_VALUE;
    for (int at = field; at < values.length; at += each) {
      least = Math.min(least, values[at]);
    }
    return least;
  }

  /** Whether the expected window has anything in it and all of it fits. */
  boolean allow(long end, long capacity) {
    if (first() >= end || reach() < end) {
      return false;
    }
    for (int owner = 0; owner < owners; owner++) {
      long total = 0;
      for (int rank = 0; rank < ranks(); rank++) {
        total += values[rank * each + 2 + owner];
      }
      if (total > capacity) {
        return false;
      }
    }
    return true;
  }

  /** What each process sends to an owner. */
  int[] sizes(int owner) {
    int[] sizes = new int[ranks()];
    Arrays.setAll(sizes, rank -> Math.toIntExact(values[rank * each + 2 + owner]));
    return sizes;
  }
}
