package org.burstlog.netcdf.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Moves elements from bytes to the memory of a transfer, in bulk. */
final class Bytes {
  private Bytes() {}

  /**
   * Moves elements to memory.
   *
   * @param from the elements in the buffer's byte order; its position does not matter
   * @param start index of the first of them
   * @param bytes how many bytes
   * @param into a primitive array or byte buffer, gets elements in the machine's byte order
   * @param offset bytes into it
   * @param width bytes an element
   */
  static void toMemory(ByteBuffer from, int start, int bytes, Object into, long offset, int width) {
    from.limit(start + bytes).position(start);
    int index = (int) (offset / width);
    int count = bytes / width;
    if (into instanceof double[] a) {
      from.asDoubleBuffer().get(0, a, index, count);
    } else if (into instanceof float[] a) {
      from.asFloatBuffer().get(0, a, index, count);
    } else if (into instanceof long[] a) {
      from.asLongBuffer().get(0, a, index, count);
    } else if (into instanceof int[] a) {
      from.asIntBuffer().get(0, a, index, count);
    } else if (into instanceof short[] a) {
      from.asShortBuffer().get(0, a, index, count);
    } else if (into instanceof byte[] a) {
      from.get(start, a, (int) offset, bytes);
    } else if (into instanceof ByteBuffer b) {
      toBuffer(from, b.slice((int) offset, bytes).order(ByteOrder.nativeOrder()), width);
    } else {
      throw new IllegalArgumentException("cannot get into " + into.getClass().getName());
    }
    from.clear();
  }

  private static void toBuffer(ByteBuffer from, ByteBuffer into, int width) {
    switch (width) {
      case Long.BYTES -> into.asLongBuffer().put(from.asLongBuffer());
      case Integer.BYTES -> into.asIntBuffer().put(from.asIntBuffer());
      case Short.BYTES -> into.asShortBuffer().put(from.asShortBuffer());
      default -> into.put(0, from, from.position(), from.remaining());
    }
  }
}
