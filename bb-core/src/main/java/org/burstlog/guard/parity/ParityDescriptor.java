package org.burstlog.guard.parity;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The header of a parity chunk. A parity file is a row of slots, each a header of {@link #room}
 * bytes, a chunk, and the same header again: without one, nobody could tell which stripe the chunk
 * is of. A slot of which neither header, or not the chunk, matches its checksum was not written to
 * its end, and counts for nothing. All numbers are little-endian.
 *
 * <pre>
 *    0        4        8        12       16       20       24       28       32
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 *  0 |      magic      |  crc   |ver|k|p |     session     | epoch  |  set   |
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 * 32 |  lane  |members | losses | chunk  |     stripe      | length |par. crc|
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 * 64 |      began      | of each column: rank, generation, length, CRC of its bytes | …
 * </pre>
 *
 * <p>Of the CRCs the first covers bytes 12 to the end of the last column, the last of the fixed
 * fields the parity. {@code k} is 1 for metadata, 2 for data; {@code p} is which parity.
 */
final class ParityDescriptor {
  /** Reads as the letters BURSTPAR from the first byte on. */
  static final long MAGIC = 0x5241505453525542L;

  static final short VERSION = 1;

  private static final byte META = 1;
  private static final byte DATA = 2;

  private static final int CRC_AT = 8;
  private static final int VERSION_AT = 12;
  private static final int KIND_AT = 14;
  private static final int PARITY_AT = 15;
  private static final int SESSION_AT = 16;
  private static final int EPOCH_AT = 24;
  private static final int SET_AT = 28;
  private static final int LANE_AT = 32;
  private static final int MEMBERS_AT = 36;
  private static final int LOSSES_AT = 40;
  private static final int CHUNK_AT = 44;
  private static final int STRIPE_AT = 48;
  private static final int LENGTH_AT = 56;
  private static final int PARITY_CRC_AT = 60;
  private static final int BEGAN_AT = 64;
  private static final int COLUMNS_AT = 72;

  /** Bytes of what is told of a column. */
  static final int COLUMN = 16;

  private static final int ROOM = 4096;

  private ParityDescriptor() {}

  private static int end(StripeLayout layout) {
    return COLUMNS_AT + layout.columns() * COLUMN;
  }

  /** Returns the bytes that a header takes, so that each chunk begins with a page. */
  static int room(StripeLayout layout) {
    return (end(layout) + ROOM - 1) / ROOM * ROOM;
  }

  /** Writes a header into a buffer of its room. */
  static void encode(ByteBuffer into, ParityHeader header) {
    StripeLayout layout = header.layout();
    into.putLong(0, MAGIC);
    into.putShort(VERSION_AT, VERSION);
    into.put(KIND_AT, header.stream().metadata() ? META : DATA);
    into.put(PARITY_AT, (byte) header.parity());
    into.putLong(SESSION_AT, header.stream().session());
    into.putInt(EPOCH_AT, header.stream().epoch());
    into.putLong(BEGAN_AT, header.stream().began());
    into.putInt(SET_AT, header.stream().set());
    into.putInt(LANE_AT, header.stream().lane());
    into.putInt(MEMBERS_AT, layout.members());
    into.putInt(LOSSES_AT, layout.losses());
    into.putInt(CHUNK_AT, layout.chunk());
    into.putLong(STRIPE_AT, header.stripe());
    into.putInt(LENGTH_AT, header.length());
    into.putInt(PARITY_CRC_AT, header.crc());
    for (int column = 0; column < layout.columns(); column++) {
      encode(into, COLUMNS_AT + column * COLUMN, header.contributions().get(column));
    }
    into.putInt(CRC_AT, crc(into, VERSION_AT, end(layout)));
  }

  /** Tells whether a buffer has a whole header of a stream, made as a layout says. */
  static boolean valid(ByteBuffer from, Stream stream, StripeLayout layout) {
    return from.limit() >= end(layout)
        && from.getLong(0) == MAGIC
        && from.getInt(CRC_AT) == crc(from, VERSION_AT, end(layout))
        && from.getShort(VERSION_AT) == VERSION
        && from.get(KIND_AT) == (stream.metadata() ? META : DATA)
        && from.getLong(SESSION_AT) == stream.session()
        && from.getInt(EPOCH_AT) == stream.epoch()
        && from.getLong(BEGAN_AT) == stream.began()
        && from.getInt(SET_AT) == stream.set()
        && from.getInt(LANE_AT) == stream.lane()
        && from.getInt(MEMBERS_AT) == layout.members()
        && from.getInt(LOSSES_AT) == layout.losses()
        && from.getInt(CHUNK_AT) == layout.chunk()
        && from.getInt(LENGTH_AT) <= layout.chunk();
  }

  /** Reads a header that is {@link #valid}. */
  static ParityHeader decode(ByteBuffer from, Stream stream, StripeLayout layout) {
    List<Contribution> contributions = new ArrayList<>();
    for (int column = 0; column < layout.columns(); column++) {
      contributions.add(contribution(from, COLUMNS_AT + column * COLUMN));
    }
    return new ParityHeader(
        stream,
        layout,
        from.getLong(STRIPE_AT),
        Byte.toUnsignedInt(from.get(PARITY_AT)),
        from.getInt(LENGTH_AT),
        from.getInt(PARITY_CRC_AT),
        contributions);
  }

  static void encode(ByteBuffer into, int at, Contribution contribution) {
    into.putInt(at, contribution.rank());
    into.putInt(at + 4, contribution.generation());
    into.putInt(at + 8, contribution.length());
    into.putInt(at + 12, contribution.crc());
  }

  static Contribution contribution(ByteBuffer from, int at) {
    return new Contribution(
        from.getInt(at), from.getInt(at + 4), from.getInt(at + 8), from.getInt(at + 12));
  }

  static int crc(ByteBuffer of, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(of.slice(from, to - from));
    return (int) crc.getValue();
  }
}
