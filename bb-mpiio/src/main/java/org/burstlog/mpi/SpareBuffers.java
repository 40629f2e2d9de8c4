package org.burstlog.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Buffers of collective calls that have ended, of all groups of the process: each file has a group
 * of its own, whose few calls would otherwise make their buffers anew. Most messages are short.
 */
final class SpareBuffers {
  /** What a buffer that is kept holds: most of what one process gives and what all give. */
  private static final int USUAL = 9 << 10;

  private static final Deque<ByteBuffer> BUFFERS = new ArrayDeque<>();

  private SpareBuffers() {}

  /** Returns a direct buffer of at least so many bytes, in the machine's order. */
  static ByteBuffer take(int bytes) {
    if (bytes <= USUAL) {
      synchronized (BUFFERS) {
        ByteBuffer used = BUFFERS.poll();
        if (used != null) {
          return used;
        }
      }
    }
    return ByteBuffer.allocateDirect(Math.max(bytes, USUAL)).order(ByteOrder.nativeOrder());
  }

  /** Keeps a buffer that nobody uses any more. */
  static void give(ByteBuffer used) {
    if (used.capacity() == USUAL) {
      synchronized (BUFFERS) {
        BUFFERS.push(used);
      }
    }
  }
}
