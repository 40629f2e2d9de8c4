package org.burstlog.cli;

import java.io.IOException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetSystem;

/**
 * A way to be one of several processes, such as MPI. A verb that several processes can share asks
 * for one.
 *
 * <p>Implementations are found by {@link java.util.ServiceLoader}.
 */
public interface Job {
  /**
   * Tells whether this process was started as one of several.
   *
   * @return true when {@link #group} brings them together
   */
  boolean present();

  /**
   * Brings the processes together. Collective.
   *
   * @return the group of all of them, closed by the caller
   * @throws IOException when they cannot be brought together
   */
  ProcessGroup group() throws IOException;

  /**
   * Returns what opens targets for such a group.
   *
   * @return the way in which these processes share files
   */
  TargetSystem targets();
}
