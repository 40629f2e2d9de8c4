package org.burstlog.array;

/**
 * Where a region lies in the target, found in one pass over its dimensions and without flattening
 * it: first and last byte, bytes, extents.
 *
 * <p>Reusable, so that a loop over records allocates nothing. Because the steps of an array nest,
 * the first element has the smallest offset and the last one the largest.
 */
public final class Footprint {
  private long first;
  private long last;
  private long bytes;
  private long extents;

  /** An empty footprint. */
  public Footprint() {
    clear(0);
  }

  /**
   * Sets this to the footprint of a region.
   *
   * @param array the array
   * @param region where in the array, of as many dimensions
   * @return this footprint
   * @throws ArithmeticException when the region ends past 2^63
   */
  public Footprint set(Array array, Region region) {
    return set(array, region.coordinates, 0);
  }

  /**
   * Sets this to the footprint of a region that is given by its numbers.
   *
   * @param array the array
   * @param coordinates start, count and stride of each dimension in turn
   * @param at where in them the first dimension begins
   * @return this footprint
   * @throws ArithmeticException when the region ends past 2^63
   */
  public Footprint set(Array array, long[] coordinates, int at) {
    int size = array.elementSize();
    long begin = array.offset();
    long reach = size - 1L;
    long elements = 1;
    long pieces = 1;
    long run = size;
    int i = at + 3 * array.steps.length - 3;
    for (int d = array.steps.length - 1; d >= 0; d--, i -= 3) {
      long step = array.steps[d];
      begin = Math.addExact(begin, Math.multiplyExact(coordinates[i], step));
      long c = coordinates[i + 1];
      if (c != 1) {
        if (c == 0) {
          return clear(begin);
        }
        long apart = Math.multiplyExact(coordinates[i + 2], step);
        reach = Math.addExact(reach, Math.multiplyExact(c - 1, apart));
        // No overflow from here on: elements do not share bytes, so they are fewer than the reach.
        elements *= c;
        if (apart == run) {
          run *= c;
        } else {
          pieces *= c;
          run = -1;
        }
      }
    }
    first = begin;
    last = Math.addExact(begin, reach);
    bytes = elements * size;
    extents = pieces;
    return this;
  }

  private Footprint clear(long at) {
    first = at;
    last = at - 1;
    bytes = 0;
    extents = 0;
    return this;
  }

  /**
   * Tells whether there is nothing in the region.
   *
   * @return true when a count is zero
   */
  public boolean isEmpty() {
    return bytes == 0;
  }

  /**
   * Tells whether the region is one run of bytes.
   *
   * @return true when nothing lies between its first and its last byte that is not its own
   */
  public boolean isContiguous() {
    return extents == 1;
  }

  /**
   * Returns the first byte.
   *
   * @return offset in the target of the region's first byte
   */
  public long first() {
    return first;
  }

  /**
   * Returns the last byte.
   *
   * @return offset in the target of the region's last byte; before the first when it is empty
   */
  public long last() {
    return last;
  }

  /**
   * Returns the bytes of the region.
   *
   * @return how many bytes its elements have
   */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns the number of extents.
   *
   * @return how many an {@link ExtentCursor} would give
   */
  public long extents() {
    return extents;
  }
}
