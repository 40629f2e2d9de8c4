package org.burstlog.recover;

import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.array.memory.Bytes;
import org.burstlog.plan.PendingReader;

/**
 * What one process sends to another in a round of a {@link Fetching}: entries, one behind the
 * other, each with the number of a region, a position in its bytes, a length, and that many bytes.
 */
final class FetchParcel implements PendingReader.Taker {
  private static final int NUMBER = 0;
  private static final int POSITION = NUMBER + Integer.BYTES;
  private static final int LENGTH = POSITION + Long.BYTES;
  private static final int ENTRY = LENGTH + Integer.BYTES;

  private final ByteBuffer buffer;
  private final Bytes bytes;
  private final int limit;
  private int end;
  private int number;

  /** Where the last entry is, and up to which byte of its region it goes; none at first. */
  private int last = -1;

  private long reached;

  /**
   * An empty parcel.
   *
   * @param buffer where it is put together
   * @param bytes the same buffer
   * @param begin where it begins there
   * @param limit where it must have ended
   */
  FetchParcel(ByteBuffer buffer, Bytes bytes, int begin, int limit) {
    this.buffer = buffer;
    this.bytes = bytes;
    this.end = begin;
    this.limit = limit;
  }

  /** Says of which region the next bytes are. */
  void of(int region) {
    number = region;
    last = -1;
  }

  /** Returns the first byte behind it. */
  int end() {
    return end;
  }

  @Override
  public int take(Bytes from, int at, int length, long position) {
    boolean goesOn = last >= 0 && position == reached;
    int data = goesOn ? end : end + ENTRY;
    int count = Math.min(length, limit - data);
    if (count <= 0) {
      return 0;
    }
    if (!goesOn) {
      last = end;
      buffer.putInt(last + NUMBER, number);
      buffer.putLong(last + POSITION, position);
      buffer.putInt(last + LENGTH, 0);
    }
    buffer.putInt(last + LENGTH, buffer.getInt(last + LENGTH) + count);
    bytes.swap(data, from, at, count, 1);
    end = data + count;
    reached = position + count;
    return count;
  }

  /**
   * Puts what has arrived where it belongs.
   *
   * @param buffer what was received
   * @param bytes the same buffer
   * @param regions by number
   * @return how many bytes the regions got
   */
  static long unpack(ByteBuffer buffer, Bytes bytes, int begin, int end, List<RegionFill> regions) {
    long got = 0;
    for (int at = begin; at < end; ) {
      int length = buffer.getInt(at + LENGTH);
      RegionFill region = regions.get(buffer.getInt(at + NUMBER));
      region.put(bytes, at + ENTRY, length, buffer.getLong(at + POSITION));
      got += length;
      at += ENTRY + length;
    }
    return got;
  }
}
