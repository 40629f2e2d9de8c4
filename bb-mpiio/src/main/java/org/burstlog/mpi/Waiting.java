package org.burstlog.mpi;

import java.util.concurrent.locks.LockSupport;
import mpi.MPIException;
import mpi.Request;

/**
 * Waits for other processes without keeping a core busy.
 *
 * <p>MPI's own waiting asks without a pause. A process that waits for others in a drain mostly does
 * so for milliseconds, while they, or other threads of its own, could use the core.
 */
final class Waiting {
  private static final int QUICK = 20;
  private static final long SHORTEST_PAUSE = 20_000;
  private static final long LONGEST_PAUSE = 500_000;

  /** A pause makes a wait longer by this part of it at most. */
  private static final int PART = 8;

  private Waiting() {}

  static void until(Request request) throws MPIException {
    for (int i = 0; i < QUICK; i++) {
      if (request.test()) {
        return;
      }
      Thread.onSpinWait();
    }
    long begin = System.nanoTime();
    while (!request.test()) {
      long pause = (System.nanoTime() - begin) / PART;
      LockSupport.parkNanos(Math.max(SHORTEST_PAUSE, Math.min(pause, LONGEST_PAUSE)));
    }
  }
}
