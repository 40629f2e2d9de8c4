package org.burstlog.bench.plan;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws what {@link PlanGrowth} has measured: for each pattern one colour, with a thick line for
 * the two-level reordering and a thin dashed one for flattening everything.
 */
public final class PlanChart {
  private static final String REORDERED = "to last round";
  private static final String FLATTENED = "flattened, to last round";

  /** Told apart also by those who do not see red and green as different. */
  private static final Color[] COLOURS = {
    new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73), new Color(0xCC79A7), Color.BLACK
  };

  private PlanChart() {}

  /**
   * Reads {@code plan-growth.tsv} and writes {@code plan-growth.png} beside it.
   *
   * @param args the directory
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String... args) throws IOException {
    Path directory = Path.of(args[0]);
    XYChart chart =
        new XYChartBuilder()
            .width(1000)
            .height(560)
            .title("Planning a drain: processor time a record, both axes logarithmic")
            .xAxisTitle("records")
            .yAxisTitle("nanoseconds a record")
            .build();
    chart
        .getStyler()
        .setXAxisLogarithmic(true)
        .setYAxisLogarithmic(true)
        .setYAxisMin(10.0)
        .setYAxisMax(1000.0)
        .setXAxisDecimalPattern("#,##0")
        .setYAxisDecimalPattern("#,##0")
        .setLegendPosition(LegendPosition.OutsideE)
        .setChartBackgroundColor(Color.WHITE);
    int colour = 0;
    for (Map.Entry<String, Map<String, SortedMap<Double, Double>>> pattern :
        read(directory.resolve("plan-growth.tsv")).entrySet()) {
      Color own = COLOURS[colour++ % COLOURS.length];
      String name = pattern.getKey().toLowerCase(Locale.ROOT).replace('_', ' ');
      Map<String, SortedMap<Double, Double>> columns = pattern.getValue();
      draw(chart, name + ": reordered", points(columns, REORDERED), own, new BasicStroke(3));
      draw(chart, name + ": flattened", points(columns, FLATTENED), own, dashed());
    }
    BitmapEncoder.saveBitmap(chart, directory.resolve("plan-growth").toString(), BitmapFormat.PNG);
  }

  private static BasicStroke dashed() {
    return new BasicStroke(
        1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 4}, 0);
  }

  private static SortedMap<Double, Double> points(
      Map<String, SortedMap<Double, Double>> columns, String head) throws IOException {
    SortedMap<Double, Double> points = columns.get(head);
    if (points == null) {
      throw new IOException("the table has no column '" + head + "'; measure it anew");
    }
    return points;
  }

  private static void draw(
      XYChart chart, String name, SortedMap<Double, Double> points, Color color, BasicStroke line) {
    XYSeries series =
        chart.addSeries(name, points.keySet().stream().toList(), points.values().stream().toList());
    series.setLineColor(color);
    series.setLineStyle(line);
    series.setMarker(SeriesMarkers.NONE);
  }

  /** By pattern and by column: nanoseconds a record over the number of records. */
  private static Map<String, Map<String, SortedMap<Double, Double>>> read(Path table)
      throws IOException {
    Map<String, Map<String, SortedMap<Double, Double>>> patterns = new LinkedHashMap<>();
    String[] heads = {};
    for (String line : Files.readAllLines(table)) {
      String[] cells = line.split("\t", -1);
      if (heads.length == 0) {
        heads = cells;
        continue;
      }
      Map<String, SortedMap<Double, Double>> columns =
          patterns.computeIfAbsent(cells[0], p -> new LinkedHashMap<>());
      for (int i = 2; i < cells.length; i++) {
        if (!cells[i].isEmpty()) {
          columns
              .computeIfAbsent(heads[i], c -> new TreeMap<>())
              .put(Double.valueOf(cells[1]), Double.valueOf(cells[i]));
        }
      }
    }
    return patterns;
  }
}
