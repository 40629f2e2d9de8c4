package org.burstlog.netcdf.testing;

import org.burstlog.group.RankProgram;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;

/** The groups that need no MPI. */
public final class Environments {
  private Environments() {}

  /** One process alone. */
  public interface Alone extends NcEnvironment {
    @Override
    default void run(RankProgram program) throws Exception {
      try (SoloGroup group = new SoloGroup()) {
        program.run(group);
      }
    }
  }

  /** Two threads. */
  public interface TwoThreads extends NcEnvironment {
    @Override
    default void run(RankProgram program) throws Exception {
      ThreadedGroup.run(2, program);
    }
  }

  /** Three threads. */
  public interface ThreeThreads extends NcEnvironment {
    @Override
    default void run(RankProgram program) throws Exception {
      ThreadedGroup.run(3, program);
    }
  }

  /** Four threads. */
  public interface FourThreads extends NcEnvironment {
    @Override
    default void run(RankProgram program) throws Exception {
      ThreadedGroup.run(4, program);
    }
  }
}
