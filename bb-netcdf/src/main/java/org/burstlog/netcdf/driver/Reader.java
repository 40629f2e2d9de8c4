package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.Region;

/**
 * Reads regions of the target, several near extents with one access: what lies between them is read
 * too and left out, which costs less than asking again.
 */
final class Reader {
  private final ReadWindow window;
  private final ExtentCursor cursor = new ExtentCursor();

  /** Offsets and lengths in the buffer of the pieces of a window. */
  private int[] pieces = new int[128];

  private int count;

  Reader(ReadWindow window) {
    this.window = window;
  }

  /**
   * Reads a region.
   *
   * @param into a primitive array or byte buffer, gets elements in the machine's byte order
   * @param offset bytes into it
   * @param length the region's bytes
   */
  void read(Array array, Region region, Object into, long offset, long length) throws IOException {
    if (length == 0) {
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
      while (more && at - end <= ReadWindow.WIDEST_GAP && at - begin + width <= window.size()) {
        int taken = (int) Math.min(left, (window.size() - (at - begin)) & -width);
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
      compact(window.read(begin, (int) (end - begin)));
      window.bytes().get(0, into, offset + done, useful, array);
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

  private void compact(ByteBuffer buffer) {
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
