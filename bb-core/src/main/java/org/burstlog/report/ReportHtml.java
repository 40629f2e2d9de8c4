package org.burstlog.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * A report as one page for a browser: the verdict, the advice, a heat map of puts over drains, a
 * bar for each part of the wait, and the text. It loads nothing and follows the browser's dark
 * mode.
 */
public final class ReportHtml {
  private static final int CELL = 12;
  private static final int ROW = 28;
  private static final int LABEL = 70;
  private static final double NANOS = 1e9;

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Burstlog report</title>
      <style>
      :root { color-scheme: light dark; --put: #1769aa; --drain: #c2571a; --line: #8885; }
      body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
      h1 { font-size: 1.3rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; }
      .verdict { border-left: .3rem solid var(--drain); padding: .4rem .8rem; }
      svg { width: 100%; height: auto; } svg text { font-size: 11px; fill: currentColor; }
      td { padding: .15rem .6rem .15rem 0; vertical-align: top; } td.bar { width: 45%; }
      .bar div { background: var(--put); height: .8rem; }
      pre { overflow-x: auto; border: 1px solid var(--line); padding: .6rem; font-size: .85rem; }
      </style></head><body>
      """;

  private final Run run;
  private final StringBuilder page = new StringBuilder(HEAD);

  private ReportHtml(Run run) {
    this.run = run;
  }

  /**
   * Writes a page.
   *
   * @param run what to report
   * @return the page
   */
  public static String of(Run run) {
    return new ReportHtml(run).write();
  }

  private String write() {
    List<Advice> advice = Adviser.advise(run);
    page.append("<h1>Burst buffer of ").append(escaped(run.subject().target())).append("</h1>\n");
    page.append("<p class=\"verdict\">").append(escaped(Verdict.of(run, advice))).append("</p>\n");
    advice.forEach(this::advise);
    page.append("<h2>Puts over drains</h2>\n");
    heat();
    page.append("<h2>What the program waited for, mean of the processes</h2>\n");
    waits();
    page.append("<h2>In numbers</h2>\n<pre>")
        .append(escaped(ReportText.of(run)))
        .append("</pre>\n</body></html>\n");
    return page.toString();
  }

  private void advise(Advice one) {
    page.append("<p><strong>")
        .append(one.code())
        .append("</strong> ")
        .append(escaped(one.finding()))
        .append(". ")
        .append(escaped(one.remedy()))
        .append(".</p>\n");
    if (!one.setting().isEmpty()) {
      page.append("<pre>").append(escaped(one.setting())).append("</pre>\n");
    }
  }

  private void heat() {
    HeatMap heat = run.heat();
    int used =
        IntStream.range(0, HeatMap.BINS)
            .filter(bin -> heat.put(bin) + heat.drained(bin) > 0)
            .max()
            .orElse(0);
    int bins = Math.max(used + 1, HeatMap.BINS / 4);
    page.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"bytes put and drained over"
                + " time\">%n",
            LABEL + bins * CELL,
            2 * ROW + 20));
    row("put", "--put", 0, bins, heat::put);
    row("drained", "--drain", ROW, bins, heat::drained);
    page.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\">0 s</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.1f"
                + " s</text>%n</svg>%n",
            LABEL,
            2 * ROW + 14,
            LABEL + bins * CELL,
            2 * ROW + 14,
            bins * heat.width() / NANOS));
  }

  private void row(String label, String colour, int top, int bins, IntToLongFunction bytes) {
    long most = IntStream.range(0, bins).mapToLong(bytes).max().orElse(0);
    page.append(
        String.format(Locale.ROOT, "<text x=\"0\" y=\"%d\">%s</text>%n", top + ROW / 2 + 4, label));
    for (int bin = 0; bin < bins; bin++) {
      long value = bytes.applyAsLong(bin);
      if (value > 0) {
        page.append(
            String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"var(%s)\""
                    + " opacity=\"%.2f\"><title>%.1f s: %s %s</title></rect>%n",
                LABEL + bin * CELL,
                top,
                CELL - 1,
                ROW - 2,
                colour,
                0.15 + 0.85 * value / most,
                bin * run.heat().width() / NANOS,
                label,
                Amounts.bytes(value)));
      }
    }
  }

  private void waits() {
    Map<String, Long> parts = Waits.parts(run.counted());
    long most = parts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    page.append("<table>\n");
    parts.forEach(
        (name, nanos) -> {
          if (nanos > 0) {
            page.append(
                String.format(
                    Locale.ROOT,
                    "<tr><td>%s</td><td>%s</td><td class=\"bar\"><div"
                        + " style=\"width:%.1f%%\"></div></td></tr>%n",
                    escaped(name),
                    Amounts.seconds((long) run.mean(nanos)),
                    100.0 * nanos / most));
          }
        });
    page.append("</table>\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
