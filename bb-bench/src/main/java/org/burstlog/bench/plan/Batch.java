package org.burstlog.bench.plan;

import java.util.Arrays;
import org.burstlog.array.ExtentList;

/** What the rivals cut their work into: extents, and where their bytes are in the log. */
final class Batch {
  private final ExtentList extents = new ExtentList();
  private long[] positions = new long[16];
  private int[] lengths = new int[16];
  private int pieces;

  void clear() {
    extents.clear();
    pieces = 0;
  }

  ExtentList extents() {
    return extents;
  }

  int pieces() {
    return pieces;
  }

  long position(int piece) {
    return positions[piece];
  }

  int length(int piece) {
    return lengths[piece];
  }

  void add(long offset, int length, long position) {
    extents.add(offset, length);
    if (pieces > 0 && positions[pieces - 1] + lengths[pieces - 1] == position) {
      lengths[pieces - 1] += length;
      return;
    }
    if (pieces == lengths.length) {
      positions = Arrays.copyOf(positions, pieces * 2);
      lengths = Arrays.copyOf(lengths, pieces * 2);
    }
    positions[pieces] = position;
    lengths[pieces++] = length;
  }
}
