package org.burstlog.log.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A header slot. Each lane of a log file begins with a header block of {@link #BLOCK} bytes that
 * holds two of them; the one for generation <i>e</i> is slot <i>e</i> mod 2, so that writing a new
 * one never touches the one that counts until then. The valid slot with the larger generation
 * counts.
 *
 * <pre>
 *    0        4        8        12       16       20       24       28       32
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 *  0 |      magic      |  crc   |ver|o|k |     session     | gener. | lanes  |
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 * 32 |  lane  |  rank  |  size  | length |   block size    |  created (ms)   |
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 * 64 | epoch  |h|c|0 0 | target: u16 length and UTF-8 | identity: u16 length and UTF-8 |
 *    +--------+--------+-----------------------------------------------------+
 *    | zeros … 4056
 * 4056 | tally, in the first slot of a data log, see {@link TallyDescriptor}
 *      +-----------------------------------------------------------------
 * </pre>
 *
 * <p>The magic is written last, so that a block in which neither slot has it was never opened: the
 * process died before it could put. Later slots are written over older ones, where it is already.
 *
 * <p>The CRC32C covers bytes 12 to <i>length</i>, so everything that is read and not itself the
 * checksum; the magic in front of it is compared, not computed with.
 */
public final class SlotDescriptor {
  public static final int SLOT = 4096;
  public static final int BLOCK = 2 * SLOT;

  /** Reads as the letters BURSTLOG from the first byte on. */
  public static final long MAGIC = 0x474f4c5453525542L;

  /** 1: the first. */
  public static final short VERSION = 1;

  public static final byte META = 1;
  public static final byte DATA = 2;

  /** In a metadata log: it belongs to no session and holds nothing. */
  public static final byte SPARE = 3;

  public static final byte LITTLE = 1;
  public static final byte BIG = 2;

  public static final int MAGIC_AT = 0;
  public static final int CRC_AT = 8;
  public static final int VERSION_AT = 12;
  public static final int ORDER_AT = 14;
  public static final int KIND_AT = 15;
  public static final int SESSION_AT = 16;
  public static final int GENERATION_AT = 24;
  public static final int LANES_AT = 28;
  public static final int LANE_AT = 32;
  public static final int RANK_AT = 36;
  public static final int SIZE_AT = 40;
  public static final int LENGTH_AT = 44;
  public static final int BLOCK_SIZE_AT = 48;
  public static final int CREATED_AT = 56;
  public static final int EPOCH_AT = 64;

  /** 1 where the target begins with something that is in no log, else 0. */
  public static final int HEADED_AT = 68;

  /** How many copies are made on other nodes, and {@link #AWAITED} where puts wait for them. */
  public static final int COPIES_AT = 69;

  public static final int AWAITED = 0x80;

  public static final int TEXT_AT = 72;

  /** More processes than any group has, so a larger number was never written. */
  public static final int MOST_PROCESSES = 1 << 20;

  /** More processes than share any node's log. */
  public static final int MOST_LANES = 1 << 14;

  private SlotDescriptor() {}

  /** Writes a slot from the buffer's index 0 on and returns its length. */
  public static int encode(ByteBuffer slot, byte kind, LogHeader header) {
    for (int i = 0; i < SLOT; i += Long.BYTES) {
      slot.putLong(i, 0);
    }
    check(kind, header);
    int end = putText(slot, TEXT_AT, header.target());
    end = putText(slot, end, header.identity());
    slot.putLong(MAGIC_AT, MAGIC);
    slot.putShort(VERSION_AT, VERSION);
    slot.put(ORDER_AT, header.littleEndian() ? LITTLE : BIG);
    slot.put(KIND_AT, kind);
    slot.putLong(SESSION_AT, header.session());
    slot.putInt(GENERATION_AT, header.generation());
    slot.putInt(EPOCH_AT, header.epoch());
    slot.put(HEADED_AT, (byte) (header.headed() ? 1 : 0));
    LogHeader.Copied copied = header.copied();
    slot.put(COPIES_AT, (byte) (copied.copies() | (copied.awaited() ? AWAITED : 0)));
    slot.putInt(LANES_AT, header.lanes());
    slot.putInt(LANE_AT, header.lane());
    slot.putInt(RANK_AT, header.rank());
    slot.putInt(SIZE_AT, header.groupSize());
    slot.putInt(LENGTH_AT, end);
    slot.putLong(BLOCK_SIZE_AT, header.blockSize());
    slot.putLong(CREATED_AT, header.created());
    slot.putInt(CRC_AT, crc(slot, end));
    return end;
  }

  /** Tells whether nothing was ever written to a slot, or its writing was not ended. */
  public static boolean unwritten(ByteBuffer slot) {
    return isUnwritten(slot.getLong(MAGIC_AT));
  }

  /** Tells whether so much of a magic was written: none of its bytes, or the first of them. */
  public static boolean isUnwritten(long magic) {
    int last = (Long.SIZE - Long.numberOfLeadingZeros(magic) + Byte.SIZE - 1) / Byte.SIZE;
    return last < Long.BYTES && magic == (MAGIC & ((1L << (last * Byte.SIZE)) - 1));
  }

  /** Tells whether the writing of a slot of a kind was begun and not ended. */
  public static boolean begun(ByteBuffer slot, byte kind) {
    return unwritten(slot) && slot.getShort(VERSION_AT) == VERSION && slot.get(KIND_AT) == kind;
  }

  /** Tells whether a slot is whole: magic, plausible length, checksum. */
  public static boolean valid(ByteBuffer slot) {
    int length = slot.getInt(LENGTH_AT);
    return slot.getLong(MAGIC_AT) == MAGIC
        && length >= TEXT_AT + 2 * Short.BYTES
        && length <= TallyDescriptor.MARK_AT
        && slot.getInt(CRC_AT) == crc(slot, length);
  }

  /**
   * Reads a slot that {@link #valid} accepts and whose version is ours.
   *
   * @throws IllegalArgumentException when what it says cannot be
   */
  public static LogHeader decode(ByteBuffer slot) {
    int textLength = Short.toUnsignedInt(slot.getShort(TEXT_AT));
    LogHeader header =
        new LogHeader(
            slot.get(ORDER_AT) == LITTLE,
            slot.getLong(SESSION_AT),
            slot.getInt(GENERATION_AT),
            slot.getInt(EPOCH_AT),
            slot.get(HEADED_AT) != 0,
            new LogHeader.Copied(
                slot.get(COPIES_AT) & LogHeader.Copied.MOST, slot.get(COPIES_AT) < 0),
            slot.getInt(LANES_AT),
            slot.getInt(LANE_AT),
            slot.getInt(RANK_AT),
            slot.getInt(SIZE_AT),
            slot.getLong(BLOCK_SIZE_AT),
            slot.getLong(CREATED_AT),
            getText(slot, TEXT_AT),
            getText(slot, TEXT_AT + Short.BYTES + textLength));
    check(slot.get(KIND_AT), header);
    return header;
  }

  /** Refuses what no log can say of itself, before anybody makes room for so much. */
  private static void check(byte kind, LogHeader header) {
    int lanes = header.lanes();
    if (lanes < 1
        || lanes > MOST_LANES
        || header.lane() < 0
        || header.lane() >= lanes
        || !Lane.possibleBlock(lanes, header.blockSize())) {
      throw new IllegalArgumentException(
          "lane "
              + header.lane()
              + " of "
              + lanes
              + " with blocks of "
              + header.blockSize()
              + " bytes; the most are "
              + MOST_LANES
              + " lanes");
    }
    int size = header.groupSize();
    boolean possible = size >= lanes && size <= MOST_PROCESSES;
    if (kind != SPARE && (!possible || header.rank() < 0 || header.rank() >= size)) {
      throw new IllegalArgumentException(
          "rank " + header.rank() + " of " + size + " processes; the most are " + MOST_PROCESSES);
    }
    if (header.generation() < 0 || header.epoch() < 0) {
      throw new IllegalArgumentException(
          "generation " + header.generation() + " of epoch " + header.epoch());
    }
    if (header.target().indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a target with a zero character in its name");
    }
  }

  private static int putText(ByteBuffer slot, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (at + Short.BYTES + bytes.length > TallyDescriptor.MARK_AT - Short.BYTES) {
      throw new IllegalArgumentException(
          "path of " + bytes.length + " bytes is too long for a log header: " + text);
    }
    slot.putShort(at, (short) bytes.length);
    slot.put(at + Short.BYTES, bytes);
    return at + Short.BYTES + bytes.length;
  }

  private static String getText(ByteBuffer slot, int at) {
    byte[] bytes = new byte[Short.toUnsignedInt(slot.getShort(at))];
    if (bytes.length > slot.getInt(LENGTH_AT) - at - Short.BYTES) {
      throw new IllegalArgumentException("a text of " + bytes.length + " bytes at " + at);
    }
    slot.get(at + Short.BYTES, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int crc(ByteBuffer slot, int end) {
    CRC32C crc = new CRC32C();
    crc.update(slot.duplicate().limit(end).position(VERSION_AT));
    return (int) crc.getValue();
  }
}
