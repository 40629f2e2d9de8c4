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
 * as in a drain, sleeps, so that a core with nothing to do can save its power. An interrupt neither
 * ends the wait nor keeps it from sleeping; it is kept for the application.
 */
final class Waiting {
  private static final int QUICK = 20;

  /** How long it gives way before it sleeps: many meetings of processes that share cores. */
  private static final long GIVING_WAY = 1_000_000;

  private static final long LONGEST_PAUSE = 500_000;

  /** While drains go on in the waits of this process. */
  private static final long PAUSE_IN_DRAINS = 50_000;

  /** A pause makes a wait longer by this part of it at most. */
  private static final int PART = 8;

  private Waiting() {}

  /** Asks whether the wait is over, and lets MPI work. */
  @FunctionalInterface
  interface Question {
    boolean isDone() throws GroupException;
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it but the time that waiting takes.
  static void until(Question question) throws GroupException {
    for (int i = 0; i < QUICK; i++) {
      if (question.isDone()) {
        return;
      }
      Thread.onSpinWait();
    }
    long begin = System.nanoTime();
    boolean interrupted = false;
    try {
      while (!question.isDone()) {
        long waited = System.nanoTime() - begin;
        if (waited < GIVING_WAY) {
          Thread.yield();
        } else {
          interrupted |= Thread.interrupted();
          long longest = Depot.ofProcess().advance() ? PAUSE_IN_DRAINS : LONGEST_PAUSE;
          LockSupport.parkNanos(Math.min(waited / PART, longest));
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
