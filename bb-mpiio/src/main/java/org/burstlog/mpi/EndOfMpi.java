package org.burstlog.mpi;

import mpi.MPI;
import mpi.MPIException;
import org.burstlog.BurstlogException;
import org.burstlog.depot.Depot;

/**
 * Has MPI wait at its end for drains and closes that go on in the background, also where the
 * program ends MPI itself: {@code MPI_Finalize} deletes the attributes of {@code MPI_COMM_SELF}
 * before anything else, and tells those who have set them.
 */
final class EndOfMpi {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** MPI keeps no Java object alive. */
  private static final LibMpi.Deleted WAIT = (comm, key, value, extra) -> await();

  private static boolean prepared;

  private EndOfMpi() {}

  /** Sees to it that MPI is asked before the first of them begins. */
  static synchronized void prepare() {
    if (!prepared) {
      prepared = true;
      Depot.ofProcess().closings().prepareBy(EndOfMpi::attach);
    }
  }

  private static void attach() {
    try {
      if (MPI.isFinalized()) {
        return;
      }
      LibMpi.Functions mpi = MpiTurn.of(MpiLibrary.functions());
      int[] key = new int[1];
      MpiErrors.check(
          mpi.MPI_Comm_create_keyval(MpiLibrary.neverCopied(), WAIT, key, /* extra= */ 0),
          "MPI_Comm_create_keyval",
          "this process");
      MpiErrors.check(
          mpi.MPI_Comm_set_attr(MpiLibrary.commSelf(), key[0], /* value= */ 0),
          "MPI_Comm_set_attr",
          "this process");
    } catch (BurstlogException | MPIException | LinkageError e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "MPI cannot be told to wait for files that are drained or closed in the background; close"
              + " all files, and call Burstlog.awaitDrained(), before the program ends MPI ("
              + BurstlogException.reason(e)
              + ")");
    }
  }

  private static int await() {
    Depot.ofProcess().closings().settle();
    return LibMpi.MPI_SUCCESS;
  }
}
