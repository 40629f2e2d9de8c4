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
   * Takes counts that were written down.
   *
   * @param counts of counters; what is missing is zero
   * @param drains how many there were for each reason; what is missing is zero
   * @return the statistics
   */
  public static Statistics of(Map<Counter, Long> counts, Map<DrainReason, Long> drains) {
    Map<Counter, Long> counted = new EnumMap<>(Counter.class);
    counted.putAll(counts);
    Map<DrainReason, Long> reasons = new EnumMap<>(DrainReason.class);
    reasons.putAll(drains);
    return new Statistics(counted, reasons);
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
   * Adds up what the processes of a group have counted. Drains that they have made together count
   * once. Collective.
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
    long[] together = drains.values().stream().mapToLong(Long::longValue).toArray();
    group.max(together);
    PrimitiveIterator.OfLong next = Arrays.stream(sums).iterator();
    Map<Counter, Long> counted = new EnumMap<>(counts);
    counted.replaceAll((counter, own) -> next.nextLong());
    Map<DrainReason, Long> reasons = new EnumMap<>(drains);
    PrimitiveIterator.OfLong once = Arrays.stream(together).iterator();
    reasons.replaceAll(
        (reason, own) -> {
          long sum = next.nextLong();
          long most = once.nextLong();
          return reason.isCollective() ? most : sum;
        });
    return new Statistics(counted, reasons);
  }

  /**
   * Writes on one screen what has happened, and says of each part what its numbers are. What has
   * not happened is left out.
   *
   * @param title what it is about, such as the path of the file
   * @param processes how many processes it is the sum of
   * @return some lines
   */
  public String report(String title, int processes) {
    StringBuilder text = new StringBuilder("burst buffer of ").append(title);
    text.append(", ").append(processes).append(processes == 1 ? " process" : " processes");
    String sums = processes == 1 ? "" : ", sums over all processes";
    String means = processes == 1 ? "" : ", means of the processes";
    heading(text, "what the program did" + sums);
    counts(text);
    line(text, processes == 1 ? "drains" : "drains, each counted once", reasons());
    heading(text, "what it waited for" + means);
    times(text, Counter.Unit.NANOS, processes);
    heading(text, "parts of the time in drains, some beside each other" + means);
    times(text, Counter.Unit.PART_NANOS, processes);
    return text.toString();
  }

  private void counts(StringBuilder text) {
    for (Counter counter : Counter.values()) {
      long value = get(counter);
      if (value > 0 && counter.unit() == Counter.Unit.COUNT) {
        line(text, counter.label(), String.valueOf(value));
      } else if (value > 0 && counter.unit() == Counter.Unit.BYTES) {
        line(text, counter.label(), mebibytes(value));
      }
    }
  }

  private static void heading(StringBuilder text, String heading) {
    text.append(String.format(Locale.ROOT, "%n  %s:", heading));
  }

  private static void line(StringBuilder text, String label, String value) {
    text.append(String.format(Locale.ROOT, "%n    %-30s %s", label, value));
  }

  private void times(StringBuilder text, Counter.Unit unit, int processes) {
    for (Counter counter : Counter.values()) {
      if (get(counter) > 0 && counter.unit() == unit) {
        double millis = get(counter) / 1e6 / processes;
        line(text, counter.label(), String.format(Locale.ROOT, "%.3f ms", millis));
      }
    }
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%d (%.1f MiB)", bytes, bytes / 1048576.0);
  }

  private String reasons() {
    List<String> reasons = new ArrayList<>();
    for (DrainReason reason : DrainReason.values()) {
      if (drains(reason) > 0) {
        reasons.add(drains(reason) + " " + reason);
      }
    }
    return reasons.isEmpty() ? "none" : String.join(", ", reasons);
  }

  @Override
  public String toString() {
    return report("a file", 1);
  }
}
