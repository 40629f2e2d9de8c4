package org.burstlog.log.format;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The head that every entry of a metadata log begins with.
 *
 * <pre>
 *    0        4        8        12       16       20       24       28       32
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 *  0 | length |  crc   |     session     |    sequence     | generation  |  rank  |
 *    +--------+--------+--------+--------+--------+--------+--------+--------+
 * 32 |kind|res|unsynced| body …                                 (8-aligned) |
 *    +--------+--------------------------------------------------------------+
 * </pre>
 *
 * <p>Bytes 0 to 8 are the commit word, stored last and in one piece: a length other than zero says
 * that the whole entry is in place. Before it, a zero is stored where the next entry's commit word
 * will be, so that behind the last whole entry there is always a zero, whatever an older generation
 * left there. The length is a multiple of 8 and includes the head.
 *
 * <p>The CRC32C covers bytes 8 to <i>length</i>. The length itself is outside, as it says how far
 * to compute; a wrong one fails the checksum of the wrong range.
 *
 * <p>Sequence counts the entries of an generation from 0. Unsynced says how many entries directly
 * before this one a power loss may have taken although it left this one, because no sync of them
 * had returned when this one was written; a larger number than fits is written as the largest. So a
 * reader can tell a power loss from damage. It is 0 where the log is not synced at all: then
 * whatever is missing before a whole entry is reported as damage.
 *
 * <p>Kinds this version writes: {@link #ARRAY}, {@link #PUT} and {@link #PLACE}. A reader skips
 * others by length.
 */
public final class EntryDescriptor {
  public static final int COMMIT_AT = 0;
  public static final int LENGTH_AT = 0;
  public static final int CRC_AT = 4;
  public static final int SESSION_AT = 8;
  public static final int SEQUENCE_AT = 16;
  public static final int GENERATION_AT = 24;
  public static final int RANK_AT = 28;
  public static final int KIND_AT = 32;
  public static final int UNSYNCED_AT = 36;
  public static final int BODY_AT = 40;

  /** An array definition, see {@link ArrayDescriptor}. */
  public static final short ARRAY = 1;

  /** A put, see {@link PutDescriptor}. */
  public static final short PUT = 2;

  /** Where data goes on, see {@link PlaceDescriptor}. */
  public static final short PLACE = 3;

  /** The longest entry: an array of 1024 dimensions with a long name fits. */
  public static final int MAX_LENGTH = 1 << 17;

  private EntryDescriptor() {}

  /**
   * Encodes the head but for the commit word.
   *
   * @param entry the entry in words of 8 bytes: storing each field to a byte buffer made a put five
   *     times as much code, which the JVM took long to compile
   */
  public static void encode(
      long[] entry, LogHeader header, long sequence, long unsynced, short kind) {
    entry[COMMIT_AT / Long.BYTES] = 0;
    entry[SESSION_AT / Long.BYTES] = header.session();
    entry[SEQUENCE_AT / Long.BYTES] = sequence;
    entry[GENERATION_AT / Long.BYTES] = word(header.generation(), header.rank());
    entry[KIND_AT / Long.BYTES] = word(kind, (int) Math.min(unsynced, 0xffff_ffffL));
  }

  /** Packs the two halves of a commit word as they lie in the log. */
  public static long commitWord(int length, int crc) {
    return word(length, crc);
  }

  /** Packs two fields of 4 bytes that lie side by side. */
  static long word(int first, int second) {
    return Integer.toUnsignedLong(first) | (long) second << Integer.SIZE;
  }

  /**
   * Tells whether an entry matches its checksum.
   *
   * @param entries entries, in little-endian order
   * @param at where it begins there
   * @param length its length
   */
  public static boolean isWhole(ByteBuffer entries, int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(entries.duplicate().limit(at + length).position(at + SESSION_AT));
    return (int) crc.getValue() == entries.getInt(at + CRC_AT);
  }

  /** Tells whether a length read from a log can be that of an entry. */
  public static boolean plausible(int length) {
    return length >= BODY_AT && length <= MAX_LENGTH && (length & 7) == 0;
  }
}
