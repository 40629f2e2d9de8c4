package org.burstlog.bench.simulate;

import java.io.IOException;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.burstlog.drain.Task;

/**
 * Processes of a simulation, each with a clock of its own, and what each does next: the heart of a
 * simulation of discrete events, on one thread.
 */
final class Ranks {
  private static final long GONE = -1;

  /** What a process does with its next step. */
  interface Actor {
    Task.Progress step(int rank) throws IOException;
  }

  /** When a process takes its next step; of those at the same time, in a drawn order. */
  private record Due(long time, int lot, int rank) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(time, other.time);
      int byLot = byTime != 0 ? byTime : Integer.compare(lot, other.lot);
      return byLot != 0 ? byLot : Integer.compare(rank, other.rank);
    }
  }

  private final Random random;
  private final long[] clock;

  /** Work whose time was not spent yet. */
  private final long[] owed;

  private final boolean[] parked;
  private final PriorityQueue<Due> due = new PriorityQueue<>();
  private long steps;

  Ranks(int size, Random random) {
    this.random = random;
    clock = new long[size];
    owed = new long[size];
    parked = new boolean[size];
  }

  int size() {
    return clock.length;
  }

  Random random() {
    return random;
  }

  long clock(int rank) {
    return clock[rank];
  }

  boolean isGone(int rank) {
    return clock[rank] == GONE;
  }

  /** Steps that were taken by all. */
  long steps() {
    return steps;
  }

  /** The latest clock of all. */
  long latest() {
    return Arrays.stream(clock).max().orElse(0);
  }

  /** Has all clocks show the same. */
  void synchronize(long time) {
    Arrays.fill(clock, time);
  }

  /** A process works for so long. */
  void spend(int rank, long nanos) {
    clock[rank] += nanos;
  }

  void until(int rank, long time) {
    clock[rank] = Math.max(clock[rank], time);
  }

  /** A process has worked for so long, which is spent when it turns to others next. */
  void owe(int rank, long nanos) {
    owed[rank] += nanos;
  }

  void pay(int rank) {
    clock[rank] += owed[rank];
    owed[rank] = 0;
  }

  /** A process takes no more steps. */
  void kill(int rank) {
    clock[rank] = GONE;
  }

  /** Those that wait for others look again at some time. */
  void wake(long time) {
    for (int rank = 0; rank < parked.length; rank++) {
      if (parked[rank]) {
        parked[rank] = false;
        queue(rank, time);
      }
    }
  }

  private void queue(int rank, long time) {
    due.add(new Due(time, random.nextInt(), rank));
  }

  /**
   * Takes all steps of all.
   *
   * @param actor takes them
   * @param news when something happens behind a time that was begun already, the largest long when
   *     nothing does
   */
  void run(Actor actor, LongUnaryOperator news) throws IOException {
    for (int rank = 0; rank < clock.length; rank++) {
      if (!isGone(rank)) {
        queue(rank, clock[rank]);
      }
    }
    for (Due next = due.poll(); next != null; next = due.poll()) {
      int rank = next.rank;
      if (isGone(rank)) {
        continue;
      }
      until(rank, next.time);
      long now = clock[rank];
      Task.Progress made = Task.Progress.WORKED;
      // As long as the clock stands still nobody else comes between.
      while (made == Task.Progress.WORKED && clock[rank] == now) {
        made = actor.step(rank);
        steps++;
      }
      if (isGone(rank) || made == Task.Progress.DONE) {
        continue;
      }
      long time = made == Task.Progress.WORKED ? clock[rank] : news.applyAsLong(clock[rank]);
      if (time == Long.MAX_VALUE) {
        parked[rank] = true;
      } else {
        queue(rank, time);
      }
    }
  }

  /** A process that waits for others in vain, -1 when none does. */
  int waiting() {
    for (int rank = 0; rank < parked.length; rank++) {
      if (parked[rank] && !isGone(rank)) {
        return rank;
      }
    }
    return -1;
  }
}
