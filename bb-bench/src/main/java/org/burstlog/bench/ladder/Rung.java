package org.burstlog.bench.ladder;

import org.burstlog.cli.Json;

/**
 * What was found out about one layer, with so many processes and requests of one size.
 *
 * @param step which step of the ladder: 1 memory, 2 tier, 3 exchange, 4 drains into nothing, 5
 *     target, 6 computed, 7 kernels
 * @param name what was done
 * @param ranks how many processes did it
 * @param nodes on how many nodes
 * @param bytes of a request; 0 where there is none
 * @param mib MiB/s of all of them together; 0 where bytes say nothing
 * @param operations requests a second of all of them together
 */
public record Rung(
    int step, String name, int ranks, int nodes, long bytes, double mib, double operations) {
  /**
   * Returns the line that tells of it.
   *
   * @return one JSON object, without its end of line
   */
  public String line() {
    return new Json()
        .object()
        .field("step", step)
        .field("name", name)
        .field("ranks", ranks)
        .field("nodes", nodes)
        .field("bytes", bytes)
        .field("mib", mib)
        .field("operations", operations)
        .end()
        .toString();
  }
}
