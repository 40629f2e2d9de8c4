package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A part of a file in memory. Storing to it is writing to the file. */
public interface Mapping extends Closeable {
  /**
   * Returns the memory.
   *
   * @return a direct buffer of the mapped range; not to be touched after {@link #close}
   */
  ByteBuffer buffer();

  /**
   * Makes durable what was stored to a part of the memory.
   *
   * @param index where the part begins in the buffer
   * @param length how long it is
   * @throws IOException when that failed; what was stored may be lost
   */
  void force(int index, int length) throws IOException;

  /**
   * Unmaps at once, so that the space of a deleted file returns.
   *
   * @throws IOException never by the local file system
   */
  @Override
  void close() throws IOException;
}
