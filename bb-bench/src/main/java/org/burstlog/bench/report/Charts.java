package org.burstlog.bench.report;

import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots of results, as PNG. There is none of what needs two points and has one. */
final class Charts {
  private static final int WIDTH = 820;
  private static final int HEIGHT = 460;
  private static final List<String> STACKED =
      List.of(Result.CREATE, Result.LOGS, Result.PUT, Result.FLUSH, Result.CLOSE);

  private Charts() {}

  /** All plots that these results are enough for, by file name without its end. */
  static Map<String, byte[]> of(List<Summary> all) throws IOException {
    Map<String, byte[]> plots = new LinkedHashMap<>();
    Map<String, List<Summary>> kernels = new LinkedHashMap<>();
    for (Summary summary : all) {
      kernels.computeIfAbsent(summary.setup().kernel(), k -> new ArrayList<>()).add(summary);
    }
    for (Map.Entry<String, List<Summary>> kernel : kernels.entrySet()) {
      String name = kernel.getKey();
      List<Summary> summaries = kernel.getValue();
      if (Summary.operations(summaries).isEmpty()) {
        lines(plots, name + "-by-size", "bytes a put", true, summaries, s -> s.best().putSize());
        lines(plots, name + "-by-ranks", "ranks", false, summaries, s -> s.setup().np());
      }
      for (String operation : Summary.operations(summaries)) {
        plots.put(name + "-" + operation, operations(name, operation, summaries));
      }
      for (Map.Entry<Setup, List<Summary>> setup : Summary.bySetup(summaries).entrySet()) {
        String file = name + "-phases-" + setup.getKey().np() + "-ranks";
        plots.put(unused(plots, file), phases(setup.getKey(), setup.getValue()));
        endToEnd(plots, setup.getKey(), setup.getValue());
      }
      logs(plots, name, summaries);
    }
    return plots;
  }

  private static String unused(Map<String, byte[]> plots, String name) {
    String free = name;
    for (int i = 2; plots.containsKey(free); i++) {
      free = name + "-" + i;
    }
    return free;
  }

  /** The best bandwidth of each strategy over something that differs between setups. */
  private static void lines(
      Map<String, byte[]> plots,
      String file,
      String axis,
      boolean logarithmic,
      List<Summary> summaries,
      ToDoubleFunction<Summary> place)
      throws IOException {
    Map<String, TreeMap<Double, Double>> series = new LinkedHashMap<>();
    Set<Double> places = new LinkedHashSet<>();
    for (Summary summary : summaries) {
      double x = place.applyAsDouble(summary);
      double rate = summary.best().bandwidth();
      if (x > 0 && rate > 0) {
        places.add(x);
        series.computeIfAbsent(summary.strategy(), s -> new TreeMap<>()).merge(x, rate, Math::max);
      }
    }
    if (places.size() < 2) {
      return;
    }
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(file.replace('-', ' ') + ", best run")
            .xAxisTitle(axis)
            .yAxisTitle("MiB/s")
            .build();
    chart.getStyler().setXAxisLogarithmic(logarithmic).setYAxisMin(0.0);
    dress(chart);
    series.forEach(
        (strategy, points) ->
            chart.addSeries(
                strategy, new ArrayList<>(points.keySet()), new ArrayList<>(points.values())));
    plots.put(file, png(chart));
  }

  /** What the best run of each strategy spent its time on. */
  private static byte[] phases(Setup setup, List<Summary> strategies) throws IOException {
    CategoryChart chart = bars(setup.name() + ": phases of the best run", "milliseconds");
    chart.getStyler().setStacked(true);
    List<String> names = strategies.stream().map(Summary::strategy).toList();
    for (String phase : STACKED) {
      List<Double> times = strategies.stream().map(s -> s.best().seconds(phase) * 1e3).toList();
      if (times.stream().anyMatch(t -> t > 0)) {
        chart.addSeries(phase, names, times);
      }
    }
    return png(chart);
  }

  /**
   * How long the best run of each strategy took from its first call until all was on the target:
   * what the program waited for in calls, what else it did, and what came after it.
   */
  private static void endToEnd(Map<String, byte[]> plots, Setup setup, List<Summary> strategies)
      throws IOException {
    List<Result> best = strategies.stream().map(Summary::best).filter(r -> r.run() > 0).toList();
    if (best.isEmpty()) {
      return;
    }
    CategoryChart chart = bars(setup.name() + ": end to end, best run", "seconds");
    chart.getStyler().setStacked(true);
    List<String> names = best.stream().map(Result::strategy).toList();
    chart.addSeries("waited in calls", names, each(best, r -> r.seconds(Result.WAITED)));
    chart.addSeries(
        "other work", names, each(best, r -> Math.max(0, r.run() - r.seconds(Result.TOTAL))));
    chart.addSeries(
        "after the program",
        names,
        each(best, r -> r.seconds(Result.TOTAL) - r.seconds(Result.WAITED)));
    String file = setup.kernel() + "-end-to-end-" + setup.np() + "-ranks";
    plots.put(unused(plots, file), png(chart));
  }

  private static List<Double> each(List<Result> results, ToDoubleFunction<Result> figure) {
    return results.stream().map(figure::applyAsDouble).toList();
  }

  /** How many operations a second there were with each strategy. */
  private static byte[] operations(String kernel, String operation, List<Summary> summaries)
      throws IOException {
    CategoryChart chart = bars(kernel + ": " + operation + ", best run", operation + " a second");
    byRanks(chart, summaries, s -> s.most(r -> r.rate(operation)), Math::max);
    return png(chart);
  }

  /** How long it took to make logs, one a process or one a node; nothing where none were made. */
  private static void logs(Map<String, byte[]> plots, String kernel, List<Summary> summaries)
      throws IOException {
    List<Summary> logging =
        summaries.stream().filter(s -> s.least(r -> r.seconds(Result.LOGS)) > 0).toList();
    if (!logging.isEmpty()) {
      CategoryChart chart = bars(kernel + ": making logs by layout, best run", "milliseconds");
      byRanks(chart, logging, s -> s.least(r -> r.seconds(Result.LOGS)) * 1e3, Math::min);
      plots.put(kernel + "-logs-by-layout", png(chart));
    }
  }

  /** A group of bars for each number of ranks, in it a bar for each strategy. */
  private static void byRanks(
      CategoryChart chart,
      List<Summary> summaries,
      ToDoubleFunction<Summary> figure,
      BinaryOperator<Double> better) {
    Set<Integer> ranks = new TreeSet<>();
    Map<String, Map<Integer, Double>> strategies = new LinkedHashMap<>();
    for (Summary summary : summaries) {
      int np = summary.setup().np();
      ranks.add(np);
      strategies
          .computeIfAbsent(summary.strategy(), s -> new TreeMap<>())
          .merge(np, figure.applyAsDouble(summary), better);
    }
    chart.setXAxisTitle("ranks");
    strategies.forEach(
        (strategy, figures) ->
            chart.addSeries(
                strategy,
                new ArrayList<>(ranks),
                ranks.stream().map(np -> figures.getOrDefault(np, 0.0)).toList()));
  }

  /**
   * Rates over sizes, both axes logarithmic.
   *
   * @param lines rates by size, by what they are called
   * @param points the same, drawn as points
   */
  static byte[] roofline(
      Map<String, Map<Double, Double>> lines, Map<String, Map<Double, Double>> points)
      throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title("ladder of limits, all ranks, both axes logarithmic")
            .xAxisTitle("bytes a request, or a put")
            .yAxisTitle("MiB/s")
            .build();
    chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
    dress(chart);
    lines.forEach((name, line) -> add(chart, name, line).setMarker(SeriesMarkers.NONE));
    points.forEach((name, point) -> add(chart, name, point).setLineStyle(SeriesLines.NONE));
    return png(chart);
  }

  private static XYSeries add(XYChart chart, String name, Map<Double, Double> series) {
    return chart.addSeries(
        name, new ArrayList<>(series.keySet()), new ArrayList<>(series.values()));
  }

  private static CategoryChart bars(String title, String axis) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .yAxisTitle(axis)
            .build();
    dress(chart);
    return chart;
  }

  private static void dress(Chart<?, ?> chart) {
    Styler styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setLegendPosition(Styler.LegendPosition.OutsideE);
  }

  private static byte[] png(Chart<?, ?> chart) throws IOException {
    return BitmapEncoder.getBitmapBytes(chart, BitmapFormat.PNG);
  }
}
