package org.burstlog.plan;

import java.util.Arrays;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.log.RecordIndex;

/**
 * Leaves out records that a later put of the same bytes makes worthless.
 *
 * <p>Looks only among records with the same first byte, which lie side by side in the order, so
 * that a program which rewrites nothing pays one comparison a record. A record goes when a later
 * one has the same array and region, or when both are one run of bytes up to the same last byte.
 * Other shadows are left to the merge, which skips them.
 */
final class Rewrites {
  private final RecordIndex index;
  private final Array[] arrays;
  private final Footprint footprint = new Footprint();

  /** Places plus one by the hash of what they write; 0 is free. */
  private int[] table = {};

  Rewrites(RecordIndex index, Array[] arrays) {
    this.index = index;
    this.arrays = arrays;
  }

  /** Closes the gaps in an order of as yet {@code size} records and returns how many are left. */
  int leaveOut(Order order, int size) {
    int kept = 0;
    int i = 0;
    while (i < size) {
      long first = order.first(i);
      int end = i + 1;
      while (end < size && order.first(end) == first) {
        end++;
      }
      if (end > i + 1) {
        kept = leaveOut(order, i, end, kept);
      } else {
        if (kept != i) {
          order.move(i, kept);
        }
        kept++;
      }
      i = end;
    }
    return kept;
  }

  private int leaveOut(Order order, int begin, int end, int kept) {
    int mask = Integer.highestOneBit(end - begin) * 4 - 1;
    if (table.length <= mask) {
      table = new int[mask + 1];
    } else {
      Arrays.fill(table, 0, mask + 1, 0);
    }
    // The latest first, to the back; what stays moves to the front afterwards.
    int back = end;
    for (int i = end - 1; i >= begin; i--) {
      int slot = hash(order, i) & mask;
      while (table[slot] != 0 && !same(order, table[slot] - 1, i)) {
        slot = (slot + 1) & mask;
      }
      if (table[slot] == 0) {
        back--;
        if (back != i) {
          order.move(i, back);
        }
        table[slot] = back + 1;
      } else {
        count(order, i);
      }
    }
    int to = kept;
    for (int i = back; i < end; i++, to++) {
      if (to != i) {
        order.move(i, to);
      }
    }
    return to;
  }

  private static int hash(Order order, int place) {
    long mixed = order.reach(place) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  private boolean same(Order order, int a, int b) {
    if (order.reach(a) != order.reach(b) || order.contiguous(a) != order.contiguous(b)) {
      return false;
    }
    return order.contiguous(a) || sameRegion(order.record(a), order.record(b));
  }

  private boolean sameRegion(int a, int b) {
    int array = index.array(a);
    if (array != index.array(b)) {
      return false;
    }
    long[] x = index.coordinates(a);
    long[] y = index.coordinates(b);
    int i = index.coordinatesAt(a);
    int j = index.coordinatesAt(b);
    for (int d = arrays[array].rank(); d > 0; d--, i += 3, j += 3) {
      if (x[i] != y[j] || x[i + 1] != y[j + 1] || (x[i + 2] != y[j + 2] && x[i + 1] != 1)) {
        return false;
      }
    }
    return true;
  }

  private void count(Order order, int place) {
    int record = order.record(place);
    Array array = arrays[index.array(record)];
    footprint.set(array, index.coordinates(record), index.coordinatesAt(record));
    Order.Totals totals = order.totals();
    totals.rewritten++;
    totals.rewrittenBytes += footprint.bytes();
    totals.rewrittenExtents += footprint.extents();
  }
}
