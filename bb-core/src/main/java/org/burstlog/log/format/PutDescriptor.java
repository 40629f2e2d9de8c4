package org.burstlog.log.format;

import java.nio.ByteBuffer;
import org.burstlog.array.Region;

/**
 * The body of a put: which region of which array, and where its data is.
 *
 * <pre>
 *    40       44       48       52       56       60       64       68       72
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 * 40 | array  |  rank  |  data position  |   data length   |data crc| zeros  |
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 * 72 | start, count and stride of each dimension, i64 each …                 |
 *    +-----------------------------------------------------------------------+
 * </pre>
 *
 * <p>The CRC32C of the data covers exactly the data length, without what aligns the next data
 * entry. It stands here and not beside the data so that data stays aligned and readable in place.
 */
public final class PutDescriptor {
  public static final int ARRAY_AT = 40;
  public static final int DIMENSIONS_AT = 44;
  public static final int DATA_POSITION_AT = 48;
  public static final int DATA_LENGTH_AT = 56;
  public static final int DATA_CRC_AT = 64;
  public static final int REGION_AT = 72;

  /** Bytes a dimension takes. */
  public static final int PER_DIMENSION = 3 * Long.BYTES;

  private PutDescriptor() {}

  public static int length(int rank) {
    return REGION_AT + PER_DIMENSION * rank;
  }

  /**
   * Encodes the body.
   *
   * @param entry the entry in words, see {@link EntryDescriptor#encode}
   */
  public static void encode(
      long[] entry, int array, Region region, long dataPosition, long dataLength, int dataCrc) {
    entry[ARRAY_AT / Long.BYTES] = EntryDescriptor.word(array, region.rank());
    entry[DATA_POSITION_AT / Long.BYTES] = dataPosition;
    entry[DATA_LENGTH_AT / Long.BYTES] = dataLength;
    entry[DATA_CRC_AT / Long.BYTES] = EntryDescriptor.word(dataCrc, 0);
    region.copyTo(entry, REGION_AT / Long.BYTES);
  }

  public static Region region(ByteBuffer entry, int rank) {
    Region region = new Region(rank);
    int at = REGION_AT;
    for (int d = 0; d < rank; d++) {
      region.set(d, entry.getLong(at), entry.getLong(at + 8), entry.getLong(at + 16));
      at += PER_DIMENSION;
    }
    return region;
  }
}
