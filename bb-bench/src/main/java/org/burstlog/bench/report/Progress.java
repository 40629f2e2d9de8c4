package org.burstlog.bench.report;

import java.io.PrintStream;
import java.util.Locale;
import java.util.stream.Collectors;
import org.burstlog.cli.Terminal;

/** Tells of each run that has ended: in one line that changes on a terminal, else line by line. */
final class Progress {
  private final PrintStream err;
  private final boolean terminal = Terminal.showsErrors();
  private final int total;
  private int done;

  Progress(PrintStream err, int total) {
    this.err = err;
    this.total = total;
  }

  void ended(Result result) {
    done++;
    String text =
        String.format(
            Locale.ROOT,
            "[%d/%d] %s%s, %d %s, %s: %s%s",
            done,
            total,
            result.kernel(),
            result.peer() == null ? "" : " of PnetCDF",
            result.np(),
            result.np() == 1 ? "rank" : "ranks",
            result.strategy(),
            speed(result),
            result.verified() ? "" : ", NOT VERIFIED");
    if (terminal) {
      err.print("\r" + text + "\u001b[K");
      err.flush();
    } else {
      err.println(text);
    }
  }

  private static String speed(Result result) {
    if (result.bytes() == 0) {
      return Table.figure(result.run()) + " s";
    }
    return result.rates().isEmpty()
        ? Table.figure(result.bandwidth()) + " MiB/s"
        : result.rates().entrySet().stream()
            .map(rate -> Table.figure(rate.getValue()) + " " + rate.getKey() + "/s")
            .collect(Collectors.joining(", "));
  }

  /** What is written next begins on a line of its own. */
  void end() {
    if (terminal && done > 0) {
      err.println();
    }
  }
}
