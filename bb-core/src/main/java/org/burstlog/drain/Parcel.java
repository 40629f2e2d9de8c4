package org.burstlog.drain;

import java.nio.ByteBuffer;

/**
 * What one process sends to one owner of stripes for a window.
 *
 * <pre>
 *  0                8                          8 + 12 n
 *  +----------------+--------------------------+---------------------+
 *  | entries n      | n times: offset, length  | bytes of all n      |
 *  +----------------+--------------------------+---------------------+
 *    8 bytes          8 and 4 bytes each
 * </pre>
 *
 * <p>Big-endian, as Java has it. Entries ascend by offset. An n of -1 says that the sender failed
 * after it had promised so many bytes; they mean nothing.
 */
public final class Parcel {
  static final int HEAD = Long.BYTES;
  static final int ENTRY = Long.BYTES + Integer.BYTES;
  static final long FAILED = -1;

  private int entries;
  private long bytes;
  private int begin;
  private int entry;
  private int data;

  Parcel() {}

  /**
   * Returns how many bytes of a parcel say what is in it, for who simulates how it travels and has
   * no use for its data.
   *
   * @param buffer where it is
   * @param at its first byte there
   * @return bytes from the first one on
   */
  public static int described(ByteBuffer buffer, int at) {
    return HEAD + ENTRY * (int) Math.max(0, buffer.getLong(at));
  }

  /** Begins to count. */
  void clear() {
    entries = 0;
    bytes = 0;
  }

  void count(int length) {
    entries++;
    bytes += length;
  }

  /** Bytes of the whole, nothing when there is nothing in it. */
  long size() {
    return entries == 0 ? 0 : HEAD + (long) ENTRY * entries + bytes;
  }

  /** Bytes of data in it. */
  long bytes() {
    return bytes;
  }

  /** Begins to fill it, given where it lies in the buffer. */
  void begin(ByteBuffer buffer, int at) {
    begin = at;
    entry = at + HEAD;
    data = entry + ENTRY * entries;
    if (entries > 0) {
      buffer.putLong(at, entries);
    }
  }

  /** Adds an entry and returns where in the buffer its bytes go. */
  int add(ByteBuffer buffer, long offset, int length) {
    buffer.putLong(entry, offset);
    buffer.putInt(entry + Long.BYTES, length);
    entry += ENTRY;
    int at = data;
    data += length;
    return at;
  }

  /** Tells the owner not to look at it. */
  void fail(ByteBuffer buffer) {
    if (entries > 0) {
      buffer.putLong(begin, FAILED);
    }
  }

  /** Reads one that has arrived. */
  static final class Reader {
    private final ByteBuffer buffer;
    private int left;
    private int entry;
    private int data;
    private long offset;
    private int length;

    Reader(ByteBuffer buffer, int at) {
      this.buffer = buffer;
      long entries = buffer.getLong(at);
      left = (int) Math.max(0, entries);
      entry = at + HEAD;
      data = entry + ENTRY * left;
      length = 0;
    }

    /** Goes to the next entry; false behind the last. */
    boolean next() {
      data += length;
      if (left == 0) {
        return false;
      }
      left--;
      offset = buffer.getLong(entry);
      length = buffer.getInt(entry + Long.BYTES);
      entry += ENTRY;
      return true;
    }

    long offset() {
      return offset;
    }

    int length() {
      return length;
    }

    /** Where its bytes are in the buffer. */
    int data() {
      return data;
    }
  }
}
