package org.burstlog.drain;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;

/**
 * Puts that wait in memory, seen as a log, so that they are planned and written like one.
 *
 * <p>A position in it is the sum of the lengths of the buffers before, and the bytes from there.
 */
final class MemoryLog implements DataView {
  private final RecordIndex index = new RecordIndex();
  private final List<ByteBuffer> buffers = new ArrayList<>();

  /** Where each buffer ends. */
  private long[] ends = new long[16];

  private int current;
  private int at;

  /** Adds a put behind those before. */
  void add(int array, Region region, ByteBuffer bytes) {
    int place = buffers.size();
    long begin = begin(place);
    index.add(array, region, begin);
    buffers.add(bytes);
    if (place == ends.length) {
      ends = Arrays.copyOf(ends, 2 * place);
    }
    ends[place] = begin + bytes.remaining();
  }

  private long begin(int place) {
    return place == 0 ? 0 : ends[place - 1];
  }

  RecordIndex records() {
    return index;
  }

  @Override
  public int seek(long position, int wanted) {
    if (position < begin(current) || position >= ends[current]) {
      int found = Arrays.binarySearch(ends, 0, buffers.size(), position);
      // A buffer that ends there is before it; of empty ones there may be several.
      current = found >= 0 ? found + 1 : -found - 1;
      while (ends[current] == position) {
        current++;
      }
    }
    at = (int) (position - begin(current));
    return (int) Math.min(wanted, ends[current] - position);
  }

  @Override
  public ByteBuffer buffer() {
    return buffers.get(current);
  }

  @Override
  public int index() {
    return at;
  }
}
