package org.burstlog.netcdf.header;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads the numbers and names of a header one after the other, and knows at which byte it is.
 *
 * <p>Memory follows the bytes that really come, never a length that a damaged header claims.
 */
final class HeaderReader {
  private static final int FIRST_ALLOCATION = 8192;

  private final HeaderSource source;
  private final ByteBuffer chunk;
  private final long limit;
  private int countBytes = 4;
  private long chunkOffset;

  HeaderReader(HeaderSource source, int chunkBytes, long limit) {
    this.source = source;
    this.chunk = ByteBuffer.allocate(Math.max(chunkBytes, 64)).limit(0);
    this.limit = limit;
  }

  /** How wide counts are from here on. */
  void countBytes(int bytes) {
    countBytes = bytes;
  }

  /** The offset in the file of the byte that is read next. */
  long position() {
    return chunkOffset + chunk.position();
  }

  int readInt(String what) throws IOException {
    need(Integer.BYTES, what);
    return chunk.getInt();
  }

  long readLong(String what) throws IOException {
    need(Long.BYTES, what);
    return chunk.getLong();
  }

  /** A count or length that no header is refused for: 32 bits unsigned, or 63. */
  long readCount(String what) throws IOException {
    long at = position();
    long count = countBytes == 4 ? Integer.toUnsignedLong(readInt(what)) : readLong(what);
    if (count < 0) {
      throw new NcException(NcError.NC_ENOTNC, what + " is negative, " + count).offset(at);
    }
    return count;
  }

  /** A count that has a limit with an error of its own. */
  int readCount(String what, int most, NcError error) throws IOException {
    long at = position();
    long count = readCount(what);
    if (count > most) {
      throw new NcException(error, what + " is " + count + ", more than " + most).offset(at);
    }
    return (int) count;
  }

  String readName(String what) throws IOException {
    int length = readCount("length of the name of " + what, NcNames.MAX_BYTES, NcError.NC_EMAXNAME);
    long at = position();
    byte[] bytes = readPadded(length, "name of " + what);
    try {
      return NcNames.decode(bytes);
    } catch (NcException e) {
      throw e.offset(at);
    }
  }

  /**
   * Bytes, and the padding behind them, which may hold anything: older writers left it as it was.
   */
  byte[] readPadded(long length, String what) throws IOException {
    long at = position();
    if (length > limit - at) {
      throw new NcException(
              NcError.NC_ENOTNC, what + " is " + length + " bytes long, past the limit of " + limit)
          .offset(at);
    }
    byte[] bytes = new byte[(int) Math.min(length, FIRST_ALLOCATION)];
    int filled = 0;
    while (filled < length) {
      if (filled == bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * bytes.length));
      }
      need(1, what);
      int piece = Math.min(chunk.remaining(), bytes.length - filled);
      chunk.get(bytes, filled, piece);
      filled += piece;
    }
    int padding = (int) (-length & 3);
    need(padding, "padding of " + what);
    chunk.position(chunk.position() + padding);
    return bytes;
  }

  private void need(int bytes, String what) throws IOException {
    if (chunk.remaining() >= bytes) {
      return;
    }
    long at = position();
    if (at + bytes > limit) {
      throw new NcException(NcError.NC_ENOTNC, "the header is longer than the limit of " + limit)
          .offset(at);
    }
    chunkOffset = at;
    chunk.compact();
    while (chunk.position() < bytes) {
      if (source.read(chunk) <= 0) {
        throw new NcException(
                NcError.NC_ETRUNC,
                "the file ends at byte " + (chunkOffset + chunk.position()) + " inside " + what)
            .offset(at);
      }
    }
    chunk.flip();
  }
}
