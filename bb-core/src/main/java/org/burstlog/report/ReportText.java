package org.burstlog.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.StringJoiner;
import org.burstlog.stats.Counter;

/** A report for people, as lines of text. */
public final class ReportText {
  private final Run run;
  private final List<Advice> advice;
  private final StringBuilder text = new StringBuilder();

  private ReportText(Run run) {
    this.run = run;
    this.advice = Adviser.advise(run);
  }

  /**
   * Writes a report.
   *
   * @param run what to report
   * @return its lines, without one that ends the last
   */
  public static String of(Run run) {
    return new ReportText(run).write();
  }

  /**
   * Writes the first line of a report alone.
   *
   * @param run what to report
   * @return what the program waited for, and the bottleneck
   */
  public static String verdict(Run run) {
    return Verdict.of(run, Adviser.advise(run));
  }

  private String write() {
    String[] counts = run.counted().report(run.subject().target(), run.told()).split("\n", 2);
    text.append(counts[0].strip());
    line("verdict", Verdict.of(run, advice));
    line("waited for", parts());
    line("drains", drains());
    line("requests", requests());
    line("in logs", inLogs());
    line("slowest process", slowest());
    OptionalInt server = run.servers().slowest();
    server.ifPresent(number -> line("slowest server", server(number)));
    line("lost if a node died now", Loss.of(run));
    advice.forEach(this::advise);
    line(
        "cost of this report",
        Amounts.seconds((long) run.mean(run.own())) + " a process, beside the program");
    return counts.length == 1 ? text.toString() : text.append('\n').append(counts[1]).toString();
  }

  private void line(String label, String value) {
    text.append(String.format(Locale.ROOT, "%n  %-24s %s", label, value));
  }

  private String parts() {
    StringJoiner parts = new StringJoiner(", ");
    for (Map.Entry<String, Long> part : Waits.parts(run.counted()).entrySet()) {
      if (part.getValue() > 0) {
        parts.add(part.getKey() + " " + Amounts.seconds((long) run.mean(part.getValue())));
      }
    }
    return parts.length() == 0 ? "nothing" : parts.toString();
  }

  private String drains() {
    long hidden = (long) run.mean(Waits.hidden(run.counted()));
    long exposed = (long) run.mean(Waits.exposed(run.counted()));
    return "hidden "
        + Amounts.seconds(hidden)
        + ", exposed "
        + Amounts.seconds(exposed)
        + ": "
        + Amounts.percent(hidden, hidden + exposed)
        + " hidden";
  }

  private String requests() {
    return run.counted().get(Counter.PUTS)
        + " puts in, "
        + run.writes()
        + " writes out; "
        + Amounts.bytes(run.counted().get(Counter.PUT_BYTES))
        + " in, "
        + Amounts.bytes(run.written())
        + " out";
  }

  private String inLogs() {
    return "at most "
        + Amounts.bytes(run.counted().get(Counter.PENDING_PEAK_BYTES))
        + ", now "
        + Amounts.bytes(run.pending());
  }

  private String slowest() {
    double mean = run.mean(Waits.total(run.counted()));
    return String.format(
        Locale.ROOT,
        "rank %d waited %s, %.1f times the mean; rank %d put most, %s",
        run.slowest().rank(),
        Amounts.seconds(run.slowest().value()),
        mean == 0 ? 1 : run.slowest().value() / mean,
        run.fullest().rank(),
        Amounts.bytes(run.fullest().value()));
  }

  private String server(int number) {
    return number
        + ": "
        + Amounts.rate(run.servers().rate(number))
        + ", the others "
        + Amounts.rate(run.servers().medianWithout(number));
  }

  private void advise(Advice one) {
    line(one.code(), one.finding());
    line("", one.remedy() + (one.setting().isEmpty() ? "" : ":  " + one.setting()));
  }
}
