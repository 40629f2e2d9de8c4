package org.burstlog.plan;

import java.nio.ByteOrder;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursors;
import org.burstlog.log.RecordIndex;

/**
 * Cuts a plan into rounds, one sweep over the target from its first byte to its last.
 *
 * <p>Records enter the sweep at their first byte and leave it after their last. While one is alone
 * it runs extent by extent; else all in the sweep stand in a {@link Frontier} by where they are,
 * and the nearest goes on up to the next one's place. Where an extent meets another, the later put
 * keeps its bytes and the earlier one skips over them. Memory is a cursor for each record in the
 * sweep.
 *
 * <p>Not safe for several threads; the plan and the rounds it has filled may be in use by others.
 */
public final class RoundCursor {
  private static final long NONE = Long.MAX_VALUE;

  private final Plan plan;
  private final Order order;
  private final RecordIndex index;
  private final Limits limits;
  private final long from;
  private final long to;
  private final ExtentCursors cursors = new ExtentCursors();
  private final Frontier frontier = new Frontier();
  private final Team team = new Team(cursors);
  private final LookAhead ahead;
  private final int[] sources;

  /** Records from here to the end have not entered. */
  private int place;

  private final int placeEnd;

  private long rounds;
  private long bytes;
  private long extents;
  private long nanos;
  private int mostActive = 1;

  RoundCursor(Plan plan, long from, long to, Limits limits) {
    this.plan = plan;
    this.from = from;
    this.to = to;
    order = plan.order();
    index = plan.index();
    this.limits = limits;
    ahead = new LookAhead(order, index);
    place = order.firstReaching(from);
    placeEnd = Math.max(place, order.firstFrom(to));
    sources = new int[plan.arrays()];
    for (int i = 0; i < sources.length; i++) {
      Array array = plan.array(i);
      sources[i] = Round.source(i, array, array.order() != ByteOrder.nativeOrder());
    }
  }

  /**
   * Fills a round with what comes next.
   *
   * @param round the round; what was in it is lost
   * @return false when nothing was left, the round is then empty
   */
  public boolean next(Round round) {
    final long begin = System.nanoTime();
    round.clear();
    sweep(round);
    nanos += System.nanoTime() - begin;
    if (round.pieces() == 0) {
      return false;
    }
    rounds++;
    bytes += round.bytes();
    extents += round.extents().size();
    return true;
  }

  /**
   * Tells whether the last round has been given.
   *
   * @return true when {@link #next} will find nothing
   */
  public boolean isAtEnd() {
    return Math.min(frontier.minKey(), nextFirst()) >= to;
  }

  /** Goes on until the round is full or nothing is left. */
  private void sweep(Round round) {
    boolean room = true;
    while (room) {
      if (!frontier.isEmpty()) {
        while (place < placeEnd && order.first(place) <= frontier.minKey()) {
          enter();
        }
        int cursor = frontier.pop();
        if (takesTurns(cursor)) {
          room = team.run(limit(), round, limits, frontier);
        } else {
          room = advance(cursor, round);
        }
      } else if (place == placeEnd) {
        return;
      } else if (isOneRun() && addOneRun(round)) {
        place++;
      } else if (order.first(place) >= from) {
        room = advance(open(), round);
      } else {
        // Having skipped what lies before the part, it need not be the nearest.
        enter();
      }
    }
  }

  /** Where the nearest cursor or record stands, or the end of the part. */
  private long limit() {
    return Math.min(Math.min(frontier.minKey(), nextFirst()), to);
  }

  private long nextFirst() {
    return place < placeEnd ? order.first(place) : NONE;
  }

  /** Makes a team of a cursor and those that follow it, if there are any. */
  private boolean takesTurns(int cursor) {
    if (cursors.end(cursor) > limit() || !team.begin(cursor)) {
      return false;
    }
    while (true) {
      if (nextFirst() <= frontier.minKey() && place < placeEnd) {
        if (nextFirst() > cursors.offset(cursor) + cursors.step(cursor)) {
          break;
        }
        enter();
      }
      if (frontier.isEmpty()) {
        break;
      }
      int next = frontier.pop();
      if (!team.fits(next, limit())) {
        frontier.push(cursors.offset(next), next);
        break;
      }
      team.join(next);
    }
    return team.size() > 1;
  }

  /**
   * Tells whether the next record, before which nothing is left, is one extent that no other record
   * comes near.
   */
  private boolean isOneRun() {
    return order.contiguous(place)
        && (place + 1 == placeEnd || order.first(place + 1) > order.reach(place))
        && order.first(place) >= from
        && order.reach(place) < to;
  }

  /** Adds the next record, which is one run, if all of it finds room. */
  private boolean addOneRun(Round round) {
    long first = order.first(place);
    long length = order.reach(place) - first + 1;
    if (length > limits.bytes() - round.bytes()) {
      return false;
    }
    ahead.reach(place, placeEnd);
    int source = sources[ahead.array(place)];
    return round.add(first, length, ahead.position(place), length, source, limits) == length;
  }

  /** Lets the next record in among others. */
  private void enter() {
    int cursor = open();
    if (cursor >= 0) {
      frontier.push(cursors.offset(cursor), cursor);
      mostActive = Math.max(mostActive, frontier.size());
    }
  }

  /** Opens a cursor for the next record; -1 when it has no byte from the first one wanted on. */
  private int open() {
    int record = order.record(place);
    int number = index.array(record);
    int cursor =
        cursors.open(
            plan.array(number),
            index.coordinates(record),
            index.coordinatesAt(record),
            index.dataPosition(record),
            ((long) record << 32) | sources[number]);
    boolean before = order.first(place) < from;
    place++;
    if (before && !cursors.skip(cursor, from)) {
      cursors.close(cursor);
      return -1;
    }
    return cursor;
  }

  /**
   * Moves the nearest cursor on, until another one is nearer or its record ends.
   *
   * @return false when the round is full
   */
  private boolean advance(int cursor, Round round) {
    int source = (int) cursors.tag(cursor);
    while (true) {
      long limit = limit();
      long end = cursors.end(cursor);
      if (cursors.offset(cursor) >= to) {
        cursors.close(cursor);
        return true;
      }
      if (end <= limit) {
        if (!repeat(cursor, limit, source, round) && !add(cursor, end, source, round)) {
          frontier.push(cursors.offset(cursor), cursor);
          return false;
        }
        if (!cursors.next(cursor)) {
          cursors.close(cursor);
          return true;
        }
        if (cursors.offset(cursor) >= limit) {
          frontier.push(cursors.offset(cursor), cursor);
          return true;
        }
      } else if (nextFirst() == limit) {
        enter();
      } else if (frontier.minKey() > limit) {
        return leaveAtEnd(cursor, source, round);
      } else if (cursors.tag(frontier.peek()) > cursors.tag(cursor)) {
        return giveWay(cursor, limit, source, round);
      } else {
        leaveOrGoOn(frontier.pop(), end);
      }
    }
  }

  /**
   * Adds as many extents of the innermost loop as lie before a limit and find room, and stands on
   * the last of them.
   */
  private boolean repeat(int cursor, long limit, int source, Round round) {
    long repeats = cursors.repeats(cursor);
    if (repeats == 0 || !cursors.isWhole(cursor)) {
      return false;
    }
    long offset = cursors.offset(cursor);
    long end = cursors.end(cursor);
    long step = cursors.step(cursor);
    // A division costs as much as adding some extents; mostly all of them fit.
    long count = 1 + (end + repeats * step <= limit ? repeats : (limit - end) / step);
    long data = cursors.data(cursor);
    long added = round.addRepeated(offset, end - offset, step, count, data, source, limits);
    if (added > 1) {
      cursors.jump(cursor, added - 1);
    }
    return added > 0;
  }

  /** Adds the bytes before the end of the part, which is nearer than any other cursor. */
  private boolean leaveAtEnd(int cursor, int source, Round round) {
    if (!add(cursor, to, source, round)) {
      frontier.push(cursors.offset(cursor), cursor);
      return false;
    }
    cursors.close(cursor);
    return true;
  }

  /** Adds a cursor's bytes up to where a later put's extent begins, and skips over that one. */
  private boolean giveWay(int cursor, long until, int source, Round round) {
    int later = frontier.peek();
    if (cursors.offset(cursor) < until && !add(cursor, until, source, round)) {
      frontier.push(cursors.offset(cursor), cursor);
      return false;
    }
    leaveOrGoOn(cursor, cursors.end(later));
    return true;
  }

  private void leaveOrGoOn(int cursor, long to) {
    if (cursors.skip(cursor, to)) {
      frontier.push(cursors.offset(cursor), cursor);
    } else {
      cursors.close(cursor);
    }
  }

  /** Adds the bytes of the current extent up to an end; what finds no room stays. */
  private boolean add(int cursor, long until, int source, Round round) {
    long offset = cursors.offset(cursor);
    long left = cursors.end(cursor) - offset;
    long taken = round.add(offset, until - offset, cursors.data(cursor), left, source, limits);
    if (taken == until - offset) {
      return true;
    }
    cursors.skip(cursor, offset + taken);
    return false;
  }

  /**
   * Returns the numbers of the plan and of the rounds filled so far.
   *
   * @return the numbers
   */
  public Explain explain() {
    long memory = cursors.memory() + frontier.memory();
    return Explain.of(plan, new Explain.Walk(rounds, extents, bytes, mostActive, nanos, memory));
  }
}
