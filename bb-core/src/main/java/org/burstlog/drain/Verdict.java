package org.burstlog.drain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.burstlog.BurstlogException;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective.Gather;
import org.burstlog.group.ProcessGroup;
import org.jspecify.annotations.Nullable;

/** Makes one exception, the same in every process, of what went wrong in some of them. */
final class Verdict {
  private static final int LONGEST = 2048;
  private static final int MOST = 8;
  private static final String SEPARATOR = "\0";

  private Verdict() {}

  /**
   * Begins to learn from all processes what went wrong. Collective.
   *
   * @param group the processes
   * @param what what they were doing together
   * @param doing what this process was doing in particular
   * @param arrays names of the arrays it was writing
   * @param failure what went wrong here, null when nothing did
   * @return what all throw
   */
  static Begun<DrainFailedException> begin(
      ProcessGroup group,
      String what,
      String doing,
      List<String> arrays,
      @Nullable Throwable failure)
      throws IOException {
    String mine = describe(doing, arrays, failure);
    return group
        .begin(new Gather(mine.getBytes(StandardCharsets.UTF_8)))
        .map(all -> of(all, what, failure));
  }

  private static DrainFailedException of(
      List<byte[]> all, String what, @Nullable Throwable failure) {
    List<Integer> ranks = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    StringBuilder message = new StringBuilder(what).append(" failed");
    String first = "";
    for (int rank = 0; rank < all.size(); rank++) {
      String[] parts = new String(all.get(rank), StandardCharsets.UTF_8).split(SEPARATOR, -1);
      List<String> theirs = List.of(parts).subList(1, parts.length);
      names.addAll(theirs);
      if (parts[0].isEmpty()) {
        continue;
      }
      ranks.add(rank);
      if (ranks.size() <= MOST) {
        message.append(ranks.size() == 1 ? ": " : "; ").append("rank ").append(rank);
        if (!theirs.isEmpty()) {
          message.append(", array ").append(String.join(", ", theirs));
        }
        message.append(": ").append(parts[0]);
      }
      first = first.isEmpty() ? "on rank " + rank + ": " + parts[0] : first;
    }
    if (ranks.size() > MOST) {
      message.append("; and ").append(ranks.size() - MOST).append(" more ranks");
    }
    message.append(
        ". Nothing is lost: the logs are kept. Remove the cause, and flush, sync or close; or end"
            + " the job and run 'bb recover'");
    Throwable cause = failure == null ? new BurstlogException(first) : failure;
    return new DrainFailedException(message.toString(), ranks, List.copyOf(names), cause);
  }

  /** What went wrong, empty when nothing did, and the arrays behind it. */
  private static String describe(String doing, List<String> arrays, @Nullable Throwable failure) {
    StringBuilder parts = new StringBuilder();
    if (failure != null) {
      String message = (doing + ": " + BurstlogException.reason(failure)).replace(SEPARATOR, " ");
      parts.append(message.length() > LONGEST ? message.substring(0, LONGEST) : message);
    }
    arrays.stream().limit(MOST).forEach(name -> parts.append(SEPARATOR).append(name));
    return parts.toString();
  }
}
