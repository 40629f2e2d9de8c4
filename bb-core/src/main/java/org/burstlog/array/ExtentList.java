package org.burstlog.array;

import java.util.Arrays;

/**
 * A reusable, growing list of extents in flat primitive arrays.
 *
 * <p>What a round is made of: ascending, not overlapping, and never touching, because an extent
 * that begins where the last one ends is merged into it.
 */
public final class ExtentList {
  private long[] offsets;
  private long[] lengths;
  private int size;
  private long bytes;

  /** An empty list. */
  public ExtentList() {
    offsets = new long[16];
    lengths = new long[16];
  }

  /**
   * Adds an extent behind all others, merging it with the last where they touch.
   *
   * @param offset its first byte in the target
   * @param length how many bytes; an extent of none is left out
   * @throws IllegalArgumentException when it begins before the end of the last one
   */
  public void add(long offset, long length) {
    if (length == 0) {
      return;
    }
    if (size > 0) {
      long end = offsets[size - 1] + lengths[size - 1];
      if (offset < end || length < 0) {
        throw new IllegalArgumentException(
            "extent at " + offset + " of " + length + " bytes follows one that ends at " + end);
      }
      if (offset == end) {
        lengths[size - 1] += length;
        bytes += length;
        return;
      }
    }
    if (size == offsets.length) {
      offsets = Arrays.copyOf(offsets, size * 2);
      lengths = Arrays.copyOf(lengths, size * 2);
    }
    offsets[size] = offset;
    lengths[size] = length;
    size++;
    bytes += length;
  }

  /**
   * Adds extents of one length at equal distances behind all others.
   *
   * @param offset first byte of the first one in the target
   * @param length bytes of each, at least 1
   * @param step bytes from one to the next, more than the length
   * @param count how many, at least 1
   * @throws IllegalArgumentException when the first begins before the end of the last one
   */
  public void addRepeated(long offset, long length, long step, int count) {
    add(offset, length);
    int end = size + count - 1;
    if (end > offsets.length) {
      int capacity = Math.max(end, (int) Math.min(offsets.length * 2L, Integer.MAX_VALUE - 8L));
      offsets = Arrays.copyOf(offsets, capacity);
      lengths = Arrays.copyOf(lengths, capacity);
    }
    long at = offset;
    for (int i = size; i < end; i++) {
      at += step;
      offsets[i] = at;
      lengths[i] = length;
    }
    size = end;
    bytes += length * (count - 1);
  }

  /** Makes the list empty and keeps its space. */
  public void clear() {
    size = 0;
    bytes = 0;
  }

  /**
   * Returns the number of extents.
   *
   * @return how many extents there are
   */
  public int size() {
    return size;
  }

  /**
   * Returns the sum of the lengths.
   *
   * @return bytes in all extents
   */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns where an extent begins.
   *
   * @param extent which
   * @return its first byte in the target
   */
  public long offset(int extent) {
    return offsets[extent];
  }

  /**
   * Returns how long an extent is.
   *
   * @param extent which
   * @return its bytes
   */
  public long length(int extent) {
    return lengths[extent];
  }

  /**
   * Returns the end of the last extent.
   *
   * @return the first byte behind all extents, 0 when there is none
   */
  public long end() {
    return size == 0 ? 0 : offsets[size - 1] + lengths[size - 1];
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(offsets[i]).append('+').append(lengths[i]);
    }
    return text.append(']').toString();
  }
}
