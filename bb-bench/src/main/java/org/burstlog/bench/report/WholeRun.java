package org.burstlog.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What writing adds to a run that computes as well: how much longer it takes than without its
 * output, and how that compares with direct writes. Of the best runs, and of the medians.
 */
final class WholeRun {
  private static final String NONE = "none";
  private static final String DIRECT = "direct";

  private final List<Summary> strategies;
  private final ToDoubleFunction<Summary> time;

  private WholeRun(List<Summary> strategies, ToDoubleFunction<Summary> time) {
    this.strategies = strategies;
    this.time = time;
  }

  /** The table; null without a run that writes nothing. */
  static @Nullable Table table(List<Summary> strategies) {
    if (strategies.stream().noneMatch(s -> s.strategy().equals(NONE))) {
      return null;
    }
    WholeRun best = new WholeRun(strategies, s -> s.least(Result::run));
    WholeRun median = new WholeRun(strategies, s -> s.median(Result::run));
    Table table =
        new Table(
            "whole run",
            "best s",
            "median",
            "added s",
            "median",
            "of direct's",
            "median",
            "of none",
            "median");
    for (Summary summary : strategies) {
      List<String> cells = new ArrayList<>(List.of(summary.strategy()));
      for (ToDoubleFunction<WholeRun> figure :
          List.<ToDoubleFunction<WholeRun>>of(
              run -> run.time.applyAsDouble(summary),
              run -> run.added(summary.strategy()),
              run -> run.added(summary.strategy()) / run.added(DIRECT),
              run -> run.of(summary.strategy()) / run.of(NONE))) {
        cells.add(Table.figure(figure.applyAsDouble(best)));
        cells.add(Table.figure(figure.applyAsDouble(median)));
      }
      table.row(cells);
    }
    return table;
  }

  /** Seconds of a strategy's run; not a number when there was none. */
  private double of(String strategy) {
    return strategies.stream()
        .filter(s -> s.strategy().equals(strategy))
        .mapToDouble(time)
        .findFirst()
        .orElse(Double.NaN);
  }

  private double added(String strategy) {
    return of(strategy) - of(NONE);
  }
}
