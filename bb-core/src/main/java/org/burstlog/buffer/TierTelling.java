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
 * @param target the target that is opened
 */
record TierTelling(Path target) implements Telling {
  private static final List<Problem> GRAVEST_LAST = List.of(Problem.values());

  @Override
  public int gravity(Throwable failure) {
    return 1 + GRAVEST_LAST.indexOf(TierProblem.of(failure));
  }

  @Override
  public IOException tell(ProcessGroup group, int gravity, @Nullable Throwable own)
      throws IOException {
    IOException all = Telling.of("opening the burst buffer").tell(group, gravity, own);
    String told =
        group.rank() == 0
            ? BurstlogException.reason(all)
            : "the burst buffer of " + target + " cannot be opened; rank 0 says why";
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
