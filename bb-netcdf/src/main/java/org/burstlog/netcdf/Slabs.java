package org.burstlog.netcdf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory for the values of many small puts that wait: taken piece by piece from larger buffers, and
 * used again when none of them waits any more. So they cost neither the heap's clearing nor the
 * collector's copying.
 */
final class Slabs {
  private static final int FIRST = 64 << 10;
  private static final int LARGEST = 1 << 20;

  /** A slab is not begun for what would fill much of it. */
  static final int LARGE = FIRST / 4;

  /** Slabs that are kept to be used again. */
  private static final int KEPT = 16;

  private final List<ByteBuffer> slabs = new ArrayList<>();
  private int current;

  /** Takes room for so many bytes, in the machine's byte order. */
  ByteBuffer take(int bytes) {
    if (bytes > LARGE) {
      return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }
    ByteBuffer slab = with(bytes);
    return slab.slice(takeFrom(slab, bytes), bytes).order(ByteOrder.nativeOrder());
  }

  /**
   * Takes room for so many bytes of a slab that has it, and returns where it begins.
   *
   * @param bytes at most {@link #LARGE}
   */
  static int takeFrom(ByteBuffer slab, int bytes) {
    int at = slab.position();
    slab.position(at + room(bytes));
    return at;
  }

  /** Elements of eight bytes are copied faster where they belong. */
  private static int room(int bytes) {
    return (bytes + 7) & -8;
  }

  /** Returns a slab, in the machine's byte order, that has room for so many bytes. */
  ByteBuffer with(int bytes) {
    int room = room(bytes);
    while (current < slabs.size() && slabs.get(current).remaining() < room) {
      current++;
    }
    if (current == slabs.size()) {
      int size = Math.min(LARGEST, FIRST << Math.min(current, 4));
      slabs.add(ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder()));
    }
    return slabs.get(current);
  }

  /** Says that nothing taken is in use any more. */
  void reuse() {
    if (slabs.size() > KEPT) {
      slabs.subList(KEPT, slabs.size()).clear();
    }
    slabs.forEach(ByteBuffer::clear);
    current = 0;
  }
}
