package org.burstlog.log.file;

import org.burstlog.storage.Mapping;

/** A mapped piece of a lane. */
public final class Segment {
  private static final int PAGE = 4096;

  final long start;
  final int size;
  public final Mapping mapping;
  final Memory memory;

  /**
   * A piece that is mapped.
   *
   * @param start where it begins in the lane
   * @param size its bytes
   * @param mapping its memory
   */
  Segment(long start, int size, Mapping mapping) {
    this.start = start;
    this.size = size;
    this.mapping = mapping;
    this.memory = new Memory(mapping.buffer());
  }

  /** Takes the page faults of the first generation, while nobody uses the segment. */
  void touch() {
    for (int page = 0; page < size; page += PAGE) {
      memory.bytes.put(page, (byte) 0);
    }
  }

  boolean holds(long position) {
    return position >= start && position < start + size;
  }

  /** Returns the index of the segment of a position, among segments one behind the other. */
  static int find(Segment[] all, long position) {
    int low = 0;
    int high = all.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (all[middle].start <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
