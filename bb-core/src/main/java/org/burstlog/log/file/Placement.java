package org.burstlog.log.file;

import java.io.IOException;
import org.burstlog.log.format.SlotDescriptor;

/**
 * Where in a data log the data of a generation lies: in one piece, or in two when it went on at the
 * beginning of the log.
 *
 * @param start where the first piece begins
 * @param tail bytes of the first piece; {@link Long#MAX_VALUE} where there is no other
 */
public record Placement(long start, long tail) {
  /**
   * Tells whether some of the data lies in a range of the log.
   *
   * @param filled bytes of data
   * @param from where the range begins
   * @param to where it ends
   */
  public boolean touches(long filled, long from, long to) {
    return (from < start + first(filled) && to > start)
        || (filled > tail && from < SlotDescriptor.BLOCK + filled - tail);
  }

  /**
   * Returns the first position from one on at which some of the data lies.
   *
   * @param filled bytes of data
   * @param from where to begin
   * @return the position; {@link Long#MAX_VALUE} when there is none
   */
  public long next(long filled, long from) {
    long next = Long.MAX_VALUE;
    if (from < start + first(filled)) {
      next = Math.max(from, start);
    }
    if (filled > tail && from < SlotDescriptor.BLOCK + filled - tail) {
      next = Math.min(next, Math.max(from, SlotDescriptor.BLOCK));
    }
    return next;
  }

  /** Returns where in the log the last piece of so much data ends, by position. */
  public long end(long filled) {
    long end = start + first(filled);
    return filled > tail ? Math.max(end, SlotDescriptor.BLOCK + filled - tail) : end;
  }

  /** Returns the position of a byte of the data. */
  public long at(long offset) {
    return offset < tail ? start + offset : SlotDescriptor.BLOCK + offset - tail;
  }

  /** Returns how many bytes from one on lie one behind the other. */
  public long contiguous(long offset) {
    return offset < tail ? tail - offset : Long.MAX_VALUE;
  }

  private long first(long filled) {
    return Math.min(filled, tail);
  }

  /** Makes a part of the data durable. */
  public void sync(LogFile data, long from, long to) throws IOException {
    if (from < Math.min(to, tail)) {
      data.sync(start + from, start + Math.min(to, tail));
    }
    if (to > tail) {
      long begin = Math.max(from, tail);
      data.sync(SlotDescriptor.BLOCK + begin - tail, SlotDescriptor.BLOCK + to - tail);
    }
  }
}
