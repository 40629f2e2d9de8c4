package org.burstlog.report;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Statistics;

/**
 * The figures of one process as lines of text, as they lie in a {@link ReportFile}: a word, a
 * space, and values. A reader skips lines that it does not know, so counters may come and go.
 *
 * <pre>{@code
 * processes 8
 * count PUTS 300
 * drains CLOSE 1
 * server 3 1048576 2000000
 * bin 0 4096 0
 * }</pre>
 */
final class FiguresText {
  /** The end of a path says more than its beginning, and the slot of a process is not endless. */
  private static final int LONGEST_TARGET = 1000;

  private FiguresText() {}

  static String write(Figures figures) {
    Subject subject = figures.subject();
    StringBuilder text = new StringBuilder();
    String target = subject.target();
    line(text, "target", target.substring(Math.max(0, target.length() - LONGEST_TARGET)));
    line(text, "processes", subject.processes());
    line(text, "rank", subject.rank());
    line(text, "node", subject.node());
    line(text, "began", subject.began());
    line(text, "shared", subject.shared() ? 1 : 0);
    subject.settings().forEach((key, value) -> line(text, "set", key + " " + value));
    line(text, "state", figures.state().name());
    line(text, "elapsed", figures.elapsed());
    line(text, "pending", figures.pending());
    line(text, "writes", figures.writes());
    line(text, "written", figures.written());
    line(text, "own", figures.own());
    for (Counter counter : Counter.values()) {
      if (figures.counted().get(counter) != 0) {
        line(text, "count", counter.name() + " " + figures.counted().get(counter));
      }
    }
    for (DrainReason reason : DrainReason.values()) {
      if (figures.counted().drains(reason) != 0) {
        line(text, "drains", reason.name() + " " + figures.counted().drains(reason));
      }
    }
    Servers servers = figures.servers();
    for (int server : servers.written()) {
      line(text, "server", server + " " + servers.bytes(server) + " " + servers.nanos(server));
    }
    HeatMap heat = figures.heat();
    line(text, "doubled", heat.doubled());
    for (int bin = 0; bin < HeatMap.BINS; bin++) {
      if (heat.put(bin) != 0 || heat.drained(bin) != 0) {
        line(text, "bin", bin + " " + heat.put(bin) + " " + heat.drained(bin));
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String word, Object value) {
    text.append(word).append(' ').append(value).append('\n');
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws IllegalArgumentException when it is something else
   */
  static Figures read(String text) {
    Map<String, String> single = new LinkedHashMap<>();
    Map<String, String> settings = new LinkedHashMap<>();
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    Map<DrainReason, Long> drains = new EnumMap<>(DrainReason.class);
    long[] servers = new long[2 * Servers.MOST];
    long[] bins = new long[2 * HeatMap.BINS];
    for (String line : text.split("\n", -1)) {
      int space = line.indexOf(' ');
      String word = space < 0 ? line : line.substring(0, space);
      String value = line.substring(space + 1);
      String[] parts = value.split(" ", -1);
      switch (word) {
        case "set" -> settings.put(parts[0], value.substring(parts[0].length()).strip());
        case "count" -> known(Counter.class, counts, parts);
        case "drains" -> known(DrainReason.class, drains, parts);
        case "server" -> place(servers, Servers.MOST, parts);
        case "bin" -> place(bins, HeatMap.BINS, parts);
        default -> single.put(word, value);
      }
    }
    Subject subject =
        new Subject(
            single.getOrDefault("target", "?"),
            (int) number(single, "processes"),
            (int) number(single, "rank"),
            (int) number(single, "node"),
            number(single, "began"),
            number(single, "shared") != 0,
            settings);
    return new Figures(
        subject,
        State.valueOf(single.getOrDefault("state", "?")),
        Statistics.of(counts, drains),
        number(single, "elapsed"),
        number(single, "pending"),
        number(single, "writes"),
        number(single, "written"),
        number(single, "own"),
        Servers.of(servers),
        HeatMap.of(bins, (int) number(single, "doubled")));
  }

  private static long number(Map<String, String> values, String word) {
    return Long.parseLong(values.getOrDefault(word, "?"));
  }

  /** A counter that this version does not have any more is skipped. */
  private static <E extends Enum<E>> void known(Class<E> type, Map<E, Long> all, String[] parts) {
    for (E one : type.getEnumConstants()) {
      if (one.name().equals(parts[0])) {
        all.put(one, Long.parseLong(parts[1]));
      }
    }
  }

  private static void place(long[] numbers, int each, String[] parts) {
    int at = Integer.parseInt(parts[0]);
    numbers[at] = Long.parseLong(parts[1]);
    numbers[each + at] = Long.parseLong(parts[2]);
  }
}
