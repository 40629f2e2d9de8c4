package org.burstlog.bench.report;

import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * What was run: runs that differ in nothing of this can be compared.
 *
 * @param kernel the kernel
 * @param preset the name of its parameters, if it was run by name
 * @param parameters its parameters
 * @param np how many processes
 */
record Setup(String kernel, @Nullable String preset, Map<String, String> parameters, int np) {
  /** As one line of a report. */
  String title() {
    StringJoiner values = new StringJoiner(", ", " (", ")").setEmptyValue("");
    parameters.forEach((key, value) -> values.add(key + " " + value));
    return name() + values;
  }

  /** The same without the parameters. */
  String name() {
    return kernel
        + (preset == null ? "" : " " + preset)
        + ", "
        + np
        + (np == 1 ? " rank" : " ranks");
  }
}
