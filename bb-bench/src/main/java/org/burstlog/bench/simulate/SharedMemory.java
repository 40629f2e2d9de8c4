package org.burstlog.bench.simulate;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/**
 * Memory that all simulated processes use for messages, one after the other. Two buffers that are
 * asked for one after the other are apart.
 */
final class SharedMemory implements IntFunction<ByteBuffer> {
  private final ByteBuffer[] buffers = {ByteBuffer.allocateDirect(0), ByteBuffer.allocateDirect(0)};
  private int next;

  @Override
  public ByteBuffer apply(int size) {
    next = 1 - next;
    if (buffers[next].capacity() < size) {
      buffers[next] = ByteBuffer.allocateDirect(size);
    }
    return buffers[next].slice(0, size);
  }
}
