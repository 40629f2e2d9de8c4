package org.burstlog.guard.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.burstlog.log.file.Placement;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;

/**
 * What is sent of a log in one piece.
 *
 * <pre>
 *    0        4        8        12       16       24       32
 *    +--------+--------+--------+--------+--------+--------+
 *    |  kind  |  lane  | gener. | length |position|  crc   | payload …
 *    +--------+--------+--------+--------+--------+--------+
 * </pre>
 *
 * <p>The CRC32C covers all before it and the payload. All integers are little-endian.
 */
final class Frame {
  static final int HEAD = 32;

  private static final int CRC_AT = 24;

  /** The most that follows the head. */
  static final int MOST = 1 << 18;

  /** What a frame brings. */
  enum Kind {
    /**
     * A lane: its name and all that its log says of itself. The keeper tells what it has of it, and
     * takes what comes behind this, also where it has refused something before.
     */
    BEGIN(1),
    /** Another generation. */
    RESET(2),
    /** Data, at a position of the data log. */
    DATA(3),
    /** Whole entries whose data was sent before, at a position of the metadata log. */
    ENTRIES(4),
    /** The tally, when all the entries were sent that it counts. */
    TALLY(5),
    /** A chunk of which parity is made has come to its end. */
    CHUNK(6),
    /** How far a lane has come, when all was sent that the keeper is to have of it. */
    UP_TO(7);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    static Kind of(int code) throws IOException {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IOException("what was received is no part of a log");
    }
  }

  private final CRC32C crc = new CRC32C();

  Kind kind = Kind.BEGIN;
  int lane;
  int generation;
  long position;
  int length;
  private int check;

  /** Writes the head of what lies in a payload from its position to its limit. */
  void encode(ByteBuffer head, ByteBuffer payload) {
    length = payload.remaining();
    head.clear().order(ByteOrder.LITTLE_ENDIAN);
    head.putInt(kind.code).putInt(lane).putInt(generation).putInt(length).putLong(position);
    head.putInt(crc(head, payload)).putInt(0);
    head.flip();
  }

  private int crc(ByteBuffer head, ByteBuffer payload) {
    crc.reset();
    crc.update(head.duplicate().position(0).limit(CRC_AT));
    crc.update(payload.duplicate());
    return (int) crc.getValue();
  }

  /** Reads a head. */
  void decode(ByteBuffer head) throws IOException {
    head.order(ByteOrder.LITTLE_ENDIAN);
    kind = Kind.of(head.getInt(0));
    lane = head.getInt(4);
    generation = head.getInt(8);
    length = head.getInt(12);
    position = head.getLong(16);
    check = head.getInt(CRC_AT);
    if (length < 0 || length > MOST || lane < 0) {
      throw new IOException("what was received is no part of a log");
    }
  }

  /** Refuses a payload that is not as it was sent. */
  void check(ByteBuffer head, ByteBuffer payload) throws IOException {
    if (crc(head, payload) != check) {
      throw new IOException("what was received does not match its checksum");
    }
  }

  /**
   * The end of a chunk of which parity is made.
   *
   * @param metadata whether of the metadata log
   * @param number which chunk
   * @param length bytes in it
   * @param crc CRC32C of them
   */
  record Chunk(boolean metadata, long number, int length, int crc) {
    ByteBuffer write(ByteBuffer payload) {
      payload.clear().order(ByteOrder.LITTLE_ENDIAN);
      payload.putInt(metadata ? 1 : 0).putInt(length).putLong(number).putInt(crc);
      return payload.flip();
    }

    static Chunk read(ByteBuffer payload) {
      ByteBuffer from = payload.duplicate().order(ByteOrder.LITTLE_ENDIAN);
      boolean metadata = from.getInt() != 0;
      int length = from.getInt();
      return new Chunk(metadata, from.getLong(), length, from.getInt());
    }
  }

  /**
   * How far a lane has come.
   *
   * @param covered how much data was sent
   * @param placement where that is in the log
   * @param tally the words of the tally of all entries that were sent; none where it counts more
   */
  record UpTo(long covered, Placement placement, List<Long> tally) {
    ByteBuffer write(ByteBuffer payload) {
      payload.clear().order(ByteOrder.LITTLE_ENDIAN);
      payload.putLong(covered).putLong(placement.start()).putLong(placement.tail());
      tally.forEach(payload::putLong);
      return payload.flip();
    }

    static UpTo read(ByteBuffer payload) {
      ByteBuffer from = payload.duplicate().order(ByteOrder.LITTLE_ENDIAN);
      long covered = from.getLong();
      Placement placement = new Placement(from.getLong(), from.getLong());
      List<Long> tally = new ArrayList<>();
      while (from.remaining() >= Long.BYTES) {
        tally.add(from.getLong());
      }
      return new UpTo(covered, placement, tally);
    }
  }

  /**
   * What a lane says of itself.
   *
   * @param name what the files of the log are called
   * @param header what the log says of itself
   * @param dataBlock size of the blocks of its data log
   * @param began number of the last drain of all processes before its generation
   */
  record Announcement(String name, LogHeader header, long dataBlock, long began) {
    void write(ByteBuffer payload) {
      byte[] text = name.getBytes(StandardCharsets.UTF_8);
      payload.clear().order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer slot = payload.slice().order(ByteOrder.LITTLE_ENDIAN);
      SlotDescriptor.encode(slot, SlotDescriptor.META, header);
      payload.position(SlotDescriptor.SLOT).putLong(dataBlock).putLong(began);
      payload.putInt(text.length).put(text).flip();
    }

    static Announcement read(ByteBuffer payload) throws IOException {
      ByteBuffer slot = payload.slice().order(ByteOrder.LITTLE_ENDIAN);
      try {
        if (!SlotDescriptor.valid(slot)) {
          throw new IOException("what a log says of itself was not received whole");
        }
        LogHeader header = SlotDescriptor.decode(slot);
        ByteBuffer rest = payload.slice().order(ByteOrder.LITTLE_ENDIAN);
        rest.position(SlotDescriptor.SLOT);
        long dataBlock = rest.getLong();
        long began = rest.getLong();
        byte[] text = new byte[Math.min(rest.getInt(), rest.remaining())];
        rest.get(text);
        return new Announcement(new String(text, StandardCharsets.UTF_8), header, dataBlock, began);
      } catch (RuntimeException e) {
        throw new IOException("what a log says of itself cannot be", e);
      }
    }
  }
}
