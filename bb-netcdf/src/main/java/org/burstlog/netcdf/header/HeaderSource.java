package org.burstlog.netcdf.header;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Where the bytes of a header come from, from the first byte of the file onwards.
 *
 * <p>How long a header is shows only as it is read, so it is asked for in pieces. What is asked for
 * depends on nothing but the bytes given before: processes that are given the same bytes ask for
 * the same. So one process may read and the others be sent what it read, piece by piece.
 */
@FunctionalInterface
public interface HeaderSource {
  /**
   * Gives the bytes that follow those given before.
   *
   * @param into where to; as many bytes as there is room for, or fewer
   * @return how many bytes were given, at least 1; or -1 at the end of the file
   * @throws IOException when they cannot be read
   */
  int read(ByteBuffer into) throws IOException;

  /**
   * A source that reads a channel from where it stands.
   *
   * @param channel a blocking channel; the caller closes it
   * @return the source
   */
  static HeaderSource of(ReadableByteChannel channel) {
    return channel::read;
  }

  /**
   * A source that gives the remaining bytes of a buffer.
   *
   * @param bytes the buffer; its position moves on
   * @return the source
   */
  static HeaderSource of(ByteBuffer bytes) {
    return into -> {
      int length = Math.min(into.remaining(), bytes.remaining());
      if (length == 0) {
        return -1;
      }
      into.put(into.position(), bytes, bytes.position(), length);
      into.position(into.position() + length);
      bytes.position(bytes.position() + length);
      return length;
    };
  }
}
