package org.burstlog.buffer;

import org.burstlog.BurstlogException;
import org.burstlog.TierException.Problem;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.StorageException;
import org.burstlog.wear.WearLimitException;

/** Finds out what is wrong with a tier from what was thrown when it was used. */
final class TierProblem {
  private TierProblem() {}

  static Problem of(Throwable failure) {
    if (failure instanceof NoSpaceException || failure.getCause() instanceof NoSpaceException) {
      return Problem.FULL;
    }
    if (failure instanceof WearLimitException limit && limit.diverts()) {
      // Puts go to the target as where there is no space.
      return Problem.FULL;
    }
    if (StorageException.isTooManyOpenFiles(failure)) {
      return Problem.TOO_MANY_OPEN_FILES;
    }
    if (failure instanceof StorageException storage) {
      return switch (storage.reason()) {
        case TOO_MANY_OPEN_FILES -> Problem.TOO_MANY_OPEN_FILES;
        case UNSUITABLE -> Problem.UNSUITABLE;
        case BROKEN -> Problem.BROKEN;
      };
    }
    return failure instanceof BurstlogException ? Problem.UNSUITABLE : Problem.BROKEN;
  }
}
