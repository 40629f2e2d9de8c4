package org.burstlog.bench.plan;

import java.util.Arrays;
import org.burstlog.array.ExtentList;

/** What the rivals cut their work into: extents, and where their bytes are in the log. */
public final class Batch {
  private final ExtentList extents = new ExtentList();
  private long[] positions = new long[16];
  private int[] lengths = new int[16];
  private int pieces;

  Batch() {}

  void clear() {
    extents.clear();
    pieces = 0;
  }

  /**
   * Returns where in the target it goes.
   *
   * @return extents, ascending
   */
  public ExtentList extents() {
    return extents;
  }

  /**
   * Returns of how many pieces of the log it is made.
   *
   * @return their number
   */
  public int pieces() {
    return pieces;
  }

  /**
   * Returns where a piece is.
   *
   * @param piece which
   * @return its position in the log
   */
  public long position(int piece) {
    return positions[piece];
  }

  /**
   * Returns how long a piece is.
   *
   * @param piece which
   * @return bytes
   */
  public int length(int piece) {
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
