package org.burstlog.plan;

import org.burstlog.log.RecordIndex;

/**
 * Arrays and data positions of the next records that are one run each, read some at a time.
 *
 * <p>In the order of the target the records of the index are anywhere in memory. Read one by one,
 * each waits for the memory; read in a loop that does nothing else, they wait together.
 */
final class LookAhead {
  private static final int MOST = 64;

  private final Order order;
  private final RecordIndex index;
  private final long[] positions = new long[MOST];
  private final int[] arrays = new int[MOST];
  private int from;
  private int to;

  LookAhead(Order order, RecordIndex index) {
    this.order = order;
    this.index = index;
  }

  /** Sees to it that a place is read, and those behind it up to an end. */
  void reach(int place, int end) {
    if (place < to && place >= from) {
      return;
    }
    from = place;
    int i = 0;
    int most = Math.min(MOST, end - place);
    while (i < most && order.contiguous(place + i)) {
      int record = order.record(place + i);
      positions[i] = index.dataPosition(record);
      arrays[i] = index.array(record);
      i++;
    }
    to = place + i;
  }

  long position(int place) {
    return positions[place - from];
  }

  int array(int place) {
    return arrays[place - from];
  }
}
