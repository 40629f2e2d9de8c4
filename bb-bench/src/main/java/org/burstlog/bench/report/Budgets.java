package org.burstlog.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The budgets of docs/architecture.md that microbenchmarks decide, all from one run. */
final class Budgets {
  /**
   * What one microbenchmark took.
   *
   * @param benchmark its method
   * @param parameter the value of its parameter
   * @param nanos of one of its things: a put, a record
   * @param bytes that it allocated for each
   */
  record Score(String benchmark, String parameter, double nanos, double bytes) {}

  /**
   * A budget and what came of it.
   *
   * @param what is limited
   * @param measured the figure
   * @param limit what it may be
   * @param met whether it is
   */
  record Verdict(String what, String measured, String limit, boolean met) {}

  static final String PUT = "putReused";
  static final String WRITE = "channelWrite";
  static final String COPY = "bareCopy";
  static final String ORDER = "orderAndCluster";
  static final String FLATTEN = "flattenAndSort";
  static final String SMALL = "512";
  static final String LARGE = "1048576";

  private static final double PUT_NANOS = 200;
  private static final double WRITE_RATIO = 4;
  private static final double COPY_SHARE = 0.7;
  private static final double RECORD_NANOS = 150;
  private static final double FLATTEN_RATIO = 5;

  private final List<Score> scores;

  Budgets(List<Score> scores) {
    this.scores = List.copyOf(scores);
  }

  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    Score put = of(PUT, SMALL);
    verdicts.add(atMost("put of 512 B, reused log", put.nanos(), PUT_NANOS, "%.0f ns"));
    verdicts.add(
        atLeast(
            "the same against one FileChannel.write a put",
            of(WRITE, SMALL).nanos() / put.nanos(),
            WRITE_RATIO,
            "%.1f times"));
    // Less than a byte a put is what JMH itself allocates in an epoch.
    verdicts.add(atMost("the same, allocated", Math.floor(put.bytes()), 0, "%.0f B"));
    verdicts.add(
        atLeast(
            "put of 1 MiB, reused log, against a bare copy",
            of(COPY, LARGE).nanos() / of(PUT, LARGE).nanos(),
            COPY_SHARE,
            "%.2f of its speed"));
    for (String pattern : patterns()) {
      String name = pattern.toLowerCase(Locale.ROOT).replace('_', ' ');
      double planned = of(ORDER, pattern).nanos();
      verdicts.add(atMost("planning, a record, " + name, planned, RECORD_NANOS, "%.1f ns"));
      verdicts.add(
          atLeast(
              "the same against flattening and sorting",
              of(FLATTEN, pattern).nanos() / planned,
              FLATTEN_RATIO,
              "%.1f times"));
    }
    return verdicts;
  }

  private Set<String> patterns() {
    Set<String> patterns = new TreeSet<>();
    scores.stream()
        .filter(s -> s.benchmark().equals(ORDER))
        .forEach(s -> patterns.add(s.parameter()));
    return patterns;
  }

  private Score of(String benchmark, String parameter) {
    return scores.stream()
        .filter(s -> s.benchmark().equals(benchmark) && s.parameter().equals(parameter))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no score of " + benchmark + " " + parameter));
  }

  private static Verdict atMost(String what, double value, double limit, String format) {
    return new Verdict(what, text(format, value), "≤ " + text(format, limit), value <= limit);
  }

  private static Verdict atLeast(String what, double value, double limit, String format) {
    return new Verdict(what, text(format, value), "≥ " + text(format, limit), value >= limit);
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
