package org.burstlog.array.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.burstlog.array.Array;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a buffer, in which elements of any type and byte order begin anywhere.
 *
 * <p>Keeps {@link Elements} for each place that an element may begin at modulo the largest size, so
 * that a copy is one bulk move and allocates nothing as long as the buffer stays the same. Not safe
 * for several threads.
 */
public final class Bytes {
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);
  private static final int PHASES = Long.BYTES;

  private ByteBuffer buffer = NONE;
  private ByteBuffer bytes = NONE;
  private final @Nullable Elements[] big = new Elements[PHASES];
  private final @Nullable Elements[] little = new Elements[PHASES];

  /** No bytes, until there is a buffer. */
  public Bytes() {}

  /**
   * Turns to a buffer; the same as before is free.
   *
   * @param newBuffer all of its bytes count, whatever its position, limit and byte order are
   */
  @SuppressWarnings("ReferenceEquality") // it is the identity that tells whether views still hold
  public void of(ByteBuffer newBuffer) {
    if (newBuffer != buffer) {
      buffer = newBuffer;
      bytes = newBuffer.duplicate().clear();
      Arrays.fill(big, null);
      Arrays.fill(little, null);
    }
  }

  /**
   * Copies elements of an array from memory, to lie here as they lie in the target.
   *
   * @param at index of the first byte
   * @param memory a primitive array with elements as wide as the array's, a byte buffer in the
   *     machine's byte order, or {@link PiecewiseValues}
   * @param offset bytes into the memory, a multiple of the element size
   * @param length how many bytes, a multiple of the element size
   * @param array says how wide the elements are, and their byte order
   */
  public void put(int at, Object memory, long offset, int length, Array array) {
    int phase = at & (PHASES - 1);
    elements(phase, array.order()).put(at - phase, memory, offset, length, array.elementSize());
  }

  /**
   * Copies elements of an array, which lie here as they lie in the target, to memory.
   *
   * @param at index of the first byte
   * @param memory a primitive array with elements as wide as the array's, or a byte buffer that
   *     gets them in the machine's byte order
   * @param offset bytes into the memory, a multiple of the element size
   * @param length how many bytes, a multiple of the element size
   * @param array says how wide the elements are, and their byte order
   */
  public void get(int at, Object memory, long offset, int length, Array array) {
    int phase = at & (PHASES - 1);
    elements(phase, array.order()).get(at - phase, memory, offset, length, array.elementSize());
  }

  /**
   * Copies other bytes and turns the byte order of the elements they are.
   *
   * @param at index of the first byte
   * @param from where from; another buffer's
   * @param start index of the first byte there
   * @param length how many bytes, a multiple of the size
   * @param size bytes of an element: 1, which copies them as they are, 2, 4 or 8
   */
  public void swap(int at, Bytes from, int start, int length, int size) {
    int phase = at & (PHASES - 1);
    int other = start & (PHASES - 1);
    Elements there = from.kept(from.little, other, ByteOrder.LITTLE_ENDIAN);
    kept(big, phase, ByteOrder.BIG_ENDIAN).copy(at - phase, there, start - other, length, size);
  }

  private Elements elements(int phase, ByteOrder order) {
    return kept(order == ByteOrder.BIG_ENDIAN ? big : little, phase, order);
  }

  private Elements kept(@Nullable Elements[] all, int phase, ByteOrder order) {
    Elements elements = all[phase];
    if (elements == null) {
      elements = new Elements(bytes, phase, bytes.capacity() - phase, order);
      all[phase] = elements;
    }
    return elements;
  }
}
