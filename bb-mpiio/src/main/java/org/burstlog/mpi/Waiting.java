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
  private static final long FIRST_PAUSE = 20_000;
  private static final long LONGEST_PAUSE = 200_000;

  private Waiting() {}

  static void until(Request request) throws MPIException {
    for (int i = 0; i < QUICK; i++) {
      if (request.test()) {
        return;
      }
      Thread.onSpinWait();
    }
    long pause = FIRST_PAUSE;
    while (!request.test()) {
      LockSupport.parkNanos(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }
}
