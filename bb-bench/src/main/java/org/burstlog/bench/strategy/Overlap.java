package org.burstlog.bench.strategy;

import java.util.Map;
import java.util.Optional;
import org.burstlog.stats.Counter;

/**
 * How much of its drains a program did not wait for.
 *
 * @param drains seconds that drains took
 * @param waited seconds that the program waited for them
 */
public record Overlap(double drains, double waited) {
  /**
   * Takes both from what burst buffers have counted.
   *
   * @param counters counts, sums over the processes
   * @param processes how many processes there are
   * @return the means of the processes; nothing when there was no drain
   */
  static Optional<Overlap> of(Map<Counter, Long> counters, int processes) {
    double drains = counters.getOrDefault(Counter.DRAIN_NANOS, 0L) / 1e9 / processes;
    // A drain happens inside a call of the program, which waits for all of it.
    return drains > 0 ? Optional.of(new Overlap(drains, drains)) : Optional.empty();
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
