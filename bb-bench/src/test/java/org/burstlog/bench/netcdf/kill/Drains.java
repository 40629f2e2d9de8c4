package org.burstlog.bench.netcdf.kill;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import mpi.MPI;
import mpi.MPIException;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.settings.Settings;

/** What drains the logs of a job while it runs. */
enum Drains {
  /** The program, which waits for it. */
  FOREGROUND,
  /** A thread with a group of its own; files are closed by another. */
  THREAD,
  /** The calls of a program that has started MPI for one thread. */
  SLICES;

  static Drains any(Random random) {
    return List.of(values()).get(random.nextInt(values().length));
  }

  /** Starts MPI as such a program does. */
  MpiGroup start() throws IOException {
    if (this != SLICES) {
      return MpiGroup.world();
    }
    try {
      MPI.InitThread(new String[0], MPI.THREAD_FUNNELED);
      return MpiGroup.of(MPI.COMM_WORLD);
    } catch (MPIException e) {
      throw new IOException(e);
    }
  }

  /** Ends MPI where this has started it. */
  void end() throws IOException {
    if (this == SLICES) {
      try {
        MPI.Finalize();
      } catch (MPIException e) {
        throw new IOException(e);
      }
    }
  }

  Settings.Builder set(Settings.Builder settings, int epochs) {
    return settings
        .set(Settings.DRAIN_MODE, this == FOREGROUND ? "foreground" : "background")
        .set(Settings.DRAIN_CLOSE, this == THREAD ? "background" : "wait")
        .set(Settings.DRAIN_EPOCHS, Integer.toString(epochs));
  }
}
