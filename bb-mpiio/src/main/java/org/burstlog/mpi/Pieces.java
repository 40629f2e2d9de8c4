package org.burstlog.mpi;

import java.util.Arrays;
import org.burstlog.array.ExtentList;

/**
 * What one process writes in one call: a part of a round's extents, none longer than MPI can count.
 *
 * <p>Reused from call to call. Offsets are kept relative to the first piece, so that the same shape
 * further on in the file is recognised as the same shape.
 */
final class Pieces {
  private long start;
  private long[] offsets = new long[16];
  private int[] lengths = new int[16];
  private int count;
  private int bytes;

  private ExtentList extents = new ExtentList();
  private int extent;
  private long taken;

  /**
   * Starts at the first of some extents.
   *
   * @param all what is taken from until the next start
   */
  void begin(ExtentList all) {
    extents = all;
    extent = 0;
    taken = 0;
    clear();
  }

  /** Where the first byte that was not taken yet lies, {@link Long#MAX_VALUE} when all were. */
  long next() {
    return extent < extents.size() ? extents.offset(extent) + taken : Long.MAX_VALUE;
  }

  /**
   * Becomes the next part of the extents.
   *
   * @param limit bytes to take at most
   * @param end where the file has to be left to a later part
   */
  void take(int limit, long end) {
    clear();
    while (bytes < limit && next() < end) {
      long offset = next();
      long left = Math.min(extents.length(extent) - taken, end - offset);
      int length = (int) Math.min(left, limit - bytes);
      append(offset, length);
      taken += length;
      if (taken == extents.length(extent)) {
        extent++;
        taken = 0;
      }
    }
  }

  private void append(long offset, int length) {
    if (count == 0) {
      start = offset;
    }
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, count * 2);
      lengths = Arrays.copyOf(lengths, count * 2);
    }
    offsets[count] = offset - start;
    lengths[count] = length;
    count++;
    bytes += length;
  }

  void clear() {
    count = 0;
    bytes = 0;
  }

  /** Becomes what another is. */
  void copy(Pieces other) {
    start = other.start;
    offsets = Arrays.copyOf(other.offsets, Math.max(other.count, 1));
    lengths = Arrays.copyOf(other.lengths, Math.max(other.count, 1));
    count = other.count;
    bytes = other.bytes;
  }

  boolean sameShape(Pieces other) {
    return count == other.count
        && Arrays.equals(lengths, 0, count, other.lengths, 0, count)
        && Arrays.equals(offsets, 0, count, other.offsets, 0, count);
  }

  int count() {
    return count;
  }

  /** Bytes of all pieces. */
  int bytes() {
    return bytes;
  }

  /** Where the first piece begins in the file. */
  long start() {
    return start;
  }

  /** Where pieces begin, counted from the first; longer than there are pieces. */
  long[] offsets() {
    return offsets;
  }

  /** How long pieces are; the array is longer than there are pieces. */
  int[] lengths() {
    return lengths;
  }
}
