package org.burstlog.array;

import java.util.Arrays;

/**
 * Start, count and stride inside an array.
 *
 * <p>A region holds what it was given in arrays of its own and may be set anew once the call it was
 * passed to has returned, so that a loop of puts needs one region and allocates nothing. It is not
 * safe to change a region while another thread uses it.
 */
public final class Region {
  final long[] start;
  final long[] count;
  final long[] stride;

  /**
   * A region of the given number of dimensions, all counts zero.
   *
   * @param rank the number of dimensions
   */
  public Region(int rank) {
    start = new long[rank];
    count = new long[rank];
    stride = new long[rank];
    Arrays.fill(stride, 1);
  }

  /**
   * A region of neighbouring elements.
   *
   * @param start the first index of each dimension
   * @param count how many indices of each dimension
   * @return the region
   */
  public static Region of(long[] start, long[] count) {
    return new Region(start.length).set(start, count);
  }

  /**
   * A region of elements some way apart.
   *
   * @param start the first index of each dimension
   * @param count how many indices of each dimension
   * @param stride from one index to the next, at least 1
   * @return the region
   */
  public static Region of(long[] start, long[] count, long[] stride) {
    return new Region(start.length).set(start, count, stride);
  }

  /**
   * Sets start and count, and every stride to 1.
   *
   * @param newStart the first index of each dimension
   * @param newCount how many indices of each dimension
   * @return this region
   */
  public Region set(long[] newStart, long[] newCount) {
    checkRank("start", newStart.length);
    checkRank("count", newCount.length);
    System.arraycopy(newStart, 0, start, 0, start.length);
    System.arraycopy(newCount, 0, count, 0, count.length);
    Arrays.fill(stride, 1);
    return this;
  }

  /**
   * Sets start, count and stride.
   *
   * @param newStart the first index of each dimension
   * @param newCount how many indices of each dimension
   * @param newStride from one index to the next, at least 1
   * @return this region
   */
  public Region set(long[] newStart, long[] newCount, long[] newStride) {
    checkRank("stride", newStride.length);
    set(newStart, newCount);
    System.arraycopy(newStride, 0, stride, 0, stride.length);
    return this;
  }

  /**
   * Sets one dimension.
   *
   * @param dimension which
   * @param newStart its first index
   * @param newCount how many indices
   * @param newStride from one index to the next, at least 1
   * @return this region
   */
  public Region set(int dimension, long newStart, long newCount, long newStride) {
    start[dimension] = newStart;
    count[dimension] = newCount;
    stride[dimension] = newStride;
    return this;
  }

  /**
   * Returns the number of dimensions.
   *
   * @return the number of dimensions
   */
  public int rank() {
    return start.length;
  }

  /**
   * Returns the first index of a dimension.
   *
   * @param dimension which
   * @return its first index
   */
  public long start(int dimension) {
    return start[dimension];
  }

  /**
   * Returns the count of a dimension.
   *
   * @param dimension which
   * @return how many indices of it
   */
  public long count(int dimension) {
    return count[dimension];
  }

  /**
   * Returns the stride of a dimension.
   *
   * @param dimension which
   * @return from one index of it to the next
   */
  public long stride(int dimension) {
    return stride[dimension];
  }

  /**
   * Returns the number of elements.
   *
   * @return the product of the counts; 1 for a scalar
   * @throws ArithmeticException when it is past 2^63
   */
  public long elements() {
    long elements = 1;
    for (long c : count) {
      elements = Math.multiplyExact(elements, c);
    }
    return elements;
  }

  /**
   * Checks that this region lies inside an array; an unlimited dimension has no end.
   *
   * @param array the array
   * @throws IndexOutOfBoundsException when it does not, naming array, dimension and values
   * @throws ArithmeticException when its last byte lies past 2^63
   */
  public void check(Array array) {
    if (array.rank() != start.length) {
      throw new IndexOutOfBoundsException(
          "array '"
              + array.name()
              + "' has "
              + array.rank()
              + " dimensions, the region "
              + start.length);
    }
    boolean empty = false;
    for (int d = 0; d < start.length; d++) {
      long length = array.shape(d);
      boolean unlimited = length == Array.UNLIMITED;
      if (start[d] < 0 || count[d] < 0 || stride[d] < 1) {
        throw outside(array, d);
      }
      if (count[d] == 0) {
        empty = true;
        if (!unlimited && start[d] > length) {
          throw outside(array, d);
        }
        continue;
      }
      long last = Math.addExact(start[d], Math.multiplyExact(count[d] - 1, stride[d]));
      if (!unlimited && last >= length) {
        throw outside(array, d);
      }
    }
    if (!empty) {
      checkEnd(array);
    }
  }

  /** Only an unlimited dimension can carry a region past the end of all offsets. */
  private void checkEnd(Array array) {
    long end = Math.addExact(array.offset(), array.elementSize());
    for (int d = 0; d < start.length; d++) {
      long last = start[d] + (count[d] - 1) * stride[d];
      end = Math.addExact(end, Math.multiplyExact(last, array.step(d)));
    }
  }

  private IndexOutOfBoundsException outside(Array array, int d) {
    return new IndexOutOfBoundsException(
        "array '"
            + array.name()
            + "', dimension "
            + d
            + ": start "
            + start[d]
            + ", count "
            + count[d]
            + ", stride "
            + stride[d]
            + " do not fit its length "
            + (array.shape(d) == Array.UNLIMITED ? "(unlimited)" : array.shape(d)));
  }

  private void checkRank(String what, int length) {
    if (length != start.length) {
      throw new IllegalArgumentException(
          what + " has " + length + " dimensions, the region " + start.length);
    }
  }

  @Override
  public String toString() {
    return "start "
        + Arrays.toString(start)
        + " count "
        + Arrays.toString(count)
        + " stride "
        + Arrays.toString(stride);
  }
}
