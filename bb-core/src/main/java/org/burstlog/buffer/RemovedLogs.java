package org.burstlog.buffer;

import java.nio.file.Path;
import org.burstlog.depot.Depot;
import org.burstlog.log.LogWriter;

/**
 * Notices that somebody has removed the logs of a session that goes on, as what cleans a tier by
 * the age of files may do. All works as before then, since the files are open, but no recovery
 * would find them.
 *
 * <p>Looked for when puts go to the target or are about to, and not at each put.
 */
final class RemovedLogs {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  private final Depot depot;
  private final int rank;
  private final Path target;
  private final Path session;
  private boolean found;

  RemovedLogs(Depot depot, int rank, Path target, Path session) {
    this.depot = depot;
    this.rank = rank;
    this.target = target;
    this.session = session;
  }

  /** Looks whether a log is where a recovery looks for it, and warns once when it is not. */
  void lookFor(LogWriter log) {
    if (found || log.isNamed()) {
      return;
    }
    found = true;
    if (depot.tellsFirst("removed: " + session)) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "rank "
              + rank
              + ", "
              + target
              + ": somebody has removed logs, or the lock file, of this running program from "
              + session
              + ", perhaps what cleans the tier; what is put from now on does not survive a crash"
              + " of this process; close the file and open it again, and have directories of"
              + " running programs left alone, or choose another tier by burstlog.tier"
              + " (BURSTLOG_TIER)");
    }
  }
}
