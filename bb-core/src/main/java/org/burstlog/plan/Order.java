package org.burstlog.plan;

import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.log.RecordIndex;

/**
 * The first level of the reordering: records in the order of their first bytes, and which of them
 * interleave. Built once, then only read.
 */
final class Order {
  /** Marks a record whose bytes are all there is from its first byte to its last. */
  private static final int CONTIGUOUS = 1 << 31;

  private final int size;
  private final long[] first;
  private final int[] record;

  /** The last byte of the records up to and including this one. */
  private final long[] reach;

  private final boolean sorted;
  private final long orderMemory;
  private final Totals totals;
  private final long orderNanos;
  private final long clusterNanos;

  /** What is counted on the way. */
  static final class Totals {
    long records;
    long empty;
    long bytes;
    long extents;
    long rewritten;
    long rewrittenBytes;
    long rewrittenExtents;
    long clusters;
    long alone;
    long largest;
  }

  Order(RecordIndex index, Array[] table) {
    final long begin = System.nanoTime();
    Totals t = new Totals();
    int n = index.size();
    long[] keys = new long[n];
    long[] last = new long[n];
    int[] records = new int[n];
    Footprint footprint = new Footprint();
    boolean ascending = true;
    long before = -1;
    int m = 0;
    for (int r = 0; r < n; r++) {
      Array array = table[index.array(r)];
      footprint.set(array, index.coordinates(r), index.coordinatesAt(r));
      if (footprint.isEmpty()) {
        continue;
      }
      long offset = footprint.first();
      ascending &= offset >= before;
      before = offset;
      keys[m] = offset;
      last[r] = footprint.isContiguous() ? ~footprint.last() : footprint.last();
      records[m++] = r;
      t.bytes += footprint.bytes();
      t.extents += footprint.extents();
    }
    t.records = n;
    t.empty = (long) n - m;
    long memory = bytes(keys) + bytes(last) + bytes(records);
    long[] spare = {};
    if (!ascending) {
      RadixSort sort = new RadixSort(keys, records, m);
      keys = sort.keys();
      records = sort.values();
      spare = sort.spare();
      memory += bytes(spare) + bytes(records);
    }
    final long ordered = System.nanoTime();
    if (spare.length < m) {
      spare = new long[m];
      memory += bytes(spare);
    }
    first = keys;
    record = records;
    reach = spare;
    sorted = ascending;
    totals = t;
    for (int i = 0; i < m; i++) {
      long end = last[record[i]];
      reach[i] = end < 0 ? ~end : end;
      record[i] |= end < 0 ? CONTIGUOUS : 0;
    }
    size = new Rewrites(index, table).leaveOut(this, m);
    cluster();
    orderMemory = memory;
    orderNanos = ordered - begin;
    clusterNanos = System.nanoTime() - ordered;
  }

  /** Turns last bytes into reaches, and counts the clusters they make. */
  private void cluster() {
    long most = -1;
    int begin = 0;
    for (int i = 0; i < size; i++) {
      if (first[i] > most && i > 0) {
        count(i - begin);
        begin = i;
      }
      most = Math.max(most, reach[i]);
      reach[i] = most;
    }
    if (size > 0) {
      count(size - begin);
    }
  }

  private void count(int records) {
    totals.clusters++;
    totals.alone += records == 1 ? 1 : 0;
    totals.largest = Math.max(totals.largest, records);
  }

  /** How many records are in order. */
  int size() {
    return size;
  }

  /** First byte of the record at a place of the order. */
  long first(int place) {
    return first[place];
  }

  /** Last byte of the records up to a place. */
  long reach(int place) {
    return reach[place];
  }

  int record(int place) {
    return record[place] & ~CONTIGUOUS;
  }

  boolean contiguous(int place) {
    return record[place] < 0;
  }

  /** Moves a record to an earlier place, while some are left out. */
  void move(int from, int to) {
    first[to] = first[from];
    reach[to] = reach[from];
    record[to] = record[from];
  }

  /** First place whose record, or one before it, reaches a byte. */
  int firstReaching(long offset) {
    return firstAtLeast(reach, offset);
  }

  /** First place whose record begins at or behind a byte. */
  int firstFrom(long offset) {
    return firstAtLeast(first, offset);
  }

  private int firstAtLeast(long[] ascending, long offset) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  boolean sorted() {
    return sorted;
  }

  Totals totals() {
    return totals;
  }

  long orderNanos() {
    return orderNanos;
  }

  long clusterNanos() {
    return clusterNanos;
  }

  /** Bytes of heap needed at most while ordering. */
  long peakMemory() {
    return orderMemory;
  }

  /** Bytes of heap kept. */
  long memory() {
    return bytes(first) + bytes(reach) + bytes(record);
  }

  private static long bytes(long[] array) {
    return (long) array.length * Long.BYTES;
  }

  private static long bytes(int[] array) {
    return (long) array.length * Integer.BYTES;
  }
}
