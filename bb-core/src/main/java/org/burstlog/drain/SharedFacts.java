package org.burstlog.drain;

import java.io.IOException;
import java.util.List;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
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

  /** Sums of so many bits of each process's span fit a long. */
  private static final int HALF = Integer.SIZE;

  /** Begins to learn them. Collective. */
  static Begun<SharedFacts> begin(ProcessGroup group, @Nullable Plan plan) throws IOException {
    if (plan == null || plan.isEmpty()) {
      return begin(group, plan == null, 0, 0, Long.MAX_VALUE, 0);
    }
    return begin(group, false, plan.bytes(), plan.extents(), plan.firstByte(), plan.lastByte() + 1);
  }

  /** Of a process that writes nothing, the first byte is the last there can be and the end zero. */
  static Begun<SharedFacts> begin(
      ProcessGroup group, boolean failed, long bytes, long extents, long first, long end)
      throws IOException {
    long span = end == 0 ? 0 : end - first;
    // Both at once, so that they cost one wait. A span can be as long as a file may be, so it is
    // summed in halves.
    Begun<long[]> extremes = group.begin(Collective.max(failed ? 1 : 0, end, -first));
    Begun<long[]> sums = group.begin(Collective.sum(bytes, extents, span >>> HALF, low(span)));
    int processes = group.size();
    return Begun.all(List.of(extremes, sums)).map(both -> of(both.get(0), both.get(1), processes));
  }

  private static SharedFacts of(long[] extremes, long[] sums, int processes) {
    long end = extremes[1];
    long span = end == 0 ? 0 : end + extremes[2];
    long high = sums[2] + (sums[3] >>> HALF);
    boolean overlapping =
        high > span >>> HALF || (high == span >>> HALF && low(sums[3]) > low(span));
    return new SharedFacts(extremes[0] != 0, sums[0], sums[1], end, overlapping, processes);
  }

  private static long low(long value) {
    return value & -1L >>> HALF;
  }

  /** Mean bytes of an extent. */
  long mean() {
    return extents == 0 ? 0 : bytes / extents;
  }
}
