package org.burstlog.array;

import java.util.Arrays;

/**
 * Very many walks over the extents of regions, each at its own place, in one array of longs.
 *
 * <p>A cursor is named by a number that {@link #open} gives out and {@link #close} takes back. It
 * stands on an extent from the start; {@link #next} moves it to the following one, {@link #skip} to
 * the first byte it has at or behind an offset, in time that depends on the dimensions only. An
 * extent is as long as the bytes are contiguous: full inner dimensions are one run.
 *
 * <p>State of a cursor, in longs from its number on; the first eight are what merging touches and
 * fill a cache line:
 *
 * <pre>
 *   0 offset   first byte of the current extent that is still to come
 *   1 end      its end
 *   2 data     where the data of that end lies in the log
 *   3 left     further extents of the innermost loop
 *   4 step     bytes from one extent of the innermost loop to the next
 *   5 run      bytes of a whole extent
 *   6 tag      what the caller gave to open
 *   7 loops    number of loops outside the innermost
 *   8 count    extents of the innermost loop
 *   9 …        three longs for each further loop, from the inside out: count, step, index
 * </pre>
 *
 * <p>Not safe for several threads.
 */
public final class ExtentCursors {
  private static final int OFFSET = 0;
  private static final int END = 1;
  private static final int DATA = 2;
  private static final int LEFT = 3;
  private static final int STEP = 4;
  private static final int RUN = 5;
  private static final int TAG = 6;
  private static final int LOOPS = 7;
  private static final int COUNT = 8;
  private static final int OUTER = 9;

  /** Longs a loop takes: count, step, index. */
  private static final int LOOP = 3;

  private long[] state = new long[64];
  private int used;

  /** By number of loops, the first closed cursor of that size plus one; closed ones are chained. */
  private int[] free = new int[4];

  // Loops of the region being opened, from the inside out.
  private long[] counts = new long[4];
  private long[] steps = new long[4];

  /** No cursor open. */
  public ExtentCursors() {}

  /**
   * Opens a cursor on the first extent of a region.
   *
   * @param array the array
   * @param region where in the array, of as many dimensions; not needed after the call
   * @param data where the region's data begins in the log
   * @param tag a value to keep with the cursor
   * @return the number of the cursor, or -1 when the region is empty
   * @throws ArithmeticException when the region ends past 2^63
   */
  public int open(Array array, Region region, long data, long tag) {
    return open(array, region.coordinates, 0, data, tag);
  }

  /**
   * Opens a cursor on the first extent of a region that is given by its numbers.
   *
   * @param array the array
   * @param coordinates start, count and stride of each dimension in turn
   * @param at where in them the first dimension begins
   * @param data where the region's data begins in the log
   * @param tag a value to keep with the cursor
   * @return the number of the cursor, or -1 when the region is empty
   * @throws ArithmeticException when the region ends past 2^63
   */
  public int open(Array array, long[] coordinates, int at, long data, long tag) {
    int rank = array.steps.length;
    if (counts.length <= rank) {
      counts = new long[rank + 1];
      steps = new long[rank + 1];
    }
    long first = array.offset();
    long run = array.elementSize();
    int loops = 0;
    int c = at + 3 * rank - 3;
    for (int d = rank - 1; d >= 0; d--, c -= 3) {
      long step = array.steps[d];
      first = Math.addExact(first, Math.multiplyExact(coordinates[c], step));
      long count = coordinates[c + 1];
      if (count == 1) {
        continue;
      }
      if (count == 0) {
        return -1;
      }
      long apart = Math.multiplyExact(coordinates[c + 2], step);
      if (loops == 0 && apart == run) {
        run = Math.multiplyExact(run, count);
      } else if (loops > 0 && apart == steps[loops - 1] * counts[loops - 1]) {
        // The loop goes on where the one inside it stops: they are one, only longer.
        counts[loops - 1] *= count;
      } else {
        counts[loops] = count;
        steps[loops++] = apart;
      }
    }
    int outer = Math.max(loops - 1, 0);
    int cursor = allocate(outer);
    long[] s = state;
    s[cursor + OFFSET] = first;
    s[cursor + END] = Math.addExact(first, run);
    s[cursor + DATA] = data + run;
    s[cursor + COUNT] = loops == 0 ? 1 : counts[0];
    s[cursor + LEFT] = s[cursor + COUNT] - 1;
    s[cursor + STEP] = loops == 0 ? run : steps[0];
    s[cursor + RUN] = run;
    s[cursor + TAG] = tag;
    s[cursor + LOOPS] = outer;
    int loop = cursor + OUTER;
    for (int i = 1; i < loops; i++, loop += LOOP) {
      s[loop] = counts[i];
      s[loop + 1] = steps[i];
      s[loop + 2] = 0;
    }
    return cursor;
  }

  /**
   * Moves a cursor to its next extent.
   *
   * @param cursor which
   * @return false when there is none; the cursor is then of no use but to be closed
   */
  public boolean next(int cursor) {
    long[] s = state;
    long left = s[cursor + LEFT];
    if (left == 0) {
      return carry(cursor);
    }
    long end = s[cursor + END] + s[cursor + STEP];
    long run = s[cursor + RUN];
    s[cursor + LEFT] = left - 1;
    s[cursor + END] = end;
    s[cursor + OFFSET] = end - run;
    s[cursor + DATA] += run;
    return true;
  }

  /**
   * Moves a cursor on by some extents of its innermost loop.
   *
   * @param cursor which
   * @param extents how many, at most {@link #repeats}
   */
  public void jump(int cursor, long extents) {
    long[] s = state;
    long end = s[cursor + END] + extents * s[cursor + STEP];
    long run = s[cursor + RUN];
    s[cursor + LEFT] -= extents;
    s[cursor + END] = end;
    s[cursor + OFFSET] = end - run;
    s[cursor + DATA] += extents * run;
  }

  /** Starts the innermost loop again, one step further in the loops outside it. */
  private boolean carry(int cursor) {
    long[] s = state;
    long inner = s[cursor + COUNT] - 1;
    long end = s[cursor + END] - inner * s[cursor + STEP];
    int stop = cursor + OUTER + LOOP * (int) s[cursor + LOOPS];
    for (int at = cursor + OUTER; at < stop; at += LOOP) {
      if (s[at + 2] < s[at] - 1) {
        s[at + 2]++;
        end += s[at + 1];
        long run = s[cursor + RUN];
        s[cursor + LEFT] = inner;
        s[cursor + END] = end;
        s[cursor + OFFSET] = end - run;
        s[cursor + DATA] += run;
        return true;
      }
      end -= s[at + 2] * s[at + 1];
      s[at + 2] = 0;
    }
    return false;
  }

  /**
   * Moves a cursor to the first of its bytes that lies at or behind an offset; the rest of the
   * extent that byte is in becomes the current one. Never moves back.
   *
   * @param cursor which
   * @param to offset in the target
   * @return false when there is none; the cursor is then of no use but to be closed
   */
  public boolean skip(int cursor, long to) {
    long[] s = state;
    long end = s[cursor + END];
    if (to < end) {
      s[cursor + OFFSET] = Math.max(s[cursor + OFFSET], to);
      return true;
    }
    long step = s[cursor + STEP];
    // Extents of this loop that end at or before the offset, the current one included.
    long over = (to - end) / step + 1;
    if (over > s[cursor + LEFT]) {
      return skipOuter(cursor, to);
    }
    long run = s[cursor + RUN];
    end += over * step;
    s[cursor + LEFT] -= over;
    s[cursor + END] = end;
    s[cursor + OFFSET] = Math.max(end - run, to);
    s[cursor + DATA] += over * run;
    return true;
  }

  private boolean skipOuter(int cursor, long to) {
    long[] s = state;
    int loops = (int) s[cursor + LOOPS];
    if (loops == 0) {
      return false;
    }
    long run = s[cursor + RUN];
    long count = s[cursor + COUNT];
    long step = s[cursor + STEP];
    int outer = cursor + OUTER;
    // Back to the first extent of the region: its start and its number of extents passed.
    long index = count - 1 - s[cursor + LEFT];
    long start = s[cursor + END] - run - index * step;
    long passed = index;
    long inside = count;
    for (int i = 0, at = outer; i < loops; i++, at += LOOP) {
      start -= s[at + 2] * s[at + 1];
      passed += s[at + 2] * inside;
      inside *= s[at];
    }
    long data = s[cursor + DATA] - (passed + 1) * run;
    // Down again from the outermost loop, to the last extent that begins at or before the offset.
    long rest = to - start;
    boolean beyond = false;
    long number = 0;
    for (int i = loops - 1; i >= 0; i--) {
      int at = outer + i * LOOP;
      long wanted = beyond ? s[at] : rest / s[at + 1];
      if (wanted >= s[at]) {
        // Past the end of this loop: its last byte and all inside it lie before the offset.
        beyond = true;
        wanted = s[at] - 1;
      }
      s[at + 2] = wanted;
      rest -= wanted * s[at + 1];
      start += wanted * s[at + 1];
      number = number * s[at] + wanted;
    }
    long wanted = beyond ? count - 1 : Math.min(rest / step, count - 1);
    start += wanted * step;
    number = number * count + wanted;
    s[cursor + LEFT] = count - 1 - wanted;
    s[cursor + END] = start + run;
    s[cursor + OFFSET] = start;
    s[cursor + DATA] = data + (number + 1) * run;
    if (to < start + run) {
      s[cursor + OFFSET] = Math.max(start, to);
      return true;
    }
    return next(cursor);
  }

  /**
   * Takes a cursor back; its number may be given out again.
   *
   * @param cursor which
   */
  public void close(int cursor) {
    int loops = (int) state[cursor + LOOPS];
    state[cursor] = free[loops];
    free[loops] = cursor + 1;
  }

  /** Takes all cursors back and keeps the space. */
  public void clear() {
    Arrays.fill(free, 0);
    used = 0;
  }

  /**
   * Returns where the current extent begins.
   *
   * @param cursor which
   * @return its first byte in the target
   */
  public long offset(int cursor) {
    return state[cursor + OFFSET];
  }

  /**
   * Returns where the current extent ends.
   *
   * @param cursor which
   * @return the first byte behind it
   */
  public long end(int cursor) {
    return state[cursor + END];
  }

  /**
   * Returns where the data of the current extent begins in the log.
   *
   * @param cursor which
   * @return the position of the byte that belongs at {@link #offset}
   */
  public long data(int cursor) {
    return state[cursor + DATA] - state[cursor + END] + state[cursor + OFFSET];
  }

  /**
   * Returns how often the current extent repeats, each time {@link #step} further on and with data
   * that follows that of the last one.
   *
   * @param cursor which
   * @return extents of the innermost loop behind the current one
   */
  public long repeats(int cursor) {
    return state[cursor + LEFT];
  }

  /**
   * Returns how far apart repeated extents begin.
   *
   * @param cursor which
   * @return bytes in the target
   */
  public long step(int cursor) {
    return state[cursor + STEP];
  }

  /**
   * Tells whether nothing of the current extent has been skipped.
   *
   * @param cursor which
   * @return true when it is as long as those it repeats in
   */
  public boolean isWhole(int cursor) {
    return state[cursor + END] - state[cursor + OFFSET] == state[cursor + RUN];
  }

  /**
   * Returns what the caller keeps with the cursor.
   *
   * @param cursor which
   * @return the tag given to {@link #open}
   */
  public long tag(int cursor) {
    return state[cursor + TAG];
  }

  /**
   * Returns the memory held.
   *
   * @return bytes of heap in use by the cursors
   */
  public long memory() {
    return (long) state.length * Long.BYTES;
  }

  private int allocate(int loops) {
    if (loops >= free.length) {
      free = Arrays.copyOf(free, loops + 4);
    }
    int chained = free[loops];
    if (chained != 0) {
      free[loops] = (int) state[chained - 1];
      return chained - 1;
    }
    int cursor = used;
    int end = Math.addExact(cursor, OUTER + loops * LOOP);
    if (end > state.length) {
      state = Arrays.copyOf(state, (int) Math.min(Integer.MAX_VALUE - 8L, end + (end >> 1) + 64L));
    }
    used = end;
    return cursor;
  }
}
