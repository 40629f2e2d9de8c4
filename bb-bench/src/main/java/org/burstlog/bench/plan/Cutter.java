package org.burstlog.bench.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Goes over sorted extents, lets the later of overlapping ones win, and cuts batches. */
class Cutter {
  private final Flat flat;
  private final int bytes;
  private final Batch batch;
  private long batches;
  private long extents;

  Cutter(Flat flat, int bytes, Batch batch) {
    this.flat = flat;
    this.bytes = bytes;
    this.batch = batch;
  }

  /** Cuts all; a batch is forgotten when the next one begins. */
  void cut(int[] order) {
    int i = 0;
    while (i < order.length) {
      long end = flat.end(order[i]);
      int next = i + 1;
      while (next < order.length && flat.offset(order[next]) < end) {
        end = Math.max(end, flat.end(order[next++]));
      }
      if (next == i + 1) {
        int e = order[i];
        emit(flat.offset(e), end, flat.position(e));
      } else {
        resolve(Arrays.copyOfRange(order, i, next));
      }
      i = next;
    }
    finish();
  }

  /** Extents that overlap: between any two of their bounds, the latest that covers the place. */
  private void resolve(int[] group) {
    long[] bounds = new long[group.length * 2];
    for (int i = 0; i < group.length; i++) {
      bounds[2 * i] = flat.offset(group[i]);
      bounds[2 * i + 1] = flat.end(group[i]);
    }
    Arrays.sort(bounds);
    PriorityQueue<Integer> latest = new PriorityQueue<>(Comparator.reverseOrder());
    int entered = 0;
    for (int b = 0; b + 1 < bounds.length; b++) {
      if (bounds[b] == bounds[b + 1]) {
        continue;
      }
      while (entered < group.length && flat.offset(group[entered]) <= bounds[b]) {
        latest.add(group[entered++]);
      }
      Integer top = latest.peek();
      while (top != null && flat.end(top) <= bounds[b]) {
        latest.poll();
        top = latest.peek();
      }
      if (top != null) {
        emit(bounds[b], bounds[b + 1], flat.position(top) + bounds[b] - flat.offset(top));
      }
    }
  }

  private void emit(long offset, long end, long position) {
    long at = offset;
    while (at < end) {
      int room = bytes - (int) batch.extents().bytes();
      if (room == 0) {
        finish();
        room = bytes;
      }
      int n = (int) Math.min(room, end - at);
      batch.add(at, n, position + at - offset);
      at += n;
    }
  }

  void finish() {
    if (batch.extents().size() > 0) {
      batches++;
      extents += batch.extents().size();
      onBatch(batch);
    }
    batch.clear();
  }

  /** For whoever wants to see batches; nothing here. */
  void onBatch(Batch full) {}

  long batches() {
    return batches;
  }

  long extents() {
    return extents;
  }
}
