package org.burstlog.netcdf.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.memory.Elements;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;

/**
 * Puts that wait in memory, seen as a log, so that they are planned and written like one.
 *
 * <p>A position in it is the sum of the lengths of the buffers before, and the bytes from there.
 */
final class MemoryLog implements DataView {
  private final RecordIndex index = new RecordIndex();
  private final ByteBuffer[] buffers;
  private final long[] begins;
  private int current;
  private int at;

  /**
   * Lists puts.
   *
   * @param puts in the order in which they were put
   */
  MemoryLog(List<Transfer> puts) {
    buffers = new ByteBuffer[puts.size()];
    begins = new long[puts.size() + 1];
    for (int i = 0; i < buffers.length; i++) {
      Transfer put = puts.get(i);
      int length = Math.toIntExact(put.length());
      buffers[i] = bytes(put.memory(), put.offset(), length);
      index.add(put.variable(), put.region(), begins[i]);
      begins[i + 1] = begins[i] + length;
    }
  }

  private static ByteBuffer bytes(Object memory, long offset, int length) {
    if (memory instanceof ByteBuffer b) {
      return b.slice((int) offset, length);
    }
    if (memory instanceof byte[] b) {
      return ByteBuffer.wrap(b, (int) offset, length).slice();
    }
    ByteBuffer copy = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
    new Elements(copy, 0, length, copy.order()).put(0, memory, offset, length, 1);
    return copy;
  }

  RecordIndex records() {
    return index;
  }

  @Override
  public int seek(long position, int wanted) {
    if (position < begins[current] || position >= begins[current + 1]) {
      int found = Arrays.binarySearch(begins, position);
      // Buffers may be empty; of those that begin here the last is the one with the byte.
      current = found >= 0 ? found : -found - 2;
      while (begins[current + 1] == position) {
        current++;
      }
    }
    at = (int) (position - begins[current]);
    return (int) Math.min(wanted, begins[current + 1] - position);
  }

  @Override
  public ByteBuffer buffer() {
    return buffers[current];
  }

  @Override
  public int index() {
    return at;
  }
}
