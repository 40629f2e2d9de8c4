package org.burstlog.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Parameters;
import org.burstlog.bench.run.KernelRun;
import org.jspecify.annotations.Nullable;

/**
 * One job: a kernel with parameters on a number of ranks, by several strategies in turns.
 *
 * @param kernel the kernel
 * @param preset the name of its parameters, or null
 * @param set single parameters over that
 * @param np how many ranks
 * @param strategies how it writes
 */
record Request(
    Kernel kernel,
    @Nullable String preset,
    Map<String, String> set,
    int np,
    List<String> strategies) {
  Request {
    set = Map.copyOf(new LinkedHashMap<>(set));
  }

  /** Finds what would be refused before anything is started. */
  void check() throws BurstlogException {
    kernel.program(parameters(), np);
  }

  Parameters parameters() throws BurstlogException {
    return Parameters.of(kernel, preset, set);
  }

  /** What {@code bb run} is given. */
  List<String> options(Place place) {
    return options(place, np, KernelRun.class);
  }

  /** The same for a main class of another kind. */
  static List<String> options(Place place, int np, Class<?> main) {
    List<String> options = new ArrayList<>(List.of("-n", String.valueOf(np)));
    options.addAll(place.options());
    // The very classes of this process.
    options.addAll(List.of("--class-path", System.getProperty("java.class.path")));
    options.addAll(List.of("--", main.getName()));
    return options;
  }

  /** What the main class is given. */
  List<String> arguments(Place place, int repeat) {
    List<String> arguments = new ArrayList<>(List.of(kernel.name()));
    arguments.addAll(List.of("--strategies", String.join(",", strategies)));
    arguments.addAll(List.of("--target", place.target().toString()));
    arguments.addAll(List.of("--tier", place.tier().toString()));
    arguments.addAll(List.of("--repeat", String.valueOf(repeat)));
    if (preset != null) {
      arguments.addAll(List.of("--preset", preset));
    }
    set.forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + value)));
    arguments.addAll(place.kernelOptions());
    return arguments;
  }
}
