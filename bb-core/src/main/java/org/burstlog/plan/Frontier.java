package org.burstlog.plan;

import java.util.Arrays;

/**
 * The cursors of a cluster by where they stand: a priority queue of longs, each with an int.
 *
 * <p>Regions of one cluster mostly take turns. Rows of neighbouring blocks come round and round, so
 * that a cursor which has moved on belongs behind all the others, or at least behind those of the
 * same rank of the nest. So a few lanes, each an ascending first-in-first-out ring, take what fits
 * at their end, and only what fits nowhere goes to a heap: taking turns costs the same however many
 * take part, and the worst case is that of a heap.
 */
final class Frontier {
  private static final int LANES = 3;
  private static final int HEAP = LANES;
  private static final long NONE = Long.MAX_VALUE;

  private final long[][] keys = new long[LANES + 1][16];
  private final int[][] values = new int[LANES + 1][16];

  /** Index of the first in a lane, not yet folded into the ring. */
  private final int[] head = new int[LANES];

  private final int[] count = new int[LANES + 1];

  /** Smallest key of each lane and of the heap, {@link #NONE} when it is empty. */
  private final long[] smallest = new long[LANES + 1];

  /** Largest key of each lane. */
  private final long[] largest = new long[LANES];

  private int size;

  /** Where the smallest key of all is. */
  private int best;

  Frontier() {
    Arrays.fill(smallest, NONE);
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** The smallest key, or the largest long there is when the frontier is empty. */
  long minKey() {
    return smallest[best];
  }

  /** The value of the smallest key. */
  int peek() {
    return best == HEAP ? values[HEAP][0] : values[best][head[best] & (values[best].length - 1)];
  }

  /** Takes the smallest key out and returns its value. */
  int pop() {
    int lane = best;
    int value = peek();
    size--;
    int left = --count[lane];
    if (lane == HEAP) {
      popHeap(left);
    } else {
      int next = ++head[lane];
      long[] ring = keys[lane];
      smallest[lane] = left == 0 ? NONE : ring[next & (ring.length - 1)];
    }
    findBest();
    return value;
  }

  void push(long key, int value) {
    size++;
    // The lane whose end is nearest below the key, so that the others stay open for smaller ones.
    int lane = HEAP;
    long end = -1;
    for (int i = 0; i < LANES; i++) {
      if (count[i] == 0) {
        if (lane == HEAP) {
          lane = i;
        }
      } else if (largest[i] <= key && largest[i] > end) {
        lane = i;
        end = largest[i];
      }
    }
    if (lane == HEAP) {
      pushHeap(key, value);
    } else {
      append(lane, key, value);
    }
    if (key < smallest[best]) {
      best = lane;
    }
  }

  private void append(int lane, long key, int value) {
    int left = count[lane];
    if (left == keys[lane].length) {
      grow(lane);
    }
    int at = (head[lane] + left) & (keys[lane].length - 1);
    keys[lane][at] = key;
    values[lane][at] = value;
    largest[lane] = key;
    count[lane] = left + 1;
    if (left == 0) {
      smallest[lane] = key;
    }
  }

  private void grow(int lane) {
    int length = keys[lane].length;
    int begin = head[lane] & (length - 1);
    long[] newKeys = new long[length * 2];
    int[] newValues = new int[length * 2];
    System.arraycopy(keys[lane], begin, newKeys, 0, length - begin);
    System.arraycopy(keys[lane], 0, newKeys, length - begin, begin);
    System.arraycopy(values[lane], begin, newValues, 0, length - begin);
    System.arraycopy(values[lane], 0, newValues, length - begin, begin);
    keys[lane] = newKeys;
    values[lane] = newValues;
    head[lane] = 0;
  }

  private void pushHeap(long key, int value) {
    int at = count[HEAP]++;
    if (at == keys[HEAP].length) {
      keys[HEAP] = Arrays.copyOf(keys[HEAP], at * 2);
      values[HEAP] = Arrays.copyOf(values[HEAP], at * 2);
    }
    long[] k = keys[HEAP];
    int[] v = values[HEAP];
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (k[parent] <= key) {
        break;
      }
      k[at] = k[parent];
      v[at] = v[parent];
      at = parent;
    }
    k[at] = key;
    v[at] = value;
    smallest[HEAP] = k[0];
  }

  /** Puts the last one in the place of the first and lets it sink. */
  private void popHeap(int left) {
    long[] k = keys[HEAP];
    int[] v = values[HEAP];
    long key = k[left];
    final int value = v[left];
    int at = 0;
    int child = 1;
    while (child < left) {
      if (child + 1 < left && k[child + 1] < k[child]) {
        child++;
      }
      if (key <= k[child]) {
        break;
      }
      k[at] = k[child];
      v[at] = v[child];
      at = child;
      child = 2 * at + 1;
    }
    k[at] = key;
    v[at] = value;
    smallest[HEAP] = left == 0 ? NONE : k[0];
  }

  private void findBest() {
    int min = 0;
    for (int i = 1; i <= HEAP; i++) {
      if (smallest[i] < smallest[min]) {
        min = i;
      }
    }
    best = min;
  }

  /** Bytes of heap in use. */
  long memory() {
    long slots = 0;
    for (long[] k : keys) {
      slots += k.length;
    }
    return slots * (Long.BYTES + Integer.BYTES);
  }
}
