package org.burstlog.bench.plan;

import java.util.Arrays;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;

/** Extents one after the other in primitive arrays: offset, end, log position; in put order. */
final class Flat {
  private long[] offsets = new long[1024];
  private long[] ends = new long[1024];
  private long[] positions = new long[1024];
  private int size;

  static Flat of(Workload workload) {
    Flat flat = new Flat();
    RecordIndex index = workload.index();
    ExtentCursor cursor = new ExtentCursor();
    int rank = -1;
    Region region = new Region(0);
    for (int r = 0; r < index.size(); r++) {
      Array array = workload.arrays().get(index.array(r));
      if (array.rank() != rank) {
        rank = array.rank();
        region = new Region(rank);
      }
      index.region(r, region);
      cursor.reset(array, region);
      long data = index.dataPosition(r);
      while (cursor.next()) {
        flat.add(cursor.offset(), cursor.length(), data + cursor.position());
      }
    }
    return flat;
  }

  void add(long offset, long length, long position) {
    if (size == offsets.length) {
      offsets = Arrays.copyOf(offsets, size * 2);
      ends = Arrays.copyOf(ends, size * 2);
      positions = Arrays.copyOf(positions, size * 2);
    }
    offsets[size] = offset;
    ends[size] = offset + length;
    positions[size++] = position;
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  long offset(int i) {
    return offsets[i];
  }

  long end(int i) {
    return ends[i];
  }

  long position(int i) {
    return positions[i];
  }

  /** Sorts by offset, extents of one offset in put order, and returns their numbers in order. */
  int[] sort() {
    int[] order = new int[size];
    boolean ascending = true;
    for (int i = 0; i < size; i++) {
      order[i] = i;
      ascending &= i == 0 || offsets[i] >= offsets[i - 1];
    }
    return ascending ? order : radixSort(order);
  }

  /** The sort the plan has, so that what is compared is what is sorted and not how. */
  private int[] radixSort(int[] order) {
    long differing = 0;
    for (int i = 1; i < size; i++) {
      differing |= offsets[i] ^ offsets[0];
    }
    int low = Long.numberOfTrailingZeros(differing);
    int high = Long.SIZE - Long.numberOfLeadingZeros(differing);
    int passes = (high - low + 10) / 11;
    int bits = (high - low + passes - 1) / passes;
    int mask = (1 << bits) - 1;
    long[] keys = Arrays.copyOf(offsets, size);
    long[] otherKeys = new long[size];
    int[] values = order;
    int[] otherValues = new int[size];
    for (int pass = 0; pass < passes; pass++) {
      int shift = low + pass * bits;
      int[] next = new int[mask + 1];
      for (int i = 0; i < size; i++) {
        next[(int) (keys[i] >>> shift) & mask]++;
      }
      int place = 0;
      for (int digit = 0; digit <= mask; digit++) {
        int count = next[digit];
        next[digit] = place;
        place += count;
      }
      for (int i = 0; i < size; i++) {
        int at = next[(int) (keys[i] >>> shift) & mask]++;
        otherKeys[at] = keys[i];
        otherValues[at] = values[i];
      }
      long[] k = keys;
      keys = otherKeys;
      otherKeys = k;
      int[] v = values;
      values = otherValues;
      otherValues = v;
    }
    return values;
  }
}
