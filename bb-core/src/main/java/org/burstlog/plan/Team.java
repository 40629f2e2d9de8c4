package org.burstlog.plan;

import java.util.Arrays;
import org.burstlog.array.ExtentCursors;

/**
 * Cursors that take turns: their extents lie one behind the other, and all repeat at one distance
 * that has room for a lap of them. Rows of neighbouring blocks do, and columns of a matrix.
 *
 * <p>A lap is the same as the one before it, only further on, so laps need no queue. What a team
 * costs is to gather it and to let it go again, once in as many laps as there are before another
 * cursor is in the way or the shortest innermost loop ends.
 */
final class Team {
  private final ExtentCursors cursors;
  private int[] members = new int[16];
  private long[] offsets = new long[16];
  private long[] data = new long[16];
  private long[] runs = new long[16];
  private int[] sources = new int[16];
  private int size;

  /** Bytes from a lap to the next. */
  private long step;

  /** Where the last member's extent ends in the first lap. */
  private long end;

  /** Bytes of a lap. */
  private long bytes;

  private long laps;

  Team(ExtentCursors cursors) {
    this.cursors = cursors;
  }

  /** Begins with a cursor, if it can be in a team at all. */
  boolean begin(int cursor) {
    size = 0;
    bytes = 0;
    laps = cursors.repeats(cursor) + 1;
    step = cursors.step(cursor);
    end = cursors.offset(cursor);
    if (laps < 2 || !cursors.isWhole(cursor)) {
      return false;
    }
    join(cursor);
    return true;
  }

  /** Tells whether a cursor fits behind the last member, given where the next cursor stands. */
  boolean fits(int cursor, long limit) {
    long last = cursors.end(cursor);
    return cursors.step(cursor) == step
        && cursors.offset(cursor) >= end
        && last <= limit
        && last <= offsets[0] + step
        && cursors.repeats(cursor) > 0
        && cursors.isWhole(cursor);
  }

  /** Takes a cursor that {@link #fits}. */
  void join(int cursor) {
    if (size == members.length) {
      members = Arrays.copyOf(members, size * 2);
      offsets = Arrays.copyOf(offsets, size * 2);
      data = Arrays.copyOf(data, size * 2);
      runs = Arrays.copyOf(runs, size * 2);
      sources = Arrays.copyOf(sources, size * 2);
    }
    members[size] = cursor;
    offsets[size] = cursors.offset(cursor);
    data[size] = cursors.data(cursor);
    end = cursors.end(cursor);
    runs[size] = end - offsets[size];
    sources[size] = (int) cursors.tag(cursor);
    bytes += runs[size];
    laps = Math.min(laps, cursors.repeats(cursor) + 1);
    size++;
  }

  int size() {
    return size;
  }

  /** Adds laps to a round up to where the next cursor stands; returns false when it is full. */
  boolean run(long limit, Round round, Limits limits, Frontier frontier) {
    long fit = end + (laps - 1) * step <= limit ? laps : (limit - end) / step + 1;
    long lap = 0;
    while (lap < fit && round.hasRoom(bytes, size, limits)) {
      for (int i = 0; i < size; i++) {
        round.addWhole(offsets[i], (int) runs[i], data[i], sources[i]);
        offsets[i] += step;
        data[i] += runs[i];
      }
      lap++;
    }
    int stop = 0;
    long taken = 0;
    if (lap < fit) {
      // Not a whole lap, but as many of it as there is room for.
      for (; stop < size; stop++) {
        long run = runs[stop];
        taken = round.add(offsets[stop], run, data[stop], run, sources[stop], limits);
        if (taken < run) {
          break;
        }
      }
    }
    for (int i = stop; i < size; i++) {
      release(members[i], lap, i == stop ? taken : 0, frontier);
    }
    for (int i = 0; i < stop; i++) {
      release(members[i], lap + 1, 0, frontier);
    }
    return lap == fit || stop == size;
  }

  /** Moves a member to where the laps have brought it, and back into the frontier. */
  private void release(int cursor, long extents, long more, Frontier frontier) {
    if (extents > 0) {
      cursors.jump(cursor, extents - 1);
      if (!cursors.next(cursor)) {
        cursors.close(cursor);
        return;
      }
    }
    if (more > 0) {
      cursors.skip(cursor, cursors.offset(cursor) + more);
    }
    frontier.push(cursors.offset(cursor), cursor);
  }
}
