package org.burstlog.array.memory;

import org.burstlog.array.Array;

/**
 * Memory that holds the elements of a region densely in the machine's byte order, and takes bytes
 * of them as they lie in the target: whole elements in bulk, parts of elements one by one.
 */
public final class RegionMemory {
  private final Object memory;
  private final long offset;
  private final Array array;
  private final int width;
  private final Bytes element;

  /**
   * Memory of a region.
   *
   * @param memory a primitive array with elements as wide as the array's, or a byte buffer
   * @param offset bytes into it, a multiple of the width
   * @param array the array that the region is in
   * @param element room for one element of any size
   */
  public RegionMemory(Object memory, long offset, Array array, Bytes element) {
    this.memory = memory;
    this.offset = offset;
    this.array = array;
    this.width = array.elementSize();
    this.element = element;
  }

  /**
   * Takes bytes.
   *
   * @param from where from
   * @param at index of the first byte
   * @param length how many
   * @param position which byte of the region the first one is
   */
  public void put(Bytes from, int at, int length, long position) {
    int head = Math.min((int) (-position & (width - 1)), length);
    int whole = (length - head) & -width;
    int tail = length - head - whole;
    if (head > 0) {
      putPart(from, at, head, position);
    }
    if (whole > 0) {
      from.get(at + head, memory, offset + position + head, whole, array);
    }
    if (tail > 0) {
      putPart(from, at + head + whole, tail, position + head + whole);
    }
  }

  /** Bytes of an element, whose others stay. */
  private void putPart(Bytes from, int at, int length, long position) {
    int phase = (int) (position & (width - 1));
    long begin = offset + position - phase;
    element.put(0, memory, begin, width, array);
    element.swap(phase, from, at, length, 1);
    element.get(0, memory, begin, width, array);
  }
}
