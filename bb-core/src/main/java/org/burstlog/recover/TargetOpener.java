package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetFile;

/** Opens the target of a session that is recovered. */
@FunctionalInterface
public interface TargetOpener {
  /**
   * Opens a target. Collective.
   *
   * @param group the processes that recover
   * @param target where it is
   * @param mode for update, or to make a new one
   * @return the open target
   * @throws IOException when it cannot be opened, in every process
   */
  TargetFile open(ProcessGroup group, Path target, TargetFile.Mode mode) throws IOException;

  /**
   * Takes the target back, after a session was replayed into it or failed to be. Collective.
   *
   * @param target what was opened
   * @throws IOException when it cannot be closed
   */
  default void done(TargetFile target) throws IOException {
    target.close();
  }
}
