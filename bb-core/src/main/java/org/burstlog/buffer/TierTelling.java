package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.TierException;
import org.burstlog.TierException.Problem;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.jspecify.annotations.Nullable;

/**
 * Tells all processes that some cannot use their tiers, by a {@link TierException} of which the
 * first process has the whole message.
 *
 * @param what what is attempted, in the words of the first process
 * @param failed that it failed, in the words of the others
 */
record TierTelling(String what, String failed) implements Telling {
  private static final List<Problem> GRAVEST_LAST = List.of(Problem.values());

  /** When the burst buffer of a target is opened. */
  static TierTelling opening(Path target) {
    return new TierTelling(
        "opening the burst buffer", "the burst buffer of " + target + " cannot be opened");
  }

  /** When one that is open needs one more log. */
  static TierTelling anotherLog(Path target) {
    return new TierTelling(
        "making a log for another epoch", "no log of " + target + " for another epoch can be made");
  }

  @Override
  public int gravity(Throwable failure) {
    return 1 + GRAVEST_LAST.indexOf(TierProblem.of(failure));
  }

  @Override
  public IOException tell(ProcessGroup group, int gravity, @Nullable Throwable own)
      throws IOException {
    IOException all = Telling.of(what).tell(group, gravity, own);
    String told = group.rank() == 0 ? BurstlogException.reason(all) : failed + "; rank 0 says why";
    return new TierException(GRAVEST_LAST.get(gravity - 1), told, rootOf(own));
  }

  /** What the system said; what was made of that here is in the message already. */
  private static @Nullable Throwable rootOf(@Nullable Throwable failure) {
    Throwable root = failure;
    while (root instanceof BurstlogException) {
      root = root.getCause();
    }
    return root;
  }
}
