package org.burstlog.mpi;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives the collective calls of MPI-IO one order in all processes, whatever their files and
 * threads. ROMIO holds one lock of the process while such a call waits for other processes: without
 * an order, two processes could each hold it for a file that the other waits to reach.
 *
 * <p>The lowest process of a file decides. When all processes are in the call, it takes the turn of
 * its process; when it has told the others so, they take theirs. It gives the turn back when all
 * have made the call. So the files that have their lowest process in common are in the order of
 * that process everywhere.
 *
 * <p>Nothing orders two groups that share several processes but not the lowest one: a program must
 * not write files of two such groups collectively at once, if it uses several threads or drains in
 * the background.
 */
final class FileTurn implements AutoCloseable {
  private static final ReentrantLock TURN = new ReentrantLock();

  private final MpiGroup group;
  private boolean taken;

  private FileTurn(MpiGroup group) {
    this.group = group;
  }

  /**
   * Takes the turn in the process that decides. All processes must be here: they have just met. To
   * be closed when they have met behind the call.
   */
  static FileTurn lead(MpiGroup group) {
    FileTurn turn = new FileTurn(group);
    if (group.isLowest()) {
      turn.met();
    }
    return turn;
  }

  /** Takes the turn in the other processes. Collective. */
  void meet() throws IOException {
    group.barrier();
    met();
  }

  /** As {@link #meet}, when all processes have met some other way since {@link #lead}. */
  void met() {
    if (!taken) {
      TURN.lock();
      taken = true;
    }
  }

  /** Gives the turn back. */
  @Override
  public void close() {
    if (taken) {
      taken = false;
      TURN.unlock();
    }
  }
}
