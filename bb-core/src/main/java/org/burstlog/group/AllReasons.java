package org.burstlog.group;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/** Makes one exception, the same in every process, of what went wrong in some of them. */
final class AllReasons {
  private static final int LONGEST = 4096;

  private AllReasons() {}

  /** Learns what went wrong in each process. Collective. */
  static BurstlogException gather(ProcessGroup group, String what, @Nullable Throwable failure)
      throws IOException {
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
    return failure == null
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
    String text = BurstlogException.reason(failure);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }
}
