package org.burstlog.drain;

import java.nio.ByteBuffer;

/**
 * The two buffers of drains, as large as the largest drain so far has needed, aligned for the
 * kernel.
 */
final class Buffers {
  private static final int PAGE = 4096;

  private ByteBuffer first = ByteBuffer.allocateDirect(0);
  private ByteBuffer second = ByteBuffer.allocateDirect(0);

  /** Two buffers of at least so many bytes. */
  ByteBuffer[] two(long bytes) {
    int size = Math.toIntExact((bytes + PAGE - 1) & -PAGE);
    if (Math.min(first.capacity(), second.capacity()) < size) {
      // Let go of the old ones first, lest there be four for a while.
      first = ByteBuffer.allocateDirect(0);
      second = first;
      first = allocate(size);
      second = allocate(size);
    }
    return new ByteBuffer[] {first.duplicate().clear(), second.duplicate().clear()};
  }

  /** The first of them alone. */
  ByteBuffer one(long bytes) {
    int size = Math.toIntExact((bytes + PAGE - 1) & -PAGE);
    if (first.capacity() < size) {
      first = allocate(size);
    }
    return first.duplicate().clear();
  }

  private static ByteBuffer allocate(int size) {
    return ByteBuffer.allocateDirect(size + PAGE).alignedSlice(PAGE).slice(0, size);
  }

  /** Both halves of a buffer. */
  static ByteBuffer[] halves(ByteBuffer buffer) {
    int half = buffer.capacity() / 2;
    return new ByteBuffer[] {buffer.slice(0, half), buffer.slice(half, half)};
  }
}
