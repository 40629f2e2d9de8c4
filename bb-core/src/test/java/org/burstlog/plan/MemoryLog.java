package org.burstlog.plan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;

/** The pending records of a test with their data on the heap. */
final class MemoryLog {
  private final RecordIndex index = new RecordIndex();
  private byte[] data = new byte[1024];
  private int end;

  /** Appends a put; the data is as long as the region. */
  void put(int array, Region region, byte[] bytes) {
    index.add(array, region, end);
    int next = (end + bytes.length + 7) & -8;
    if (next > data.length) {
      data = Arrays.copyOf(data, Math.max(next, data.length * 2));
    }
    System.arraycopy(bytes, 0, data, end, bytes.length);
    end = next;
  }

  /** Appends a put of bytes that all have one value. */
  void put(int number, Array array, Region region, int value) {
    byte[] bytes = new byte[(int) region.elements() * array.elementSize()];
    Arrays.fill(bytes, (byte) value);
    put(number, region, bytes);
  }

  RecordIndex index() {
    return index;
  }

  /** A view that shows at most so many bytes at a time. */
  DataView view(int window) {
    ByteBuffer all = ByteBuffer.wrap(data, 0, end);
    return new DataView() {
      private int at;

      @Override
      public int seek(long position, int wanted) {
        at = Math.toIntExact(position);
        if (wanted < 1 || at < 0 || at >= end) {
          throw new IllegalArgumentException(wanted + " bytes at " + position + " of " + end);
        }
        // The window begins at a multiple of its size, as that of a mapped chunk does.
        return Math.min(Math.min(wanted, window - at % window), end - at);
      }

      @Override
      public ByteBuffer buffer() {
        return all;
      }

      @Override
      public int index() {
        return at;
      }
    };
  }
}
