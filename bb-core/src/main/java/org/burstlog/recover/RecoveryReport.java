package org.burstlog.recover;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What became of one session.
 *
 * @param session the session
 * @param target the target it was replayed into, null when there was nothing to replay
 * @param outcome what was done
 * @param judgement what was found in it; null when it was not read
 * @param kept whether its logs were kept
 * @param made whether the target did not exist, so that it lacks what was in it beside the records
 */
public record RecoveryReport(
    TierSession session,
    @Nullable Path target,
    Outcome outcome,
    @Nullable Judgement judgement,
    boolean kept,
    boolean made) {

  /** What was done with a session. */
  public enum Outcome {
    /** Its records are in the target now. */
    REPLAYED,
    /** It had no records that the target lacked. */
    NOTHING_PENDING,
    /** It could be replayed; nothing was done, as asked. */
    WOULD_BE_REPLAYED,
    /** It had been recovered before; what was left of it was removed, unless it is to be kept. */
    ALREADY_RECOVERED
  }

  /**
   * Tells whether the target now has everything that was acknowledged.
   *
   * @return false when something was cut off or damaged, processes' logs were not reached, copies
   *     of them may have been behind, or the target was made anew
   */
  public boolean complete() {
    return judgement == null
        || (!made
            && !judgement.mayLag()
            && judgement.state() == org.burstlog.log.read.LogVerdict.State.CLEAN
            && (judgement.missing().isEmpty() || judgement.records() == 0));
  }
}
