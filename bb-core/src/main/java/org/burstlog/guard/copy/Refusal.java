package org.burstlog.guard.copy;

import java.io.IOException;
import java.util.function.Supplier;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.storage.NoSpaceException;
import org.jspecify.annotations.Nullable;

/** Whether a keeper refuses what is sent to it for a log, and why. For one thread at a time. */
final class Refusal {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  private final SpareSessions spares;
  private final String what;
  private Acknowledgement.State why = Acknowledgement.State.KEPT;

  /**
   * Nothing is refused yet.
   *
   * @param spares what is given up where there is no space
   * @param what says in a sentence what failed
   */
  Refusal(SpareSessions spares, String what) {
    this.spares = spares;
    this.what = what;
  }

  /** Something that may find no space. */
  interface Step {
    void run() throws IOException;
  }

  /**
   * Takes a step, and refuses what comes behind it if that fails.
   *
   * @param where the directory for which space is made; null while there is none
   */
  void orRefuse(Step step, Supplier<@Nullable SessionDirectory> where) {
    try {
      boolean done = false;
      while (!done) {
        try {
          step.run();
          done = true;
        } catch (NoSpaceException e) {
          SessionDirectory needy = where.get();
          if (needy == null || !spares.giveUp(needy)) {
            throw e;
          }
        }
      }
    } catch (IOException e) {
      boolean full = e instanceof NoSpaceException || e.getCause() instanceof NoSpaceException;
      refuse(full ? Acknowledgement.State.FULL : Acknowledgement.State.FAILED);
      LOGGER.log(System.Logger.Level.DEBUG, what, e);
    }
  }

  void refuse(Acknowledgement.State state) {
    why = state;
  }

  /** A new generation is not refused for what became of the last. */
  void end() {
    why = Acknowledgement.State.KEPT;
  }

  boolean isRefusing() {
    return why != Acknowledgement.State.KEPT;
  }

  Acknowledgement.State why() {
    return why;
  }
}
