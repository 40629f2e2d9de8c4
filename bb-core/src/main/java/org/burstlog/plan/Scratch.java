package org.burstlog.plan;

import java.util.Arrays;
import org.burstlog.array.Region;
import org.jspecify.annotations.Nullable;

/** A region of each rank to copy records' regions into. */
final class Scratch {
  private @Nullable Region[] byRank = new Region[8];

  Region region(int rank) {
    if (rank >= byRank.length) {
      byRank = Arrays.copyOf(byRank, rank + 1);
    }
    Region region = byRank[rank];
    if (region == null) {
      region = new Region(rank);
      byRank[rank] = region;
    }
    return region;
  }
}
