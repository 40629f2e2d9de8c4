package org.burstlog.drain;

import java.util.Locale;

/**
 * What a drain did in this process.
 *
 * @param records records drained here
 * @param bytes bytes written here
 * @param extents extents they were written as
 * @param rounds rounds that this process took part in
 * @param strategy how the rounds were written
 * @param reason why in this way
 * @param planNanos time spent planning
 * @param gatherNanos time spent reading and swapping, which overlaps with writing
 * @param waitNanos time spent waiting for a round to be read
 * @param agreeNanos time spent agreeing with the others, waiting for them included
 * @param writeNanos time spent writing
 * @param syncNanos time spent syncing and proving the target
 */
public record DrainReport(
    long records,
    long bytes,
    long extents,
    long rounds,
    Strategy strategy,
    String reason,
    long planNanos,
    long gatherNanos,
    long waitNanos,
    long agreeNanos,
    long writeNanos,
    long syncNanos) {

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d records, %d bytes in %d extents and %d rounds, %s (%s); plan %.1f ms, gather %.1f ms,"
            + " wait %.1f ms, agree %.1f ms, write %.1f ms, sync %.1f ms",
        records,
        bytes,
        extents,
        rounds,
        strategy.name().toLowerCase(Locale.ROOT),
        reason,
        planNanos / 1e6,
        gatherNanos / 1e6,
        waitNanos / 1e6,
        agreeNanos / 1e6,
        writeNanos / 1e6,
        syncNanos / 1e6);
  }
}
