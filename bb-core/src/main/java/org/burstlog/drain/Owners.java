package org.burstlog.drain;

import java.util.List;
import org.burstlog.target.Striping;

/**
 * Which process writes which stripe of the target, so that what one server holds is written by one
 * process alone: a server grants a lock on as much of it as it can, and taking that back costs more
 * than a write.
 *
 * <p>One process a node writes for the others, because a node is one client of the file system.
 * Where there are more nodes than servers, only some write; where there are fewer, a process writes
 * to several servers.
 */
final class Owners {
  private final long stripe;
  private final int servers;
  private final int[] ranks;

  /**
   * Chooses owners.
   *
   * @param striping how the target is spread over servers
   * @param leaders a process of each node, ascending
   */
  Owners(Striping striping, List<Integer> leaders) {
    stripe = striping.stripe();
    servers = striping.servers();
    ranks = new int[Math.min(servers, leaders.size())];
    for (int i = 0; i < ranks.length; i++) {
      // Spread evenly, as neighbours may share a switch.
      ranks[i] = leaders.get((int) ((long) i * leaders.size() / ranks.length));
    }
  }

  /** How many processes own stripes. */
  int count() {
    return ranks.length;
  }

  /** Ranks of the owners, ascending; not to be changed. */
  int[] ranks() {
    return ranks;
  }

  /** Which of the owners a process is; -1 for none. */
  int indexOf(int rank) {
    for (int i = 0; i < ranks.length; i++) {
      if (ranks[i] == rank) {
        return i;
      }
    }
    return -1;
  }

  /** The owner of a byte of the target. */
  int of(long offset) {
    return (int) (offset / stripe % servers) % ranks.length;
  }

  /** Up to where the owner of a byte stays the same at least. */
  long runEnd(long offset) {
    return ranks.length == 1 ? Long.MAX_VALUE : add(stripeBegin(offset), stripe);
  }

  /** Bytes of so many stripes, as many as a long can count at most. */
  long stripes(long number) {
    return number > Long.MAX_VALUE / stripe ? Long.MAX_VALUE : number * stripe;
  }

  long stripeBegin(long offset) {
    return offset - offset % stripe;
  }

  /**
   * Returns the end of a window that begins with a byte, such that whole stripes of it fit into
   * each owner's memory.
   */
  long windowEnd(long first, long capacity) {
    long each = Math.max(1, capacity / stripe);
    return add(
        stripeBegin(first),
        each > Long.MAX_VALUE / ranks.length ? Long.MAX_VALUE : stripes(each * ranks.length));
  }

  private static long add(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }
}
