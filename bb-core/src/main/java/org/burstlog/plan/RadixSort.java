package org.burstlog.plan;

/**
 * A stable sort of non-negative longs, each with an int that goes with it: as many passes of
 * counting as the keys have differing bits to look at.
 *
 * <p>Bits that all keys share, at the top or at the bottom, are not looked at. Offsets of one file
 * differ in some thirty bits, the lowest of which are often zero; that makes two or three passes.
 */
final class RadixSort {
  private static final int MAX_BITS = 11;

  private long[] keys;
  private int[] values;
  private long[] spareKeys = {};
  private int[] spareValues = {};

  /**
   * Sorts; what was given in may be overwritten, see {@link #keys} and {@link #values} for the
   * result.
   */
  RadixSort(long[] keys, int[] values, int size) {
    this.keys = keys;
    this.values = values;
    long differing = 0;
    for (int i = 1; i < size; i++) {
      differing |= keys[i] ^ keys[0];
    }
    if (differing != 0) {
      spareKeys = new long[keys.length];
      spareValues = new int[values.length];
      int low = Long.numberOfTrailingZeros(differing);
      int high = Long.SIZE - Long.numberOfLeadingZeros(differing);
      // Few keys do not pay for emptying many counters.
      int most = size < 1 << MAX_BITS ? 8 : MAX_BITS;
      int passes = (high - low + most - 1) / most;
      int bits = (high - low + passes - 1) / passes;
      for (int pass = 0; pass < passes; pass++) {
        sortByDigit(size, low + pass * bits, bits);
      }
    }
  }

  private void sortByDigit(int size, int shift, int bits) {
    int mask = (1 << bits) - 1;
    int[] next = new int[mask + 1];
    long[] from = keys;
    for (int i = 0; i < size; i++) {
      next[(int) (from[i] >>> shift) & mask]++;
    }
    int place = 0;
    for (int digit = 0; digit <= mask; digit++) {
      int count = next[digit];
      if (count == size) {
        return;
      }
      next[digit] = place;
      place += count;
    }
    int[] fromValues = values;
    long[] to = spareKeys;
    int[] toValues = spareValues;
    for (int i = 0; i < size; i++) {
      long key = from[i];
      int at = next[(int) (key >>> shift) & mask]++;
      to[at] = key;
      toValues[at] = fromValues[i];
    }
    keys = to;
    values = toValues;
    spareKeys = from;
    spareValues = fromValues;
  }

  long[] keys() {
    return keys;
  }

  int[] values() {
    return values;
  }

  /** An array as long as the keys were, of no further use to the sort; empty if it needed none. */
  long[] spare() {
    return spareKeys;
  }
}
