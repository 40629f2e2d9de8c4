package org.burstlog.drain;

import java.io.Closeable;
import java.util.function.Supplier;
import org.burstlog.plan.Plan;

/** Takes a plan to the target, round by round: what a {@link Strategy} comes to. */
interface Rounds extends Closeable {
  /**
   * Writes everything. What has failed in one process need not be known to the others in the end.
   *
   * @param <T> what comes of the task
   * @param plan what this process has
   * @param behind what comes when this process has written its part
   * @return the first stage
   */
  <T> Next<T> write(Plan plan, Supplier<Next<T>> behind);

  /** How many rounds this process took part in. */
  long count();

  /** Lets go of logs, buffers and threads, and waits for what still uses them here. */
  @Override
  void close();
}
