package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.burstlog.report.Amounts;
import org.burstlog.report.ReportText;
import org.burstlog.report.Run;
import org.burstlog.stats.Counter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb top}: what programs do with their files now. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    description = {
      "Follows the files that programs with BURSTLOG_REPORT have open on tiers, until none is open"
          + " any more: what is put and written a second, what is in logs, and what stands in the"
          + " way.",
      "It reads what each process writes to its tier every second, and asks the programs for"
          + " nothing.",
      "Exit code: 0, or 1 where no file was open, 2 where a tier could not be read."
    })
public final class TopVerb implements Verb {
  private static final double NANOS = 1e9;
  private static final long MILLIS = 1000;

  @Parameters(
      paramLabel = "TIER",
      arity = "0..*",
      description = "Tiers to look at; without any, the one that the settings name.")
  private List<Path> tiers = new ArrayList<>();

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description = "How often to look; default: ${DEFAULT-VALUE}.")
  private int every;

  @Option(names = "--once", description = "Looks once.")
  private boolean once;

  @Option(
      names = "--json",
      description = "Writes JSON, a line for each look, with the keys of 'bb report --json'.")
  private boolean json;

  /** Creates the verb. */
  public TopVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    List<Path> chosen = Selection.chosen(tiers);
    Map<String, Run> before = new HashMap<>();
    int code = WRONG;
    while (true) {
      List<FoundReport> live = live(chosen);
      if (live.isEmpty()) {
        if (code == WRONG) {
          err.println("bb top: no file is open on " + Words.line(chosen));
        }
        return code;
      }
      code = OK;
      if (json) {
        ReportVerb.print(live, code, out);
      } else {
        show(live, before, out);
      }
      if (once) {
        return code;
      }
      live.forEach(one -> before.put(one.session(), one.run()));
      pause();
    }
  }

  @SuppressForbidden("what programs write on a tier tells nobody, so there is no event to wait for")
  private void pause() throws InterruptedException {
    Thread.sleep(Math.max(1, every) * MILLIS);
  }

  private static List<FoundReport> live(List<Path> tiers) throws IOException {
    return FoundReport.on(tiers).stream()
        .filter(one -> one.fate() == FoundReport.Fate.LIVE)
        .toList();
  }

  private static void show(List<FoundReport> live, Map<String, Run> before, PrintStream out) {
    if (Terminal.showsResults()) {
      out.print("\u001b[H\u001b[J");
    }
    out.printf(
        Locale.ROOT,
        "%6s %12s %12s %10s  %s%n",
        "RANKS",
        "PUT/s",
        "WRITTEN/s",
        "IN LOGS",
        "TARGET");
    for (FoundReport one : live) {
      Run now = one.run();
      Run last = before.get(one.session());
      long nanos = now.elapsed() - (last == null ? 0 : last.elapsed());
      long put = put(now) - (last == null ? 0 : put(last));
      long written = now.written() - (last == null ? 0 : last.written());
      out.printf(
          Locale.ROOT,
          "%6d %12s %12s %10s  %s%n",
          now.told(),
          rate(put, nanos),
          rate(written, nanos),
          Amounts.bytes(now.pending()),
          Words.line(now.subject().target()));
      out.println("       " + Words.line(ReportText.verdict(now)));
    }
    out.flush();
  }

  private static long put(Run run) {
    return run.counted().get(Counter.PUT_BYTES);
  }

  private static String rate(long bytes, long nanos) {
    return nanos <= 0 ? "-" : Amounts.bytes((long) (bytes * NANOS / nanos));
  }
}
