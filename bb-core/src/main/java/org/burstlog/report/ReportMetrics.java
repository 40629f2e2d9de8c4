package org.burstlog.report;

import java.util.List;
import java.util.Locale;
import org.burstlog.stats.Counter;

/**
 * Reports as metrics in the text format that Prometheus and its collectors read from a file. A file
 * of the target is a label, counters are sums over the processes.
 */
public final class ReportMetrics {
  private static final double NANOS = 1e9;

  private ReportMetrics() {}

  /**
   * Writes metrics.
   *
   * @param runs one for each file
   * @return the lines
   */
  public static String of(List<Run> runs) {
    StringBuilder text = new StringBuilder();
    for (Counter counter : Counter.values()) {
      // The most at once is no sum that only grows.
      boolean gauge = counter == Counter.PENDING_PEAK_BYTES;
      String name = name(counter) + (gauge ? "" : "_total");
      head(text, name, counter.label(), gauge);
      runs.forEach(run -> line(text, name, run, value(counter, run.counted().get(counter))));
    }
    head(text, "burstlog_pending_bytes", "bytes in logs", true);
    runs.forEach(run -> line(text, "burstlog_pending_bytes", run, String.valueOf(run.pending())));
    head(text, "burstlog_written_bytes_total", "bytes written to the target", false);
    runs.forEach(
        run -> line(text, "burstlog_written_bytes_total", run, String.valueOf(run.written())));
    return text.toString();
  }

  private static String name(Counter counter) {
    String name = "burstlog_" + counter.name().toLowerCase(Locale.ROOT);
    return isTime(counter)
        ? name.substring(0, name.length() - "_nanos".length()) + "_seconds"
        : name;
  }

  private static boolean isTime(Counter counter) {
    return counter.unit() == Counter.Unit.NANOS || counter.unit() == Counter.Unit.PART_NANOS;
  }

  private static String value(Counter counter, long value) {
    return isTime(counter)
        ? String.format(Locale.ROOT, "%.6f", value / NANOS)
        : String.valueOf(value);
  }

  private static void head(StringBuilder text, String name, String help, boolean gauge) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(gauge ? " gauge\n" : " counter\n");
  }

  private static void line(StringBuilder text, String name, Run run, String value) {
    String target =
        run.subject().target().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    text.append(name).append("{target=\"").append(target).append("\"} ").append(value).append('\n');
  }
}
