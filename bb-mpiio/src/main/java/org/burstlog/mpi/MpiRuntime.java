package org.burstlog.mpi;

import mpi.MPI;
import mpi.MPIException;

/**
 * Starts MPI where nobody has, and ends it where it was started here: when the last group is
 * closed.
 */
final class MpiRuntime {
  private static boolean ours;
  private static int groups;

  private MpiRuntime() {}

  /** Starts MPI unless it runs already. */
  static synchronized void start() throws MPIException {
    if (MPI.isFinalized()) {
      throw new MPIException("MPI was finalised in this process and cannot start again");
    }
    if (!MPI.isInitialized()) {
      IoComponent.preferRomio();
      MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      ours = true;
    }
  }

  /** A group more lives. */
  static synchronized void enter() {
    groups++;
  }

  /** A group less lives; with the last one goes what was started here. */
  static synchronized void leave() throws MPIException {
    groups--;
    if (groups == 0 && ours && !MPI.isFinalized()) {
      MPI.Finalize();
    }
  }
}
