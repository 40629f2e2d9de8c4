package org.burstlog.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.burstlog.group.ProcessGroup;

/** What was counted until some moment, by one process or by all of a group. Does not change. */
public final class Statistics {
  private final Map<Counter, Long> counts;
  private final Map<DrainReason, Long> drains;

  Statistics(Map<Counter, Long> counts, Map<DrainReason, Long> drains) {
    this.counts = counts;
    this.drains = drains;
  }

  /**
   * Returns a count.
   *
   * @param counter which
   * @return its value
   */
  public long get(Counter counter) {
    return counts.getOrDefault(counter, 0L);
  }

  /**
   * Returns how many drains there were for a reason.
   *
   * @param reason which
   * @return how many
   */
  public long drains(DrainReason reason) {
    return drains.getOrDefault(reason, 0L);
  }

  /**
   * Returns how many drains there were.
   *
   * @return how many, for any reason
   */
  public long drains() {
    return drains.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Adds up what the processes of a group have counted. Collective.
   *
   * @param group the processes
   * @return the sums, the same in every process
   * @throws IOException when the group cannot be used any more
   */
  public Statistics sum(ProcessGroup group) throws IOException {
    // Maps of enumerations have one order, so that of the numbers is the same everywhere.
    long[] sums =
        LongStream.concat(
                counts.values().stream().mapToLong(Long::longValue),
                drains.values().stream().mapToLong(Long::longValue))
            .toArray();
    group.sum(sums);
    PrimitiveIterator.OfLong next = Arrays.stream(sums).iterator();
    Map<Counter, Long> counted = new EnumMap<>(counts);
    counted.replaceAll((counter, own) -> next.nextLong());
    Map<DrainReason, Long> reasons = new EnumMap<>(drains);
    reasons.replaceAll((reason, own) -> next.nextLong());
    return new Statistics(counted, reasons);
  }

  /**
   * Writes it all on one screen. Times of several processes are given as their mean.
   *
   * @param title what it is about, such as the path of the file
   * @param processes how many processes it is the sum of
   * @return some lines
   */
  public String report(String title, int processes) {
    StringBuilder text = new StringBuilder("burst buffer of ").append(title);
    text.append(", ").append(processes).append(processes == 1 ? " process" : " processes");
    for (Counter counter : Counter.values()) {
      long value = get(counter);
      String shown =
          switch (counter.unit()) {
            case COUNT -> String.valueOf(value);
            case BYTES -> String.format(Locale.ROOT, "%d (%.1f MiB)", value, value / 1048576.0);
            case NANOS -> String.format(Locale.ROOT, "%.3f ms", value / 1e6 / processes);
          };
      text.append(String.format(Locale.ROOT, "%n  %-30s %s", counter.label(), shown));
    }
    List<String> reasons = new ArrayList<>();
    for (DrainReason reason : DrainReason.values()) {
      if (drains(reason) > 0) {
        reasons.add(drains(reason) + " " + reason);
      }
    }
    String shown = reasons.isEmpty() ? "none" : String.join(", ", reasons);
    return text.append(String.format(Locale.ROOT, "%n  %-30s %s", "drains", shown)).toString();
  }

  @Override
  public String toString() {
    return report("a file", 1);
  }
}
