package org.burstlog.drain;

import java.io.IOException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.plan.Plan;
import org.jspecify.annotations.Nullable;

/**
 * What all processes know of a drain before its first round, the same in each, so that what one
 * concludes from it all conclude.
 *
 * @param failed whether some process has failed to plan
 * @param bytes bytes to be written by all
 * @param extents extents of all
 * @param end first byte behind everything to be written
 * @param overlapping whether ranges of the target that belong to several processes overlap
 * @param processes how many processes there are
 */
record SharedFacts(
    boolean failed, long bytes, long extents, long end, boolean overlapping, int processes) {

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
    long[] extremes = {plan == null ? 1 : 0, end, -first};
    group.max(extremes);
    long endOfAll = extremes[1];
    long firstOfAll = -extremes[2];
    group.sum(sums);
    long spanOfAll = endOfAll == 0 ? 0 : (endOfAll - firstOfAll) >> 20;
    return new SharedFacts(
        extremes[0] != 0,
        sums[0],
        sums[1],
        endOfAll,
        sums[2] > spanOfAll + group.size(),
        group.size());
  }

  /** Mean bytes of an extent. */
  long mean() {
    return extents == 0 ? 0 : bytes / extents;
  }
}
