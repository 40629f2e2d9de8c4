package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.report.ReportHtml;
import org.burstlog.report.ReportJson;
import org.burstlog.report.ReportMetrics;
import org.burstlog.report.ReportText;
import org.burstlog.report.Run;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb report}: what programs have written down about their files, also those that died. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the reports of the files that programs with BURSTLOG_REPORT have opened on tiers, the"
          + " newest first: what the program waited for, and what to set.",
      "Each process writes its part every second, so the report of a program that died is there, as"
          + " it was a second before. Name the tiers of all nodes to see all processes.",
      "Exit code: 0 there is a report, 1 there is none, 2 a tier could not be read."
    })
public final class ReportVerb implements Verb {
  @Parameters(
      paramLabel = "TIER",
      arity = "0..*",
      description = "Tiers to look in; without any, the one that the settings name.")
  private List<Path> tiers = new ArrayList<>();

  @Option(names = "--all", description = "Shows all reports, and not only the newest.")
  private boolean all;

  @Option(names = "--json", description = "Writes JSON.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Writes the newest report to a page for a browser.")
  private @Nullable Path html;

  @Option(
      names = "--prometheus",
      paramLabel = "FILE",
      description =
          "Writes metrics of all files that are open to a text file that a collector of Prometheus"
              + " reads, in one step.")
  private @Nullable Path prometheus;

  /** Creates the verb. */
  public ReportVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    List<FoundReport> found = FoundReport.on(Selection.chosen(tiers));
    int code = found.isEmpty() ? WRONG : OK;
    List<FoundReport> shown = all || found.isEmpty() ? found : found.subList(0, 1);
    if (html != null && !found.isEmpty()) {
      Files.writeString(html, ReportHtml.of(found.get(0).run()));
    }
    if (prometheus != null) {
      writeMetrics(found, prometheus);
      return OK;
    }
    if (json) {
      print(shown, code, out);
    } else if (found.isEmpty()) {
      err.println(
          "bb report: no program has left a report on "
              + Words.line(Selection.chosen(tiers))
              + "; programs write one with BURSTLOG_REPORT=on");
    } else {
      for (FoundReport report : shown) {
        out.println(Words.line(report.told()));
        ReportText.of(report.run()).lines().forEach(line -> out.println(Words.line(line)));
      }
    }
    return code;
  }

  /** A collector may read at any moment, so the file gets its name when it is complete. */
  private static void writeMetrics(List<FoundReport> found, Path file) throws IOException {
    List<Run> live =
        found.stream()
            .filter(report -> report.fate() == FoundReport.Fate.LIVE)
            .map(FoundReport::run)
            .toList();
    Path whole = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(whole, ReportMetrics.of(live));
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Writes reports on one line. */
  static void print(List<FoundReport> shown, int code, PrintStream out) {
    Json text = new Json().object();
    text.field(
        "reports",
        shown,
        (json, report) ->
            json.object()
                .field("session", report.session())
                .field("fate", Words.lower(report.fate()))
                .json("report", ReportJson.of(report.run()))
                .end());
    out.println(text.field("exit", code).end());
  }
}
