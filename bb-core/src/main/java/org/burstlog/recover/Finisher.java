package org.burstlog.recover;

import java.io.IOException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetFile;

/**
 * Knows a file format in which a target says of itself how much it holds, and makes that true after
 * a replay. Logs hold what was put where; what a header would have said when the program had gone
 * on, only the format's own code can tell.
 *
 * <p>Implementations are found by {@link java.util.ServiceLoader}. They leave files of other
 * formats alone, and doing their work twice leaves the same file.
 */
public interface Finisher {
  /**
   * Tells whether a target begins with all that a file of the format begins with. Collective.
   *
   * @param group the processes that recover
   * @param target the target, open
   * @return the same in every process: false for a file of another format as well
   * @throws IOException in every process, when it cannot be read in any
   */
  boolean hasHeader(ProcessGroup group, TargetFile target) throws IOException;

  /**
   * Completes a target into which a session was replayed, before the session's logs are let go.
   * When this returns, what it wrote is synced. Collective.
   *
   * @param group the processes that recover
   * @param target the target, open for writing
   * @throws IOException in every process, when it failed in any; the logs are kept then
   */
  void finish(ProcessGroup group, TargetFile target) throws IOException;
}
