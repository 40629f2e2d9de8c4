package org.burstlog.recover;

import java.nio.file.Path;
import java.util.Optional;
import org.burstlog.drain.DrainOptions;

/**
 * How a session is recovered.
 *
 * @param into the target to replay into, when not the one that was logged
 * @param force whether what is whole is replayed although something is damaged, the target is not
 *     the file that was logged, or was created anew since
 * @param createTarget whether a target that does not exist is made
 * @param partial whether a session is replayed although logs of some of its processes are out of
 *     reach; those are to be replayed later, before anything else is written to the target
 * @param keep whether the logs stay after all
 * @param dryRun whether everything is read and checked, and nothing written
 * @param drain how records are written
 * @param progress hears how far it is
 */
public record RecoveryOptions(
    Optional<Path> into,
    boolean force,
    boolean createTarget,
    boolean partial,
    boolean keep,
    boolean dryRun,
    DrainOptions drain,
    Progress progress) {

  /**
   * The careful way: nothing forced, nothing kept.
   *
   * @param drain how records are written
   * @return the options
   */
  public static RecoveryOptions careful(DrainOptions drain) {
    return new RecoveryOptions(
        Optional.empty(), false, false, false, false, false, drain, Progress.NONE);
  }
}
