package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Objects;
import org.burstlog.array.ExtentList;
import org.burstlog.log.file.DataView;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;

/**
 * The next rounds of a process, cut but not yet read, of which an exchange takes what lies before
 * some byte of the target and leaves the rest for the next one.
 */
final class HeldRounds {
  /** So that what is known of rounds stays small beside their bytes. */
  private static final int MOST = 4;

  private final RoundCursor cursor;
  private final DataView data;
  private final Owners owners;
  private final Gather gather = new Gather();
  private final Deque<Round> rounds = new ArrayDeque<>();
  private final Deque<Round> spare = new ArrayDeque<>();
  private boolean exhausted;

  /** The extent of the first round that comes next, and how much of it was taken. */
  private int extent;

  private long taken;

  HeldRounds(RoundCursor cursor, DataView data, Owners owners) {
    this.cursor = cursor;
    this.data = data;
    this.owners = owners;
  }

  /** Is shown bytes that are contiguous in the target and have one owner. */
  private interface Visitor {
    /** Returns false when it has seen enough. */
    boolean see(int owner, long offset, int length);
  }

  /** The first byte of the target that is not taken, the largest long when all are. */
  long first() {
    Round round = rounds.peek();
    return round == null ? Long.MAX_VALUE : round.extents().offset(extent) + taken;
  }

  /**
   * Cuts rounds until there are enough for some memory.
   *
   * @param capacity bytes of memory for messages
   * @return everything before this byte is held and fits; the largest long when that is all there
   *     is
   */
  long reach(long capacity) {
    while (true) {
      long[] used = {(long) owners.count() * Parcel.HEAD};
      long[] reach = {-1};
      walk(
          Long.MAX_VALUE,
          (owner, offset, length) -> {
            long room = capacity - used[0] - Parcel.ENTRY;
            used[0] += Parcel.ENTRY + length;
            if (length > room) {
              reach[0] = offset + Math.max(0, room);
            }
            return length <= room;
          });
      if (reach[0] >= 0) {
        return reach[0];
      }
      if (rounds.size() == MOST) {
        return rounds.getLast().extents().end();
      }
      if (exhausted || !cut()) {
        return Long.MAX_VALUE;
      }
    }
  }

  private boolean cut() {
    Round round = Objects.requireNonNullElseGet(spare.poll(), Round::new);
    if (!cursor.next(round)) {
      exhausted = true;
      return false;
    }
    rounds.add(round);
    if (rounds.size() == 1) {
      gather.begin(round);
    }
    return true;
  }

  /** Counts what each owner would get of the bytes before one of them. */
  void measure(long to, Parcel[] parcels) {
    for (Parcel parcel : parcels) {
      parcel.clear();
    }
    walk(
        to,
        (owner, offset, length) -> {
          parcels[owner].count(length);
          return true;
        });
  }

  /** The arrays that the bytes held belong to. */
  BitSet arrays() {
    BitSet numbers = new BitSet();
    for (Round round : rounds) {
      for (int array : round.arrays()) {
        numbers.set(array);
      }
    }
    return numbers;
  }

  private void walk(long to, Visitor visitor) {
    int e = extent;
    long skip = taken;
    for (Round round : rounds) {
      ExtentList extents = round.extents();
      for (; e < extents.size(); e++) {
        long end = extents.offset(e) + extents.length(e);
        long at = extents.offset(e) + skip;
        skip = 0;
        while (at < end) {
          if (at >= to) {
            return;
          }
          long until = Math.min(Math.min(end, to), owners.runEnd(at));
          if (!visitor.see(owners.of(at), at, (int) (until - at))) {
            return;
          }
          at = until;
        }
      }
      e = 0;
    }
  }

  /**
   * Reads the bytes before one of the target into the parcels of their owners, and holds them no
   * longer.
   *
   * @param to the first byte that stays
   * @param parcels one an owner, as large as was counted
   * @param buffer where the parcels are
   */
  void take(long to, Parcel[] parcels, ByteBuffer buffer) throws IOException {
    for (Round round = rounds.peek(); round != null; round = rounds.peek()) {
      ExtentList extents = round.extents();
      while (extent < extents.size()) {
        long end = extents.offset(extent) + extents.length(extent);
        long at = extents.offset(extent) + taken;
        if (at >= to) {
          return;
        }
        long until = Math.min(Math.min(end, to), owners.runEnd(at));
        int length = (int) (until - at);
        buffer.position(parcels[owners.of(at)].add(buffer, at, length));
        gather.next(length, data, buffer);
        taken += length;
        if (until == end) {
          extent++;
          taken = 0;
        }
      }
      next();
    }
  }

  private void next() {
    spare.add(rounds.remove());
    extent = 0;
    Round first = rounds.peek();
    if (first != null) {
      gather.begin(first);
    }
  }
}
