package org.burstlog.drain;

import java.util.Locale;

/**
 * How long the phases of a drain took. Some go on beside each other, so they can sum up to more
 * than the drain took.
 *
 * @param planNanos ordering records and finding those that interleave
 * @param agreeNanos agreeing with the others, waiting for them included
 * @param gatherNanos cutting rounds, reading them from the log and swapping bytes, which is one
 *     pass
 * @param exchangeNanos sending bytes to the processes that write them, and putting in order what
 *     others sent
 * @param waitNanos waiting for a round to be read, or for a buffer to be written
 * @param writeNanos writing to the target
 * @param syncNanos syncing what was written here
 * @param proveNanos proving that the target has its name and size, and in a recovery its content,
 *     which is read back; waiting for the others included
 * @param allNanos the whole drain
 */
public record PhaseTimes(
    long planNanos,
    long agreeNanos,
    long gatherNanos,
    long exchangeNanos,
    long waitNanos,
    long writeNanos,
    long syncNanos,
    long proveNanos,
    long allNanos) {
  static final PhaseTimes NONE = of(new long[Phase.values().length]);

  /** Times by the number of their phase. */
  static PhaseTimes of(long[] nanos) {
    return new PhaseTimes(
        nanos[0], nanos[1], nanos[2], nanos[3], nanos[4], nanos[5], nanos[6], nanos[7], nanos[8]);
  }

  /** Values of which the least of all processes are the extremes of their times. */
  static long[] bothWays(long[] nanos) {
    long[] both = new long[2 * nanos.length];
    for (int i = 0; i < nanos.length; i++) {
      both[i] = nanos[i];
      both[nanos.length + i] = -nanos[i];
    }
    return both;
  }

  /** The shortest times of any process, and the longest. */
  static PhaseTimes[] extremes(long[] least) {
    long[] most = new long[least.length / 2];
    for (int i = 0; i < most.length; i++) {
      most[i] = -least[most.length + i];
    }
    return new PhaseTimes[] {of(least), of(most)};
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.1f ms: plan %.1f ms, agree %.1f ms, gather %.1f ms, exchange %.1f ms, wait %.1f ms,"
            + " write %.1f ms, sync %.1f ms, prove %.1f ms",
        allNanos / 1e6,
        planNanos / 1e6,
        agreeNanos / 1e6,
        gatherNanos / 1e6,
        exchangeNanos / 1e6,
        waitNanos / 1e6,
        writeNanos / 1e6,
        syncNanos / 1e6,
        proveNanos / 1e6);
  }
}
