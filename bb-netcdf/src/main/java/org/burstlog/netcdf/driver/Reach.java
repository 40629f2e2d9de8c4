package org.burstlog.netcdf.driver;

import java.util.Arrays;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;

/** How far the puts of this process reach. Several threads may put. */
final class Reach {
  private final Footprint footprint = new Footprint();

  /** The first byte behind all that was put. */
  private long end;

  /** By variable, the number of records up to the last that is pending. */
  private long[] pending = {};

  /** There are so many variables from now on. */
  synchronized void variables(int count) {
    pending = Arrays.copyOf(pending, count);
  }

  /** Remembers a put that has elements. */
  synchronized void note(int variable, Array array, Region region) {
    end = Math.max(end, footprint.set(array, region).last() + 1);
    pending[variable] = Math.max(pending[variable], Math.max(records(array, region), 1));
  }

  /** How many records there are at least when a region was put; 0 where there are none. */
  static long records(Array array, Region region) {
    if (array.rank() == 0 || array.shape(0) != Array.UNLIMITED || region.elements() == 0) {
      return 0;
    }
    return region.start(0) + (region.count(0) - 1) * region.stride(0) + 1;
  }

  synchronized long end() {
    return end;
  }

  /** Tells whether something is pending in a record, or behind it. */
  synchronized boolean isPending(int variable, long record) {
    return pending[variable] > record;
  }

  /**
   * Takes note that a drain begins. What is put meanwhile stays noted, whether the drain moves it
   * or not.
   *
   * @return what to give to {@link #failed} when it fails
   */
  synchronized long[] begin() {
    long[] before = pending;
    pending = new long[before.length];
    return before;
  }

  /** The drain has moved nothing for certain. */
  synchronized void failed(long[] before) {
    Arrays.setAll(pending, v -> Math.max(pending[v], before[v]));
  }
}
