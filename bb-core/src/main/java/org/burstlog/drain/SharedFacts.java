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
    if (plan == null || plan.isEmpty()) {
      return gather(group, plan == null, 0, 0, Long.MAX_VALUE, 0);
    }
    return gather(
        group, false, plan.bytes(), plan.extents(), plan.firstByte(), plan.lastByte() + 1);
  }

  /** Of a process that writes nothing, the first byte is the last there can be and the end zero. */
  static SharedFacts gather(
      ProcessGroup group, boolean failed, long bytes, long extents, long first, long end)
      throws IOException {
    long[] extremes = {failed ? 1 : 0, end, -first};
    group.max(extremes);
    long endOfAll = extremes[1];
    long spanOfAll = endOfAll == 0 ? 0 : endOfAll + extremes[2];
    // A span can be as long as a file may be; rounded, a sum over all processes still fits a long.
    int rounded =
        Math.max(
            0,
            1
                + Long.SIZE
                - Long.numberOfLeadingZeros(group.size())
                - Long.numberOfLeadingZeros(spanOfAll));
    long[] sums = {bytes, extents, end == 0 ? 0 : (end - first) >> rounded};
    group.sum(sums);
    return new SharedFacts(
        extremes[0] != 0,
        sums[0],
        sums[1],
        endOfAll,
        sums[2] > (spanOfAll >> rounded) + (rounded == 0 ? 0 : group.size()),
        group.size());
  }

  /** Mean bytes of an extent. */
  long mean() {
    return extents == 0 ? 0 : bytes / extents;
  }
}
