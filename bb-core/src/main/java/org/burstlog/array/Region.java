package org.burstlog.array;

/**
 * Start, count and stride inside an array.
 *
 * <p>A region holds what it was given in arrays of its own and may be set anew once the call it was
 * passed to has returned, so that a loop of puts needs one region and allocates nothing. It is not
 * safe to change a region while another thread uses it.
 */
public final class Region {
  /** Start, count and stride of each dimension in turn. */
  final long[] coordinates;

  private final int rank;

  /**
   * A region of the given number of dimensions, all counts zero.
   *
   * @param rank the number of dimensions
   */
  public Region(int rank) {
    this.rank = rank;
    coordinates = new long[3 * rank];
    for (int i = 2; i < coordinates.length; i += 3) {
      coordinates[i] = 1;
    }
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
    for (int d = 0; d < rank; d++) {
      set(d, newStart[d], newCount[d], 1);
    }
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
    for (int d = 0; d < rank; d++) {
      coordinates[3 * d + 2] = newStride[d];
    }
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
    coordinates[3 * dimension] = newStart;
    coordinates[3 * dimension + 1] = newCount;
    coordinates[3 * dimension + 2] = newStride;
    return this;
  }

  /**
   * Returns the number of dimensions.
   *
   * @return the number of dimensions
   */
  public int rank() {
    return rank;
  }

  /**
   * Returns the first index of a dimension.
   *
   * @param dimension which
   * @return its first index
   */
  public long start(int dimension) {
    return coordinates[3 * dimension];
  }

  /**
   * Returns the count of a dimension.
   *
   * @param dimension which
   * @return how many indices of it
   */
  public long count(int dimension) {
    return coordinates[3 * dimension + 1];
  }

  /**
   * Returns the stride of a dimension.
   *
   * @param dimension which
   * @return from one index of it to the next
   */
  public long stride(int dimension) {
    return coordinates[3 * dimension + 2];
  }

  /**
   * Copies start, count and stride of each dimension in turn.
   *
   * @param into where to
   * @param at the place there of the start of the first dimension
   */
  public void copyTo(long[] into, int at) {
    System.arraycopy(coordinates, 0, into, at, coordinates.length);
  }

  /**
   * Returns the number of elements.
   *
   * @return the product of the counts; 1 for a scalar
   * @throws ArithmeticException when it is past 2^63
   */
  public long elements() {
    long elements = 1;
    for (int d = 0; d < rank; d++) {
      elements = Math.multiplyExact(elements, count(d));
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
    if (array.rank() != rank) {
      throw new IndexOutOfBoundsException(
          "array '" + array.name() + "' has " + array.rank() + " dimensions, the region " + rank);
    }
    boolean empty = false;
    for (int d = 0; d < rank; d++) {
      long length = array.shape(d);
      boolean unlimited = length == Array.UNLIMITED;
      if (start(d) < 0 || count(d) < 0 || stride(d) < 1) {
        throw outside(array, d);
      }
      if (count(d) == 0) {
        empty = true;
        if (!unlimited && start(d) > length) {
          throw outside(array, d);
        }
        continue;
      }
      long last = Math.addExact(start(d), Math.multiplyExact(count(d) - 1, stride(d)));
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
    for (int d = 0; d < rank; d++) {
      long last = start(d) + (count(d) - 1) * stride(d);
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
            + start(d)
            + ", count "
            + count(d)
            + ", stride "
            + stride(d)
            + " do not fit its length "
            + (array.shape(d) == Array.UNLIMITED ? "(unlimited)" : array.shape(d)));
  }

  private void checkRank(String what, int length) {
    if (length != rank) {
      throw new IllegalArgumentException(
          what + " has " + length + " dimensions, the region " + rank);
    }
  }

  @Override
  public String toString() {
    StringBuilder start = new StringBuilder("start [");
    StringBuilder count = new StringBuilder("] count [");
    StringBuilder stride = new StringBuilder("] stride [");
    for (int d = 0; d < rank; d++) {
      String comma = d == 0 ? "" : ", ";
      start.append(comma).append(start(d));
      count.append(comma).append(count(d));
      stride.append(comma).append(stride(d));
    }
    return start.append(count).append(stride).append(']').toString();
  }
}
