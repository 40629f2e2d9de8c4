package org.burstlog.bench.strategy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.burstlog.stats.Counter;

/**
 * How much of its drains a program did not wait for.
 *
 * @param drains seconds that drains took, without those in which they rested
 * @param waited seconds that the program waited for them
 */
public record Overlap(double drains, double waited) {
  /** What a program waits for drains in. */
  private static final List<Counter> WAITS =
      List.of(
          Counter.DRAIN_WAIT_NANOS,
          Counter.STALL_EPOCH_NANOS,
          Counter.STALL_DELAY_NANOS,
          Counter.STALL_FULL_NANOS,
          Counter.STALL_READ_NANOS);

  /**
   * Takes both from what burst buffers have counted.
   *
   * @param counters counts, sums over the processes
   * @param processes how many processes there are
   * @return the means of the processes; nothing when there was no drain
   */
  static Optional<Overlap> of(Map<Counter, Long> counters, int processes) {
    // A drain that rests has nothing to hide.
    double drains =
        seconds(counters, Counter.DRAIN_NANOS, processes)
            - seconds(counters, Counter.REST_NANOS, processes);
    double waited = 0;
    for (Counter wait : WAITS) {
      waited += seconds(counters, wait, processes);
    }
    return drains > 0 ? Optional.of(new Overlap(drains, waited)) : Optional.empty();
  }

  private static double seconds(Map<Counter, Long> counters, Counter counter, int processes) {
    return counters.getOrDefault(counter, 0L) / 1e9 / processes;
  }

  /**
   * Returns what the program did not wait for.
   *
   * @return seconds
   */
  public double hidden() {
    return Math.max(0, drains - waited);
  }

  /**
   * Returns which part of the drains was hidden.
   *
   * @return from 0, the program waited for all of it, to 1, for nothing
   */
  public double efficiency() {
    return hidden() > 0 ? hidden() / (hidden() + waited) : 0;
  }
}
