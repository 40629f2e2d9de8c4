package org.burstlog.drain;

import java.io.IOException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.plan.Plan;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * What all processes know of a drain before its first round, the same in each, so that what one
 * concludes from it all conclude.
 *
 * @param failed whether planning failed anywhere
 * @param bytes bytes to be written by all
 * @param extents extents of all
 * @param end first byte behind everything to be written
 * @param overlapping whether ranges of the target that belong to several processes overlap
 * @param processes how many processes there are
 */
record SharedFacts(
    boolean failed, long bytes, long extents, long end, boolean overlapping, int processes) {
  /** From this mean length on, an extent is worth a request of its own. */
  private static final long LARGE_EXTENT = 1 << 20;

  static SharedFacts gather(ProcessGroup group, @Nullable Plan plan) throws IOException {
    long first = Long.MAX_VALUE;
    long end = 0;
    long[] sums = {0, 0, 0};
    if (plan != null && !plan.isEmpty()) {
      first = plan.firstByte();
      end = plan.lastByte() + 1;
      // A span can be as long as the file; in MiB a sum over all processes still fits a long.
      sums = new long[] {plan.bytes(), plan.extents(), (end - first) >> 20};
    }
    long[] largest = {plan == null ? 1 : 0, end};
    group.max(largest);
    long[] smallest = {first};
    group.min(smallest);
    group.sum(sums);
    long spanOfAll = largest[1] == 0 ? 0 : (largest[1] - smallest[0]) >> 20;
    return new SharedFacts(
        largest[0] != 0,
        sums[0],
        sums[1],
        largest[1],
        sums[2] > spanOfAll + group.size(),
        group.size());
  }

  /** What {@link #choose} has decided. */
  record Choice(Strategy strategy, String reason) {}

  Choice choose(Strategy asked, TargetFile target) {
    if (asked != Strategy.AUTO) {
      return new Choice(asked, "as set by drain.strategy");
    }
    if (!target.can(TargetFile.Capability.COLLECTIVE_BUFFERING)) {
      return new Choice(Strategy.INDEPENDENT, "the target does not combine requests");
    }
    if (processes == 1) {
      return new Choice(Strategy.INDEPENDENT, "one process");
    }
    long mean = extents == 0 ? 0 : bytes / extents;
    if (!overlapping && mean >= LARGE_EXTENT) {
      return new Choice(
          Strategy.INDEPENDENT, "processes write apart, extents of " + mean + " bytes on average");
    }
    return new Choice(
        Strategy.COLLECTIVE,
        overlapping
            ? "processes write between each other"
            : "extents of " + mean + " bytes on average");
  }
}
