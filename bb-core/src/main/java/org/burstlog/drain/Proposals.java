package org.burstlog.drain;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.ProcessGroup;

/**
 * What a process knows before a window: how all processes fare, the first byte that any has left,
 * up to where all could go, how much each owner would get in the window that is expected next, and
 * what each process would send to this one. Nobody is told what others send to others.
 */
final class Proposals {
  private final long[] least;
  private final long[] totals;
  private final long[] sizes;

  private Proposals(List<long[]> all) {
    least = all.get(0);
    totals = all.get(1);
    sizes = all.get(2);
  }

  /**
   * Begins to learn what all propose. Collective; three calls that cost one wait.
   *
   * @param group the processes
   * @param owners who gets what is sent
   * @param flag how this process fares, less when it has failed
   * @param first the first byte that this process has left, the largest long when it has none
   * @param reach up to where it could go
   * @param parcels what it would send to each owner in the expected window
   */
  static Begun<Proposals> begin(
      ProcessGroup group, Owners owners, long flag, long first, long reach, Parcel[] parcels)
      throws IOException {
    long[] each = Arrays.stream(parcels).mapToLong(Parcel::size).toArray();
    Begun<long[]> least = group.begin(Collective.min(flag, first, reach));
    Begun<long[]> totals = group.begin(Collective.sum(each));
    Begun<long[]> sizes = sizes(group, owners, parcels);
    return Begun.all(List.of(least, totals, sizes)).map(Proposals::new);
  }

  /** Begins to tell the owners how much each gets of this process. Collective. */
  static Begun<long[]> sizes(ProcessGroup group, Owners owners, Parcel[] parcels)
      throws IOException {
    long[] sizes = new long[group.size()];
    for (int i = 0; i < parcels.length; i++) {
      sizes[owners.rank(i)] = parcels[i].size();
    }
    return group.begin(new Collective.Transpose(sizes));
  }

  /** How the process fares that fares worst. */
  long flag() {
    return least[0];
  }

  /** The first byte that anybody has left, the largest long when nobody has. */
  long first() {
    return least[1];
  }

  /** Up to here all could go. */
  long reach() {
    return least[2];
  }

  /** Whether the expected window has anything in it and all of it fits. */
  boolean allow(long end, long capacity) {
    return first() < end && reach() >= end && fits(totals, capacity);
  }

  /** Whether what each owner gets fits. */
  static boolean fits(long[] totals, long capacity) {
    return Arrays.stream(totals).allMatch(total -> total <= capacity);
  }

  /** What each process would send to this one. */
  long[] sizes() {
    return sizes;
  }
}
