package org.burstlog.mpi;

import java.util.concurrent.locks.LockSupport;
import org.burstlog.depot.Depot;
import org.burstlog.group.GroupException;

/**
 * Waits for other processes without keeping from a core who has work for it.
 *
 * <p>MPI's own waiting asks without a pause. Here a process that waits first lets those go on that
 * wait for its core: often they are whom it waits for, and have come to the meeting when it has the
 * core again, where a sleep would have lasted longer than all the rest. One that waits for longer,
 * as in a drain, sleeps, so that a core with nothing to do can save its power. A thread whose waits
 * have been long of late sleeps almost at once: in a drain over a network most waits are, and
 * giving way is work where nobody takes the core. An interrupt neither ends the wait nor keeps it
 * from sleeping; it is kept for the application.
 */
final class Waiting {
  private static final int QUICK = 20;

  /** How long it gives way before it sleeps: many meetings of processes that share cores. */
  private static final long GIVING_WAY = 1_000_000;

  /** How long it gives way where waits have been long. */
  private static final long GIVING_WAY_BRIEFLY = 50_000;

  /** From here on a wait is long. */
  private static final long LONG = 2_000_000;

  /** A long wait counts as so much at most, so that a few short ones are believed. */
  private static final long LONGEST_THAT_COUNTS = 3 * LONG;

  /** How many of the last waits make the usual one, about. */
  private static final int OF_LATE = 2;

  /** The first pause where waits have been long. */
  private static final long FIRST_PAUSE = 100_000;

  private static final long LONGEST_PAUSE = 500_000;

  /** While drains go on in the waits of this process. */
  private static final long PAUSE_IN_DRAINS = 50_000;

  /** A pause but the first makes a wait longer by this part of it at most. */
  private static final int PART = 8;

  private static final ThreadLocal<Waiting> OF_THREAD = ThreadLocal.withInitial(Waiting::new);

  /** How long a wait of this thread usually is of late. */
  private long usual;

  private Waiting() {}

  /** Asks whether the wait is over, and lets MPI work. */
  @FunctionalInterface
  interface Question {
    boolean isDone() throws GroupException;
  }

  static void until(Question question) throws GroupException {
    for (int i = 0; i < QUICK; i++) {
      if (question.isDone()) {
        return;
      }
      Thread.onSpinWait();
    }
    OF_THREAD.get().await(question);
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it but the time that waiting takes.
  private void await(Question question) throws GroupException {
    long begin = System.nanoTime();
    boolean longOfLate = usual > LONG;
    long givingWay = longOfLate ? GIVING_WAY_BRIEFLY : GIVING_WAY;
    long shortest = longOfLate ? FIRST_PAUSE : 0;
    long waited = 0;
    boolean interrupted = false;
    try {
      while (!question.isDone()) {
        waited = System.nanoTime() - begin;
        if (waited < givingWay) {
          Thread.yield();
        } else {
          interrupted |= Thread.interrupted();
          long longest = Depot.ofProcess().advance() ? PAUSE_IN_DRAINS : LONGEST_PAUSE;
          LockSupport.parkNanos(Math.min(Math.max(waited / PART, shortest), longest));
        }
      }
    } finally {
      usual += (Math.min(waited, LONGEST_THAT_COUNTS) - usual) / OF_LATE;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
