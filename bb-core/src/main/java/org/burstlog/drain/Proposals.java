package org.burstlog.drain;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.ProcessGroup;

/**
 * What a process knows before a window: how all processes fare, whether the window that is expected
 * next suits all, how much each owner would get in it, and what each process would send to this
 * one. Nobody is told what others send to others.
 *
 * <p>All but the last are sums, so that one reduction tells them: each call that processes make
 * together costs them more, where they share cores, than the numbers in it.
 */
final class Proposals {
  private static final int FAILED = 0;
  private static final int FAILED_FOR_OTHERS = 1;
  private static final int DONE = 2;
  private static final int WITHIN = 3;
  private static final int SHORT = 4;
  private static final int TOTALS = 5;

  private final int processes;
  private final long[] sums;
  private final long[] sizes;

  private Proposals(int processes, List<long[]> all) {
    this.processes = processes;
    sums = all.get(0);
    sizes = all.get(1);
  }

  /**
   * Begins to learn what all propose. Collective; two calls that cost one wait.
   *
   * @param group the processes
   * @param owners who gets what is sent
   * @param flag how this process fares, as in {@link DrainState#flag}
   * @param first the first byte that this process has left, the largest long when it has none
   * @param reach up to where it could go
   * @param end of the window that is expected next, the same in every process
   * @param parcels what it would send to each owner in that window
   */
  static Begun<Proposals> begin(
      ProcessGroup group,
      Owners owners,
      long flag,
      long first,
      long reach,
      long end,
      Parcel[] parcels)
      throws IOException {
    long[] mine = new long[TOTALS + parcels.length];
    mine[FAILED] = flag == DrainState.GOOD ? 0 : 1;
    mine[FAILED_FOR_OTHERS] = flag == DrainState.FAILED_FOR_OTHERS ? 1 : 0;
    mine[DONE] = first == Long.MAX_VALUE ? 1 : 0;
    mine[WITHIN] = first < end ? 1 : 0;
    mine[SHORT] = reach < end ? 1 : 0;
    for (int i = 0; i < parcels.length; i++) {
      mine[TOTALS + i] = parcels[i].size();
    }
    Begun<long[]> sums = group.begin(Collective.sum(mine));
    Begun<long[]> sizes = sizes(group, owners, parcels);
    int processes = group.size();
    return Begun.all(List.of(sums, sizes)).map(all -> new Proposals(processes, all));
  }

  /** Begins to tell the owners how much each gets of this process. Collective. */
  static Begun<long[]> sizes(ProcessGroup group, Owners owners, Parcel[] parcels)
      throws IOException {
    long[] sizes = Arrays.stream(parcels).mapToLong(Parcel::size).toArray();
    return group.begin(new Collective.TellFew(owners.ranks(), sizes, group.size()));
  }

  /** How the process fares that fares worst. */
  long flag() {
    if (sums[FAILED] == 0) {
      return DrainState.GOOD;
    }
    return sums[FAILED_FOR_OTHERS] == 0 ? DrainState.FAILED : DrainState.FAILED_FOR_OTHERS;
  }

  /** Whether no process has anything left. */
  boolean isEnd() {
    return sums[DONE] == processes;
  }

  /** Whether the expected window has anything in it and all of it fits. */
  boolean allow(long capacity) {
    return sums[WITHIN] > 0
        && sums[SHORT] == 0
        && fits(Arrays.copyOfRange(sums, TOTALS, sums.length), capacity);
  }

  /** Whether what each owner gets fits. */
  static boolean fits(long[] totals, long capacity) {
    return Arrays.stream(totals).allMatch(total -> total <= capacity);
  }

  /** What each process would send to this one; may be of no length where it owns nothing. */
  long[] sizes() {
    return sizes;
  }
}
