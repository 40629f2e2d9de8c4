package org.burstlog.array;

/**
 * Walks the extents of one region in ascending order, merging what is contiguous.
 *
 * <p>Usage: {@link #reset}, then while {@link #next} is true read {@link #offset}, {@link #length}
 * and {@link #position}. A cursor may be used for any number of regions and then allocates nothing.
 * Not safe for several threads.
 */
public final class ExtentCursor {
  private final ExtentCursors one = new ExtentCursors();
  private int cursor = -1;
  private boolean fresh;

  /** A cursor over nothing; see {@link #reset}. */
  public ExtentCursor() {}

  /**
   * Begins with another region.
   *
   * @param array the array
   * @param region where in the array, of as many dimensions; not needed after the call
   * @return this cursor, before its first extent
   * @throws ArithmeticException when the region ends past 2^63
   */
  public ExtentCursor reset(Array array, Region region) {
    one.clear();
    cursor = one.open(array, region, 0, 0);
    fresh = true;
    return this;
  }

  /**
   * Moves to the next extent.
   *
   * @return false when there is none
   */
  public boolean next() {
    if (fresh) {
      fresh = false;
    } else if (cursor >= 0 && !one.next(cursor)) {
      cursor = -1;
    }
    return cursor >= 0;
  }

  /**
   * Moves, like {@link #next}, but to the first byte of the region at or behind an offset that is
   * not before the current extent.
   *
   * @param to offset in the target
   * @return false when there is none
   */
  public boolean skip(long to) {
    fresh = false;
    if (cursor >= 0 && !one.skip(cursor, to)) {
      cursor = -1;
    }
    return cursor >= 0;
  }

  /**
   * Returns where the extent begins.
   *
   * @return its first byte in the target
   */
  public long offset() {
    return one.offset(cursor);
  }

  /**
   * Returns how long the extent is.
   *
   * @return its bytes
   */
  public long length() {
    return one.end(cursor) - one.offset(cursor);
  }

  /**
   * Returns where the extent's bytes are among the bytes of the region.
   *
   * @return how many bytes of the region come before it
   */
  public long position() {
    return one.data(cursor);
  }
}
