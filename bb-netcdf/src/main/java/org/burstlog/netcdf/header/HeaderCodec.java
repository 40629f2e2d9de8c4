package org.burstlog.netcdf.header;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Turns a header into bytes and back.
 *
 * <pre>
 * header     = magic records dimensions attributes variables
 * magic      = 'C' 'D' 'F' version           version is 1, 2 or 5
 * records    = COUNT | STREAMING             STREAMING is a COUNT of all ones
 * dimensions = ABSENT | 10 COUNT { name COUNT }            a length of 0 is unlimited
 * variables  = ABSENT | 11 COUNT { name COUNT {COUNT} attributes type COUNT OFFSET }
 *                                            its dimensions; its padded size, its begin
 * attributes = ABSENT | 12 COUNT { name type COUNT {value} padding }
 * name       = COUNT {byte} padding
 * ABSENT     = 0 and a COUNT of 0            a list without elements
 * COUNT      = 4 bytes, 8 in CDF-5
 * OFFSET     = 8 bytes, 4 in CDF-1
 * tag, type  = 4 bytes
 * padding    = zero bytes up to a multiple of 4
 * </pre>
 *
 * <p>All integers are big-endian. The number of records is the only part that changes while a file
 * is written; it lies at byte {@value #RECORDS_OFFSET} and is written alone by {@link
 * #encodeRecords}.
 */
public final class HeaderCodec {
  /** Instead of a number of records: there are as many as the file's length holds. */
  public static final long STREAMING = -1;

  /** Where the number of records lies in a file. */
  public static final long RECORDS_OFFSET = 4;

  /** How many bytes of a header are asked for at a time, unless the caller says otherwise. */
  public static final int DEFAULT_CHUNK = 256 << 10;

  /** How long a header may be that is read, unless the caller says otherwise. */
  public static final long DEFAULT_LIMIT = 256L << 20;

  static final int DIMENSIONS = 10;
  static final int VARIABLES = 11;
  static final int ATTRIBUTES = 12;

  private HeaderCodec() {}

  /**
   * What a file's header says.
   *
   * @param header what is defined
   * @param layout where it lies
   * @param records the number of records, or {@link HeaderCodec#STREAMING}
   */
  public record Decoded(Header header, Layout layout, long records) {}

  /**
   * Writes a header.
   *
   * @param layout what is defined and where it lies
   * @param records the number of records, or {@link #STREAMING}
   * @return the bytes to put at the beginning of the file
   * @throws NcException NC_EINTOVERFLOW when the format cannot hold the number of records, or no
   *     buffer the header
   */
  public static ByteBuffer encode(Layout layout, long records) throws NcException {
    Header header = layout.header();
    if (layout.headerSize() > Integer.MAX_VALUE - 8) {
      throw new NcException(
              NcError.NC_EINTOVERFLOW, "the header is " + layout.headerSize() + " bytes long")
          .remedy("store large attributes as variables");
    }
    ByteBuffer out = ByteBuffer.allocate((int) layout.headerSize());
    new HeaderEncoder(header.version(), out).encode(header, layout, records);
    assert !out.hasRemaining();
    return out.flip();
  }

  /**
   * Writes the number of records alone.
   *
   * @param version the file's format version
   * @param records the number of records, or {@link #STREAMING}
   * @return the bytes to put at {@link #RECORDS_OFFSET}
   * @throws NcException NC_EINTOVERFLOW when the format cannot hold that number
   */
  public static ByteBuffer encodeRecords(CdfVersion version, long records) throws NcException {
    ByteBuffer out = ByteBuffer.allocate(version.countBytes());
    new HeaderEncoder(version, out).putRecords(records);
    return out.flip();
  }

  /**
   * Reads a header.
   *
   * @param source where the file's bytes come from
   * @return what it says
   * @throws NcException when the bytes are not a header, with the offset of the first that is wrong
   * @throws IOException when the source cannot be read
   */
  public static Decoded decode(HeaderSource source) throws IOException {
    return decode(source, DEFAULT_CHUNK, DEFAULT_LIMIT);
  }

  /**
   * Reads a header.
   *
   * @param source where the file's bytes come from
   * @param chunk how many bytes to ask for at a time, at least 64
   * @param limit how long the header may be
   * @return what it says
   * @throws NcException when the bytes are not a header, with the offset of the first that is wrong
   * @throws IOException when the source cannot be read
   */
  public static Decoded decode(HeaderSource source, int chunk, long limit) throws IOException {
    return new HeaderDecoder(new HeaderReader(source, chunk, limit)).decode();
  }

  static int magic(CdfVersion version) {
    return ('C' << 24) | ('D' << 16) | ('F' << 8) | version.number();
  }
}
