package org.burstlog;

import org.jspecify.annotations.Nullable;

/**
 * The tier cannot be used. Thrown in all processes when it cannot be in any; the first process has
 * the whole message, so that a job prints it once.
 */
public final class TierException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  private final Problem problem;

  /** What may be wrong with a tier, the gravest last; of several problems the gravest counts. */
  public enum Problem {
    /** It has no space left. */
    FULL,
    /** It is missing, or not a directory, or this process may not write there. */
    UNSUITABLE,
    /** The process, or the machine, has as many files open as it may. */
    TOO_MANY_OPEN_FILES,
    /** The device or the file system has failed. */
    BROKEN
  }

  /**
   * Creates the exception.
   *
   * @param problem what is wrong, the same in every process
   * @param message what happened, where, and the remedy
   * @param cause what the system said in this process, null where nothing went wrong here
   */
  public TierException(Problem problem, String message, @Nullable Throwable cause) {
    super(message);
    this.problem = problem;
    if (cause != null) {
      initCause(cause);
    }
  }

  /**
   * Returns what is wrong.
   *
   * @return the problem, the same in every process
   */
  public Problem problem() {
    return problem;
  }
}
