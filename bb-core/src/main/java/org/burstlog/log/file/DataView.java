package org.burstlog.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Read access to the data of a log, without a copy where the log is mapped.
 *
 * <p>Usage: {@link #seek}, then read from {@link #buffer} at {@link #index} as many bytes as {@code
 * seek} returned; repeat for the rest. Use only absolute access, the buffer may be shared. Not safe
 * for several threads; each opens a view of its own.
 */
public interface DataView {
  /**
   * Makes the byte at a position of the data log readable.
   *
   * @param position position in the data log
   * @param wanted how many bytes the caller can use, at least 1
   * @return how many of them are readable from here on, between 1 and {@code wanted}
   * @throws IOException when the log cannot be read
   */
  int seek(long position, int wanted) throws IOException;

  /**
   * Returns the buffer that holds the bytes.
   *
   * @return the buffer, valid until the next {@link #seek}; its position and limit mean nothing
   */
  ByteBuffer buffer();

  /**
   * Returns where in the buffer they are.
   *
   * @return the index in {@link #buffer} of the position last sought
   */
  int index();

  /**
   * Tells whether what {@link #buffer} holds stays there when another position is sought, for as
   * long as the log is open and not reset.
   *
   * @return true where the bytes are the log's own memory
   */
  default boolean lasts() {
    return false;
  }
}
