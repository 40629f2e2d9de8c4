package org.burstlog.drain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.jspecify.annotations.Nullable;

/** Makes one exception, the same in every process, of what went wrong in some of them. */
final class Verdict {
  private static final int LONGEST = 2048;
  private static final int MOST_ARRAYS = 8;
  private static final String SEPARATOR = "\0";

  private Verdict() {}

  static DrainFailedException of(
      ProcessGroup group,
      String what,
      String phase,
      List<String> arrays,
      @Nullable Throwable failure)
      throws IOException {
    String mine = failure == null ? "" : describe(phase, arrays, failure);
    List<byte[]> all = group.gather(mine.getBytes(StandardCharsets.UTF_8));
    List<Integer> ranks = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    StringBuilder message = new StringBuilder(what).append(" failed");
    for (int rank = 0; rank < all.size(); rank++) {
      if (all.get(rank).length == 0) {
        continue;
      }
      String[] parts = new String(all.get(rank), StandardCharsets.UTF_8).split(SEPARATOR, -1);
      List<String> theirs = List.of(parts).subList(1, parts.length);
      ranks.add(rank);
      names.addAll(theirs);
      if (ranks.size() <= MOST_ARRAYS) {
        message.append(ranks.size() == 1 ? ": " : "; ").append("rank ").append(rank);
        if (!theirs.isEmpty()) {
          message.append(", array ").append(String.join(", ", theirs));
        }
        message.append(": ").append(parts[0]);
      }
    }
    if (ranks.size() > MOST_ARRAYS) {
      message.append("; and ").append(ranks.size() - MOST_ARRAYS).append(" more ranks");
    }
    message.append(
        ". Nothing is lost: the logs are kept. Remove the cause and drain again, or end the job and"
            + " run 'bb recover'");
    Throwable cause = failure == null ? new BurstlogException("in another process") : failure;
    return new DrainFailedException(message.toString(), ranks, List.copyOf(names), cause);
  }

  private static String describe(String phase, List<String> arrays, Throwable failure) {
    String text = failure.getMessage();
    String said =
        text == null || !(failure instanceof IOException) ? String.valueOf(failure) : text;
    String message = phase + ": " + said;
    StringBuilder parts =
        new StringBuilder(message.length() > LONGEST ? message.substring(0, LONGEST) : message);
    arrays.stream().limit(MOST_ARRAYS).forEach(name -> parts.append(SEPARATOR).append(name));
    return parts.toString();
  }
}
