package org.burstlog.drain;

import java.io.IOException;
import org.burstlog.plan.Plan;

/** Takes a plan to the target, round by round: what a {@link Strategy} comes to. */
interface Rounds {
  /**
   * Writes everything. Collective.
   *
   * @param plan what this process has
   * @return how many rounds it took part in
   * @throws DrainFailedException in every process, when one has failed
   * @throws IOException when the group cannot be used any more
   */
  long write(Plan plan) throws IOException;
}
