package org.burstlog.bench.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * One case on both sides. Ratios are of best to best, as whatever else the machine does can only
 * make a run slower, and of median to median.
 */
final class Comparison {
  private static final double PUT_BUDGET = 3;
  private static final double END_TO_END_BUDGET = 1.5;

  private final PeerCase given;
  private final Predicate<Result> counts;
  private final List<Result> rival = new ArrayList<>();
  private final List<Result> ours = new ArrayList<>();

  /**
   * Begins.
   *
   * @param given what is compared
   * @param counts which runs are
   */
  Comparison(PeerCase given, Predicate<Result> counts) {
    this.given = given;
    this.counts = counts;
  }

  Result rival(Result result) {
    return add(result, rival);
  }

  Result ours(Result result) {
    return add(result, ours);
  }

  private Result add(Result result, List<Result> side) {
    if (counts.test(result)) {
      side.add(result);
    }
    return result;
  }

  void print(PrintStream out) {
    if (rival.isEmpty()) {
      return;
    }
    Result any = rival.get(0);
    out.printf(
        Locale.ROOT,
        "%s, %d ranks, %.0f MiB in %d puts (PnetCDF %s)%n",
        given.name(),
        any.np(),
        any.bytes() / 1048576.0,
        any.puts(),
        any.peer());
    Table table =
        new Table(
            "",
            "C MiB/s",
            "median",
            "ours",
            "median",
            "ratio",
            "medians",
            "C ms in puts",
            "ours",
            "ratio",
            "medians");
    List<String> verdicts = new ArrayList<>();
    for (Summary mine : Summary.of(ours)) {
      Summary theirs =
          Summary.of(rival).stream()
              .filter(s -> s.strategy().equals(mine.strategy()))
              .findFirst()
              .orElseThrow();
      String calls =
          PeerCase.INDEPENDENT.equals(mine.setup().parameters().get(PeerCase.CALLS))
              ? ", ours independent"
              : "";
      double whole = mine.most(Result::bandwidth) / theirs.most(Result::bandwidth);
      double puts = theirs.least(Comparison::puts) / mine.least(Comparison::puts);
      table.row(
          mine.strategy() + calls,
          Table.figure(theirs.most(Result::bandwidth)),
          Table.figure(theirs.median(Result::bandwidth)),
          Table.figure(mine.most(Result::bandwidth)),
          Table.figure(mine.median(Result::bandwidth)),
          Table.figure(whole),
          Table.figure(mine.median(Result::bandwidth) / theirs.median(Result::bandwidth)),
          Table.milliseconds(theirs.least(Comparison::puts)),
          Table.milliseconds(mine.least(Comparison::puts)),
          Table.figure(puts),
          Table.figure(theirs.median(Comparison::puts) / mine.median(Comparison::puts)));
      if (!mine.strategy().equals("direct")) {
        verdicts.add(
            String.format(
                Locale.ROOT,
                "  %s%s: end to end %.2f times (budget %.1f: %s), in puts %.2f times faster"
                    + " (budget %.0f: %s)",
                mine.strategy(),
                calls,
                whole,
                END_TO_END_BUDGET,
                verdict(whole >= END_TO_END_BUDGET),
                puts,
                PUT_BUDGET,
                verdict(puts >= PUT_BUDGET)));
      }
    }
    table.print(out);
    verdicts.forEach(out::println);
    out.println();
  }

  private static double puts(Result result) {
    return result.seconds(Result.PUT);
  }

  private static String verdict(boolean met) {
    return met ? "met" : "MISSED";
  }
}
