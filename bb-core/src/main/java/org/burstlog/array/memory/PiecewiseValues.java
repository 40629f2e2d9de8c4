package org.burstlog.array.memory;

/**
 * Values to be put that do not lie in memory as they are copied: they are apart from each other, or
 * of another type. They are brought together a piece at a time, when they are copied, so that each
 * piece is copied out of the processor's cache. Used by one thread at a time.
 */
public interface PiecewiseValues {
  /**
   * Brings values together, from the beginning of the {@link #piece} on.
   *
   * @param offset bytes of values before the first one
   * @param length how many bytes are wanted, more than 0
   * @return how many bytes are in the piece: whole elements, at most as many bytes as wanted
   */
  int bring(long offset, int length);

  /**
   * Returns where the values are brought together.
   *
   * @return a primitive array, or a byte buffer in the machine's byte order of which absolute
   *     positions count
   */
  Object piece();
}
