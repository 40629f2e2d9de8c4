package org.burstlog.netcdf.testing;

import org.burstlog.SettingsException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.settings.Settings;

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

  /** Four threads that write together in small rounds, as on a target that combines requests. */
  public interface InRounds extends FourThreads {
    @Override
    default NcOptions options(ProcessGroup group) {
      try {
        return NcOptions.defaults()
            .group(group)
            .settings(
                Settings.builder()
                    .set(Settings.STRATEGY, "collective")
                    .set(Settings.DRAIN_BUFFER, "4KiB")
                    .set(Settings.DRAIN_EXTENTS, "3")
                    .build());
      } catch (SettingsException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }
}
