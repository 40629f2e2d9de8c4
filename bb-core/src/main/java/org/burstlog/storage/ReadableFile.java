package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that is only read, such as one of another node. */
public interface ReadableFile extends Closeable {
  /**
   * Returns the size.
   *
   * @return bytes in the file
   * @throws IOException when it cannot be told
   */
  long size() throws IOException;

  /**
   * Reads bytes until the buffer is full or the file ends.
   *
   * @param position where the first is
   * @param into the buffer, filled from its position
   * @return how many were read, 0 at the end of the file
   * @throws IOException when they cannot be read
   */
  int read(long position, ByteBuffer into) throws IOException;
}
