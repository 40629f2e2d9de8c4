package org.burstlog.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A report that is kept beside its target. */
public final class ReportPage {
  private ReportPage() {}

  /**
   * Writes a page for a browser: {@code out.nc.report.html}.
   *
   * @param run what to report
   * @param target the target
   * @return where it is
   * @throws IOException when it cannot be written
   */
  public static Path html(Run run, Path target) throws IOException {
    return write(beside(target, ".report.html"), ReportHtml.of(run));
  }

  /**
   * Writes JSON: {@code out.nc.report.json}.
   *
   * @param run what to report
   * @param target the target
   * @return where it is
   * @throws IOException when it cannot be written
   */
  public static Path json(Run run, Path target) throws IOException {
    return write(beside(target, ".report.json"), ReportJson.of(run) + "\n");
  }

  private static Path beside(Path target, String suffix) {
    return target.resolveSibling(target.getFileName() + suffix);
  }

  private static Path write(Path path, String text) throws IOException {
    return Files.writeString(path, text);
  }
}
