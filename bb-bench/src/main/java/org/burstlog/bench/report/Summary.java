package org.burstlog.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The repetitions of one strategy in one setup.
 *
 * @param setup what was run
 * @param strategy how it wrote
 * @param runs the repetitions in their order, at least one
 */
record Summary(Setup setup, String strategy, List<Result> runs) {
  /** Sums up runs, in the order in which setups and strategies first appear. */
  static List<Summary> of(List<Result> results) {
    Map<List<Object>, List<Result>> groups = new LinkedHashMap<>();
    for (Result result : results) {
      groups
          .computeIfAbsent(List.of(result.setup(), result.strategy()), key -> new ArrayList<>())
          .add(result);
    }
    List<Summary> summaries = new ArrayList<>();
    groups
        .values()
        .forEach(
            runs ->
                summaries.add(
                    new Summary(runs.get(0).setup(), runs.get(0).strategy(), List.copyOf(runs))));
    return summaries;
  }

  /** Summaries by setup, in their order. */
  static Map<Setup, List<Summary>> bySetup(List<Summary> summaries) {
    Map<Setup, List<Summary>> setups = new LinkedHashMap<>();
    for (Summary summary : summaries) {
      setups.computeIfAbsent(summary.setup(), key -> new ArrayList<>()).add(summary);
    }
    return setups;
  }

  /** What any of these runs counted as operations, in the order in which they did. */
  static Set<String> operations(List<Summary> summaries) {
    Set<String> names = new LinkedHashSet<>();
    summaries.forEach(s -> s.runs.forEach(r -> names.addAll(r.rates().keySet())));
    return names;
  }

  /** The run that was fastest from creation to close. */
  Result best() {
    return runs.stream()
        .min(Comparator.comparingDouble(r -> r.seconds(Result.WAITED)))
        .orElseThrow();
  }

  /** The largest of a figure over the runs. */
  double most(ToDoubleFunction<Result> figure) {
    return runs.stream().mapToDouble(figure).max().orElseThrow();
  }

  /** The smallest. */
  double least(ToDoubleFunction<Result> figure) {
    return runs.stream().mapToDouble(figure).min().orElseThrow();
  }

  /** The one in the middle, or between the two in the middle. */
  double median(ToDoubleFunction<Result> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  boolean verified() {
    return runs.stream().allMatch(Result::verified);
  }
}
