package org.burstlog.bench.netcdf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;

/** Prints measurements. */
final class Output {
  void line(String format, Object... values) throws IOException {
    Files.writeString(
        Path.of("/dev/stdout"),
        String.format(Locale.ROOT, format + "%n", values),
        StandardOpenOption.APPEND);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  static double best(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }
}
