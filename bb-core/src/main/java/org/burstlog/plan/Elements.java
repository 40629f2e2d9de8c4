package org.burstlog.plan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.burstlog.array.Array;

/**
 * Memory that holds the elements of a region densely in the machine's byte order, and takes bytes
 * of them as they lie in the target: whole elements in bulk, parts of elements byte by byte.
 */
final class Elements {
  private final Object memory;
  private final long offset;
  private final int width;
  private final ByteOrder order;

  /**
   * Memory of a region.
   *
   * @param memory a primitive array with elements as wide as the array's, or a byte buffer
   * @param offset bytes into it, a multiple of the width
   * @param array the array that the region is in
   */
  Elements(Object memory, long offset, Array array) {
    this.memory = memory;
    this.offset = offset;
    this.width = array.elementSize();
    this.order = array.order();
  }

  /**
   * Takes bytes.
   *
   * @param from a buffer, whose limit is left at its capacity
   * @param at index of the first byte
   * @param length how many
   * @param position which byte of the region the first one is
   */
  void put(ByteBuffer from, int at, int length, long position) {
    int before = (int) (-position & (width - 1));
    int head = Math.min(before, length);
    int whole = (length - head) & -width;
    for (int i = 0; i < head; i++) {
      putByte(position + i, from.get(at + i));
    }
    if (whole > 0) {
      putWhole(from.clear(), at + head, whole, offset + position + head);
    }
    for (int i = head + whole; i < length; i++) {
      putByte(position + i, from.get(at + i));
    }
  }

  private void putWhole(ByteBuffer from, int at, int bytes, long into) {
    ByteBuffer part = from.slice(at, bytes).order(order);
    int index = (int) (into / width);
    int count = bytes / width;
    if (memory instanceof double[] a) {
      part.asDoubleBuffer().get(0, a, index, count);
    } else if (memory instanceof float[] a) {
      part.asFloatBuffer().get(0, a, index, count);
    } else if (memory instanceof long[] a) {
      part.asLongBuffer().get(0, a, index, count);
    } else if (memory instanceof int[] a) {
      part.asIntBuffer().get(0, a, index, count);
    } else if (memory instanceof short[] a) {
      part.asShortBuffer().get(0, a, index, count);
    } else if (memory instanceof byte[] a) {
      part.get(0, a, (int) into, bytes);
    } else {
      ByteBuffer b = ((ByteBuffer) memory).slice((int) into, bytes).order(ByteOrder.nativeOrder());
      switch (width) {
        case Long.BYTES -> b.asLongBuffer().put(part.asLongBuffer());
        case Integer.BYTES -> b.asIntBuffer().put(part.asIntBuffer());
        case Short.BYTES -> b.asShortBuffer().put(part.asShortBuffer());
        default -> b.put(part);
      }
    }
  }

  /** A byte of an element, whose others stay. */
  private void putByte(long position, byte value) {
    int phase = (int) (position & (width - 1));
    long element = offset + position - phase;
    int index = (int) (element / width);
    // By how much the byte is shifted in the element as a number.
    int shift = 8 * (order == ByteOrder.BIG_ENDIAN ? width - 1 - phase : phase);
    if (memory instanceof double[] a) {
      a[index] = Double.longBitsToDouble(with(Double.doubleToRawLongBits(a[index]), shift, value));
    } else if (memory instanceof float[] a) {
      a[index] = Float.intBitsToFloat((int) with(Float.floatToRawIntBits(a[index]), shift, value));
    } else if (memory instanceof long[] a) {
      a[index] = with(a[index], shift, value);
    } else if (memory instanceof int[] a) {
      a[index] = (int) with(a[index], shift, value);
    } else if (memory instanceof short[] a) {
      a[index] = (short) with(a[index], shift, value);
    } else if (memory instanceof byte[] a) {
      a[index] = value;
    } else {
      int swapped = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? width - 1 : 0;
      ((ByteBuffer) memory).put((int) element + ((shift >> 3) ^ swapped), value);
    }
  }

  private static long with(long bits, int shift, byte value) {
    return (bits & ~(0xFFL << shift)) | ((value & 0xFFL) << shift);
  }
}
