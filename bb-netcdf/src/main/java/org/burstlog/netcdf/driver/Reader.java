package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.Region;
import org.burstlog.target.TargetFile;

/**
 * Reads regions of the target, several near extents with one access: what lies between them is read
 * too and left out, which costs less than asking again.
 */
final class Reader {
  /** The most bytes between two extents that are read together. */
  private static final int WIDEST_GAP = 16 << 10;

  private final TargetFile target;
  private final int window;
  private final ExtentCursor cursor = new ExtentCursor();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(0);

  /** Offsets and lengths in the buffer of the pieces of a window. */
  private int[] pieces = new int[128];

  private int count;

  Reader(TargetFile target, int window) {
    this.target = target;
    this.window = Math.max(window & -8, 4096);
  }

  /**
   * Reads a region.
   *
   * @param into a primitive array or byte buffer, gets elements in the machine's byte order
   * @param offset bytes into it
   */
  void read(Array array, Region region, Object into, long offset) throws IOException {
    long bytes = Math.multiplyExact(region.elements(), (long) array.elementSize());
    if (bytes == 0) {
      return;
    }
    int width = array.elementSize();
    long done = 0;
    cursor.reset(array, region);
    boolean more = cursor.next();
    long at = more ? cursor.offset() : 0;
    long left = more ? cursor.length() : 0;
    while (more) {
      long begin = at;
      long end = begin;
      int useful = 0;
      count = 0;
      while (more && at - end <= WIDEST_GAP && at - begin + width <= window) {
        int taken = (int) Math.min(left, (window - (at - begin)) & -width);
        add((int) (at - begin), taken);
        useful += taken;
        end = at + taken;
        left -= taken;
        at += taken;
        if (left == 0) {
          more = cursor.next();
          at = more ? cursor.offset() : 0;
          left = more ? cursor.length() : 0;
        }
      }
      fetch(begin, (int) (end - begin));
      compact();
      Bytes.toMemory(buffer.order(array.order()), useful, into, offset + done, width);
      done += useful;
    }
  }

  private void add(int offset, int length) {
    if (2 * count == pieces.length) {
      pieces = Arrays.copyOf(pieces, pieces.length * 2);
    }
    pieces[2 * count] = offset;
    pieces[2 * count + 1] = length;
    count++;
  }

  private void fetch(long position, int length) throws IOException {
    if (buffer.capacity() < length) {
      buffer =
          ByteBuffer.allocateDirect(
              Math.min(window, Math.max(length, Math.max(4096, 2 * buffer.capacity()))));
    }
    buffer.clear().limit(length);
    target.read(position, buffer);
    while (buffer.remaining() >= Long.BYTES) {
      buffer.putLong(0);
    }
    while (buffer.hasRemaining()) {
      buffer.put((byte) 0);
    }
    buffer.clear();
  }

  private void compact() {
    int end = pieces[1];
    for (int i = 1; i < count; i++) {
      int from = pieces[2 * i];
      int length = pieces[2 * i + 1];
      if (length == Long.BYTES) {
        buffer.order(ByteOrder.nativeOrder()).putLong(end, buffer.getLong(from));
      } else if (length == Integer.BYTES) {
        buffer.order(ByteOrder.nativeOrder()).putInt(end, buffer.getInt(from));
      } else {
        buffer.put(end, buffer, from, length);
      }
      end += length;
    }
  }
}
