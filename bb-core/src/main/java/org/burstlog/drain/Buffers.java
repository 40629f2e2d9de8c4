package org.burstlog.drain;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/**
 * The two buffers of drains, as large as the largest drain so far has needed, aligned for the
 * kernel.
 */
final class Buffers {
  private static final int PAGE = 4096;

  /** Of no bytes. */
  static final ByteBuffer NONE = ByteBuffer.allocateDirect(0);

  private final IntFunction<ByteBuffer> memory;
  private ByteBuffer first = NONE;
  private ByteBuffer second = NONE;

  /** Buffers that nobody else uses. */
  Buffers() {
    this(ByteBuffer::allocateDirect);
  }

  /**
   * Buffers of given memory.
   *
   * @param memory makes a direct buffer of at least so many bytes
   */
  Buffers(IntFunction<ByteBuffer> memory) {
    this.memory = memory;
  }

  /** Two buffers of at least so many bytes. */
  ByteBuffer[] two(long bytes) {
    int size = Math.toIntExact((bytes + PAGE - 1) & -PAGE);
    if (Math.min(first.capacity(), second.capacity()) < size) {
      // Let go of the old ones first, lest there be four for a while.
      first = NONE;
      second = NONE;
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

  private ByteBuffer allocate(int size) {
    return memory.apply(size + PAGE).alignedSlice(PAGE).slice(0, size);
  }

  /** Both halves of a buffer. */
  static ByteBuffer[] halves(ByteBuffer buffer) {
    int half = buffer.capacity() / 2;
    return new ByteBuffer[] {buffer.slice(0, half), buffer.slice(half, half)};
  }
}
