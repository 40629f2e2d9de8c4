package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.TierException;
import org.burstlog.TierException.Problem;
import org.burstlog.group.Agreement;
import org.burstlog.group.ProcessGroup;
import org.jspecify.annotations.Nullable;

/** Makes one verdict of how the processes of a group have got on with their tiers. */
final class TierAgreement {
  private static final List<Problem> GRAVEST_LAST = List.of(Problem.values());

  private TierAgreement() {}

  /**
   * Returns when all have got on. Collective.
   *
   * @param target the target that is opened
   * @param failure what went wrong here, null when nothing did
   * @throws TierException in every process, when anything went wrong in any
   */
  static void reach(ProcessGroup group, Path target, @Nullable Throwable failure)
      throws IOException {
    long worst = group.max(failure == null ? -1 : GRAVEST_LAST.indexOf(TierProblem.of(failure)));
    if (worst < 0) {
      return;
    }
    Problem problem = GRAVEST_LAST.get((int) worst);
    try {
      Agreement.reach(group, "opening the burst buffer", failure);
    } catch (BurstlogException e) {
      String told =
          group.rank() == 0
              ? BurstlogException.reason(e)
              : "the burst buffer of " + target + " cannot be opened; rank 0 says why";
      throw new TierException(problem, told, rootOf(failure));
    }
    throw new IllegalStateException("neither failed nor succeeded");
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
