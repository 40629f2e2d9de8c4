package org.burstlog.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A report as one page that needs nothing beside it; the plots also lie there as files. */
final class Page {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Burstlog benchmarks</title><style>
      body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }
      table { border-collapse: collapse; margin: 1em 0 }
      th, td { border-bottom: 1px solid #ccc; padding: .2em .7em; text-align: right }
      th:first-child, td:first-child { text-align: left }
      code { background: #eee; padding: .1em .3em } img { max-width: 100% }
      </style></head><body>
      <h1>Burstlog benchmarks</h1>
      """;

  private Page() {}

  /**
   * Writes the report.
   *
   * @param directory where to; it is made when it is not there
   * @param command how it was measured
   * @param environment where and when
   * @param summaries what was measured
   * @return the page
   * @throws IOException when it cannot be written
   */
  static Path write(
      Path directory, String command, Environment environment, List<Summary> summaries)
      throws IOException {
    StringBuilder html = new StringBuilder();
    for (Map.Entry<Setup, List<Summary>> setup : Summary.bySetup(summaries).entrySet()) {
      html.append("<h2>").append(Table.escape(setup.getKey().title())).append("</h2>\n");
      Tables.of(setup.getValue()).forEach(table -> html.append(table.html()));
    }
    return write(directory, command, environment, html.toString(), Charts.of(summaries));
  }

  /**
   * Writes a report.
   *
   * @param directory where to; it is made when it is not there
   * @param command how it was measured
   * @param environment where and when
   * @param tables what was measured
   * @param plots PNGs by name
   * @return the page
   * @throws IOException when it cannot be written
   */
  static Path write(
      Path directory,
      String command,
      Environment environment,
      String tables,
      Map<String, byte[]> plots)
      throws IOException {
    Files.createDirectories(directory);
    StringBuilder html = new StringBuilder(HEAD);
    html.append("<p><code>").append(Table.escape(command)).append("</code></p>\n");
    Table where = new Table("measured", "");
    environment.table().forEach((key, value) -> where.row(key, value));
    html.append(where.html()).append(tables);
    html.append("<h2>Plots</h2>\n");
    for (Map.Entry<String, byte[]> plot : plots.entrySet()) {
      Files.write(directory.resolve(plot.getKey() + ".png"), plot.getValue());
      html.append("<p><img alt=\"").append(plot.getKey());
      html.append("\" src=\"data:image/png;base64,");
      html.append(Base64.getEncoder().encodeToString(plot.getValue())).append("\"></p>\n");
    }
    Path page = directory.resolve("index.html");
    Files.writeString(page, html.append("</body></html>\n"));
    return page;
  }
}
