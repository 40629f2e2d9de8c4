package org.burstlog.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.burstlog.bench.strategy.Phase;
import org.jspecify.annotations.Nullable;

/** The tables of one setup. */
final class Tables {
  private Tables() {}

  /** All that there is to tell; of kernels that count operations, bandwidth says nothing. */
  static List<Table> of(List<Summary> strategies) {
    Table operations = operations(strategies);
    return Stream.of(
            operations == null ? bandwidth(strategies) : operations,
            WholeRun.table(strategies),
            overlap(strategies),
            phases(strategies),
            requests(strategies))
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * How fast each strategy was. One run in a JVM that has only just started is no measure of what a
   * machine is good for, so of single runs there are no shares.
   */
  private static Table bandwidth(List<Summary> strategies) {
    boolean repeated = isRepeated(strategies);
    Table table =
        repeated
            ? new Table(
                "strategy",
                "best MiB/s",
                "median",
                "of target's limit",
                "in puts MiB/s",
                "of tier's limit",
                "runs",
                "verified")
            : new Table("strategy", "MiB/s", "in puts MiB/s", "verified");
    double target = limit(strategies, Result.TARGET);
    double tier = limit(strategies, Result.TIER);
    for (Summary summary : strategies) {
      Result best = summary.best();
      String verified = summary.verified() ? "yes" : "NO";
      if (repeated) {
        table.row(
            summary.strategy(),
            Table.figure(best.bandwidth()),
            Table.figure(summary.median(Result::bandwidth)),
            Table.percent(best.bandwidth() / target),
            Table.figure(best.putBandwidth()),
            Table.percent(best.putBandwidth() / tier),
            String.valueOf(summary.runs().size()),
            verified);
      } else {
        table.row(
            summary.strategy(),
            Table.figure(best.bandwidth()),
            Table.figure(best.putBandwidth()),
            verified);
      }
    }
    return table;
  }

  /** Whether any was run more than once, so that runs can be compared. */
  static boolean isRepeated(List<Summary> strategies) {
    return strategies.stream().anyMatch(s -> s.runs().size() > 1);
  }

  /** What was reached once can be reached: of a limit that was measured often, the highest. */
  private static double limit(List<Summary> strategies, String name) {
    return strategies.stream()
        .flatMap(s -> s.runs().stream())
        .mapToDouble(r -> r.limit(name))
        .filter(limit -> limit > 0)
        .max()
        .orElse(Double.NaN);
  }

  /** What the best run of each strategy spent its time on. */
  private static Table phases(List<Summary> strategies) {
    List<String> phases =
        Stream.concat(
                Stream.of(Phase.values()).map(Phase::toString),
                Stream.of(Result.WAITED, Result.TOTAL))
            .filter(p -> strategies.stream().anyMatch(s -> s.best().phases().containsKey(p)))
            .toList();
    List<String> heads = new ArrayList<>(List.of("milliseconds"));
    heads.addAll(phases);
    Table table = new Table(heads.toArray(String[]::new));
    for (Summary summary : strategies) {
      List<String> cells = new ArrayList<>(List.of(summary.strategy()));
      phases.forEach(p -> cells.add(Table.milliseconds(summary.best().seconds(p))));
      table.row(cells);
    }
    return table;
  }

  /** What the best runs waited for, and how much of their drains not; null when none drained. */
  private static @Nullable Table overlap(List<Summary> strategies) {
    if (strategies.stream().allMatch(s -> Double.isNaN(s.best().overlap("drains")))) {
      return null;
    }
    Table table = new Table("seconds", "waited in writes", "drains", "hidden", "overlap");
    for (Summary summary : strategies) {
      Result best = summary.best();
      table.row(
          summary.strategy(),
          Table.figure(best.overlap("exposed")),
          Table.figure(best.overlap("drains")),
          Table.figure(best.overlap("hidden")),
          Table.percent(best.overlap("efficiency")));
    }
    return table;
  }

  /** Operations a second, for kernels that count them; null for others. */
  private static @Nullable Table operations(List<Summary> strategies) {
    Set<String> names = Summary.operations(strategies);
    if (names.isEmpty()) {
      return null;
    }
    List<String> heads = new ArrayList<>(List.of("strategy"));
    for (String name : names) {
      heads.addAll(List.of("best " + name + "/s", "median"));
    }
    heads.addAll(List.of("runs", "verified"));
    Table table = new Table(heads.toArray(String[]::new));
    for (Summary summary : strategies) {
      List<String> cells = new ArrayList<>(List.of(summary.strategy()));
      for (String name : names) {
        cells.add(Table.figure(summary.most(r -> r.rate(name))));
        cells.add(Table.figure(summary.median(r -> r.rate(name))));
      }
      cells.addAll(
          List.of(String.valueOf(summary.runs().size()), summary.verified() ? "yes" : "NO"));
      table.row(cells);
    }
    return table;
  }

  /** What the emulated parallel file system was asked by the best runs; null without one. */
  private static @Nullable Table requests(List<Summary> strategies) {
    if (strategies.stream().noneMatch(s -> s.best().pfs() != null)) {
      return null;
    }
    Table table =
        new Table("file system", "writes", "KiB a write", "reads", "revocations", "server MiB");
    for (Summary summary : strategies) {
      Result best = summary.best();
      Long writes = best.pfsCount("write_requests");
      Long bytes = best.pfsCount("write_bytes");
      table.row(
          summary.strategy(),
          text(writes),
          writes == null || bytes == null || writes == 0
              ? "-"
              : Table.figure(bytes / 1024.0 / writes),
          text(best.pfsCount("read_requests")),
          text(best.pfsCount("revocations")),
          Servers.spread(best));
    }
    return table;
  }

  private static String text(@Nullable Long count) {
    return count == null ? "-" : String.format(Locale.ROOT, "%d", count);
  }
}
