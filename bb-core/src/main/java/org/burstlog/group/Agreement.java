package org.burstlog.group;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/**
 * Makes one verdict of what happened to each process: all have succeeded, or all throw the same.
 *
 * <p>Costs one reduction when all is well; texts travel only when something is not.
 */
public final class Agreement {
  private static final int LONGEST = 4096;

  private Agreement() {}

  /**
   * Tells the group how this process fared and learns how the others did. Collective.
   *
   * @param group the processes concerned
   * @param what what was attempted, such as "opening /scratch/out.nc"
   * @param failure what went wrong here, null when nothing did
   * @throws BurstlogException in every process, when anything went wrong in any; it names the
   *     processes and their errors, and its cause is this process's own
   * @throws IOException when the group itself cannot be used any more
   */
  public static void reach(ProcessGroup group, String what, @Nullable Throwable failure)
      throws IOException {
    if (group.max(failure == null ? 0 : 1) == 0) {
      return;
    }
    byte[] mine = failure == null ? new byte[0] : text(failure).getBytes(StandardCharsets.UTF_8);
    List<byte[]> all = group.gather(mine);
    List<String> reasons = new ArrayList<>();
    List<List<Integer>> ranks = new ArrayList<>();
    for (int rank = 0; rank < all.size(); rank++) {
      if (all.get(rank).length == 0) {
        continue;
      }
      String reason = new String(all.get(rank), StandardCharsets.UTF_8);
      int known = reasons.indexOf(reason);
      if (known < 0) {
        known = reasons.size();
        reasons.add(reason);
        ranks.add(new ArrayList<>());
      }
      ranks.get(known).add(rank);
    }
    StringBuilder message = new StringBuilder(what).append(" failed");
    for (int i = 0; i < reasons.size(); i++) {
      message.append(i == 0 ? ": " : "; ").append(name(ranks.get(i), group.size()));
      message.append(reasons.get(i));
    }
    throw failure == null
        ? new BurstlogException(message.toString())
        : new BurstlogException(message.toString(), failure);
  }

  /** Whom it concerns; nobody need be told in a group of one. */
  private static String name(List<Integer> ranks, int size) {
    if (size == 1) {
      return "";
    }
    if (ranks.size() == size) {
      return "all " + size + " processes: ";
    }
    List<String> numbers = ranks.stream().limit(8).map(String::valueOf).toList();
    String more = ranks.size() > 8 ? " and " + (ranks.size() - 8) + " more" : "";
    return (ranks.size() == 1 ? "rank " : "ranks ")
        + String.join(", ", numbers)
        + more
        + " of "
        + size
        + ": ";
  }

  private static String text(Throwable failure) {
    // Bare messages of the file system are often only a path; the exception's name then is the
    // news.
    String text =
        failure instanceof BurstlogException
            ? BurstlogException.messageOf(failure)
            : failure.toString();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }
}
