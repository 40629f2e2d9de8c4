package org.burstlog.mpi;

import java.io.IOException;
import jnr.ffi.annotations.Delegate;
import jnr.ffi.annotations.Out;
import mpi.MPI;
import mpi.MPIException;
import org.burstlog.BurstlogException;
import org.burstlog.buffer.Burstlog;
import org.burstlog.buffer.Closings;

/**
 * Has MPI wait at its end for files whose close goes on in the background, also where the program
 * ends MPI itself: {@code MPI_Finalize} deletes the attributes of {@code MPI_COMM_SELF} before
 * anything else, and tells those who have set them.
 */
final class EndOfMpi {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** MPI keeps no Java object alive. */
  private static final Told TOLD = EndOfMpi::await;

  private static boolean prepared;

  private EndOfMpi() {}

  /** What MPI calls when an attribute is deleted. Public for classes that JNR-FFI generates. */
  @FunctionalInterface
  public interface Told {
    /** Returns MPI_SUCCESS: the end of MPI goes on in any case. */
    @Delegate
    int deleted(long communicator, int key, long value, long extra);
  }

  /** The functions that attributes need. Public for classes that JNR-FFI generates. */
  @SuppressWarnings("MethodName") // As the standard has them.
  public interface Attributes {
    int MPI_Comm_create_keyval(long copy, Told deleted, @Out int[] key, long extra);

    int MPI_Comm_set_attr(long communicator, int key, long value);
  }

  /** Sees to it that MPI is asked before the first file is closed in the background. */
  static synchronized void prepare() {
    if (!prepared) {
      prepared = true;
      Closings.ofProcess().prepareBy(EndOfMpi::attach);
    }
  }

  private static void attach() {
    try {
      if (MPI.isFinalized()) {
        return;
      }
      Attributes attributes = MpiLibrary.load(Attributes.class);
      int[] key = new int[1];
      MpiErrors.check(
          attributes.MPI_Comm_create_keyval(MpiLibrary.neverCopied(), TOLD, key, /* extra= */ 0),
          "MPI_Comm_create_keyval",
          "this process");
      MpiErrors.check(
          attributes.MPI_Comm_set_attr(MpiLibrary.commSelf(), key[0], /* value= */ 0),
          "MPI_Comm_set_attr",
          "this process");
    } catch (BurstlogException | MPIException | LinkageError e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "MPI cannot be told to wait for files that are being closed in the background; call"
              + " Burstlog.awaitDrained() before the program ends MPI ("
              + BurstlogException.reason(e)
              + ")");
    }
  }

  private static int await(long communicator, int key, long value, long extra) {
    try {
      Burstlog.awaitDrained();
    } catch (IOException | RuntimeException e) {
      // Into C nothing may be thrown.
      LOGGER.log(System.Logger.Level.ERROR, BurstlogException.reason(e));
    }
    return LibMpi.MPI_SUCCESS;
  }
}
