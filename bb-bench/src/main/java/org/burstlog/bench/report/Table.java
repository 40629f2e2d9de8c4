package org.burstlog.bench.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of texts, the first column to the left, the others to the right. */
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... heads) {
    rows.add(List.of(heads));
  }

  Table row(String... cells) {
    return row(List.of(cells));
  }

  Table row(List<String> cells) {
    if (cells.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(cells.size() + " cells in a table of " + rows.get(0));
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  void print(PrintStream out) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
      }
      out.println(line.toString().stripTrailing());
    }
  }

  String html() {
    StringBuilder html = new StringBuilder("<table>\n");
    for (int r = 0; r < rows.size(); r++) {
      html.append("<tr>");
      for (String cell : rows.get(r)) {
        String tag = r == 0 ? "th" : "td";
        html.append('<').append(tag).append('>').append(escape(cell));
        html.append("</").append(tag).append('>');
      }
      html.append("</tr>\n");
    }
    return html.append("</table>\n").toString();
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** A rate or another figure of which three digits say enough; a dash when there is none. */
  static String figure(double value) {
    if (Double.isNaN(value) || value == 0) {
      return "-";
    }
    double size = Math.abs(value);
    String format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }

  static String milliseconds(double seconds) {
    return figure(seconds * 1e3);
  }

  static String percent(double share) {
    // Beyond its limit: the limit was measured with too little or in a bad moment, and says
    // nothing.
    return Double.isNaN(share) || share > 1.05
        ? "-"
        : String.format(Locale.ROOT, "%.0f %%", share * 100);
  }
}
