package org.burstlog.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Buffers of reductions that have ended, of a group; most reductions are of few values. */
final class SpareBuffers {
  private static final int USUAL = 8;

  /** So many values of all processes together can always be received. */
  static final int LEAST_RECEIVED = 1024;

  private final Deque<Two> buffers = new ArrayDeque<>();

  /**
   * The two of a reduction.
   *
   * @param sent has room for what this process gives
   * @param received has room for as many values, and for {@link #LEAST_RECEIVED} at least
   */
  record Two(LongBuffer sent, LongBuffer received) {
    private static Two of(int count) {
      int received = Math.max(count, LEAST_RECEIVED);
      LongBuffer both =
          ByteBuffer.allocateDirect((count + received) * Long.BYTES)
              .order(ByteOrder.nativeOrder())
              .asLongBuffer();
      return new Two(both.slice(0, count), both.slice(count, received));
    }
  }

  synchronized Two take(int count) {
    Two used = count <= USUAL ? buffers.poll() : null;
    return used == null ? Two.of(Math.max(count, USUAL)) : used;
  }

  synchronized void give(Two used) {
    if (used.sent().capacity() == USUAL) {
      buffers.push(used);
    }
  }
}
