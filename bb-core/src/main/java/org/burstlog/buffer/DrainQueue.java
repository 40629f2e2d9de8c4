package org.burstlog.buffer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.burstlog.depot.Closings;
import org.burstlog.drain.Task;
import org.burstlog.storage.Pause;
import org.jspecify.annotations.Nullable;

/**
 * The drains of a file that have not ended, one behind the other. A {@link Driver} takes the steps
 * of the first until there is none.
 */
final class DrainQueue implements Closings.Background {
  private final Runnable stepped;
  private final Deque<EpochDrain> drains = new ArrayDeque<>();

  /**
   * Begins empty.
   *
   * @param stepped is told of each step that did anything
   */
  DrainQueue(Runnable stepped) {
    this.stepped = stepped;
  }

  synchronized void add(EpochDrain drain) {
    drains.add(drain);
  }

  synchronized int size() {
    return drains.size();
  }

  synchronized @Nullable EpochDrain first() {
    return drains.peek();
  }

  private synchronized void remove(EpochDrain ended) {
    drains.remove(ended);
    notifyAll();
  }

  /** Tells whether the next step makes calls of the group; asked by who takes the steps. */
  boolean communicates() {
    EpochDrain first = first();
    return first != null && first.communicates();
  }

  /** How much time who takes steps has. */
  enum Patience {
    /** It waits for nothing: not for other processes, and not until a drain has rested. */
    NONE,
    /** It lets a drain rest, and waits for no other process. */
    RESTS,
    /** It lets a drain rest, and waits for other processes. */
    WAITS
  }

  /**
   * Takes the steps of one drain after the other: the one loop that does. One thread at a time.
   *
   * @param enough asked before each step; true ends it
   * @param patience what it waits for; it ends where it would have to wait for anything else
   */
  void drive(BooleanSupplier enough, Patience patience) {
    EpochDrain now = first();
    while (now != null && !enough.getAsBoolean()) {
      if (patience != Patience.NONE) {
        now.rest();
      } else if (!now.isDue()) {
        return;
      }
      if (now.step() == Task.Progress.WAITS) {
        if (patience != Patience.WAITS) {
          return;
        }
        now.await();
      } else {
        stepped.run();
      }
      if (now.hasEnded()) {
        remove(now);
        now = first();
      }
    }
  }

  /**
   * Takes one step of the first drain, and waits for nothing.
   *
   * @return whether that did anything
   */
  boolean step() {
    EpochDrain now = first();
    if (now == null) {
      return false;
    }
    boolean worked = now.step() != Task.Progress.WAITS;
    if (worked) {
      stepped.run();
    }
    if (now.hasEnded()) {
      remove(now);
    }
    return worked;
  }

  /** Waits for what the first drain waits for. */
  void awaitStep() {
    EpochDrain now = first();
    if (now != null) {
      now.await();
    }
  }

  /** Waits for the end of a drain whose steps another thread takes. An interrupt is kept. */
  void awaitEnd(EpochDrain drain) {
    await(() -> !drains.contains(drain));
  }

  /** Waits until another thread has taken all steps. An interrupt is kept. */
  @Override
  public void awaitEmpty() {
    await(drains::isEmpty);
  }

  private synchronized void await(BooleanSupplier condition) {
    Pause.until(this, condition);
  }
}
