package org.burstlog.target;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.group.ProcessGroup;

/**
 * What opens targets: plain files, or MPI-IO. Who takes one can open files without knowing which.
 */
@FunctionalInterface
public interface TargetSystem {
  /**
   * Opens a target. Collective: every process gets it, or every process gets the same error.
   *
   * @param group the processes that share it; stays the caller's
   * @param path where it is
   * @param mode how it is opened
   * @return the open target
   * @throws IOException when it could not be opened in every process
   */
  TargetFile open(ProcessGroup group, Path path, TargetFile.Mode mode) throws IOException;

  /**
   * Begins to open a target, for who has the processes meet for other things, too.
   *
   * @param group the processes that share it; the target uses it, one call at a time, until it is
   *     closed, and it stays the caller's
   * @param path where it is
   * @param mode how it is opened
   * @return the steps of opening it
   */
  default TargetOpening begin(ProcessGroup group, Path path, TargetFile.Mode mode) {
    return TargetOpening.collective(this, group, path, mode);
  }
}
