package org.burstlog;

import java.util.Arrays;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.StorageException;
import org.jspecify.annotations.Nullable;

/**
 * The tier cannot be used. Thrown in all processes when it cannot be in any; the first process has
 * the whole message, so that a job prints it once.
 */
public final class TierException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  private final Problem problem;

  /** What may be wrong with a tier; of several, the gravest counts. */
  public enum Problem {
    /** It has no space left. */
    FULL(1),
    /** It is missing, or not a directory, or this process may not write there. */
    UNSUITABLE(2),
    /** The process, or the machine, has as many files open as it may. */
    TOO_MANY_OPEN_FILES(3),
    /** The device or the file system has failed. */
    BROKEN(4);

    /** How grave it is; 0 is no problem. */
    final int gravity;

    Problem(int gravity) {
      this.gravity = gravity;
    }

    static Problem ofGravity(long gravity) {
      return Arrays.stream(values()).filter(p -> p.gravity == gravity).findAny().orElseThrow();
    }

    static Problem of(Throwable failure) {
      if (failure instanceof NoSpaceException || failure.getCause() instanceof NoSpaceException) {
        return FULL;
      }
      if (StorageException.isTooManyOpenFiles(failure)) {
        return TOO_MANY_OPEN_FILES;
      }
      if (failure instanceof StorageException storage) {
        return switch (storage.reason()) {
          case TOO_MANY_OPEN_FILES -> TOO_MANY_OPEN_FILES;
          case UNSUITABLE -> UNSUITABLE;
          case BROKEN -> BROKEN;
        };
      }
      return failure instanceof BurstlogException ? UNSUITABLE : BROKEN;
    }
  }

  TierException(Problem problem, String message, @Nullable Throwable cause) {
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
