package org.burstlog.bench.simulate;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.burstlog.BurstlogException;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.kernel.Parameters;
import org.burstlog.drain.DrainOptions;
import org.jspecify.annotations.Nullable;

/**
 * What was measured on a machine: its parameters, and runs that a simulation is held against.
 *
 * @param machine the parameters
 * @param reference the run, null when there was none
 */
record Calibration(Machine machine, @Nullable Reference reference) {
  private static final String REFERENCE = "reference.";

  /**
   * A real run.
   *
   * @param kernel which kernel
   * @param parameters its parameters
   * @param ranks how many processes there were
   * @param seconds what its drain took
   */
  record Reference(String kernel, Map<String, String> parameters, int ranks, double seconds) {}

  /**
   * By how much a simulation of the reference is wrong.
   *
   * @param ranks how many processes there were
   * @param measured seconds of the drain
   * @param simulated the same, simulated
   */
  record Deviation(int ranks, double measured, double simulated) {
    /** Part of what was measured; negative where the simulation is too fast. */
    double share() {
      return simulated / measured - 1;
    }

    void print(PrintStream out) {
      out.printf(
          Locale.ROOT,
          "%-10s %+.1f %% at %d processes: a drain of %.6f s was simulated as %.6f s%n",
          "error",
          100 * share(),
          ranks,
          measured,
          simulated);
    }
  }

  /** That of a machine nobody has measured. */
  static Calibration usual() {
    return new Calibration(new Machine(), null);
  }

  static Calibration read(Path file) throws IOException {
    Map<String, String> machine = new LinkedHashMap<>();
    Map<String, String> run = new LinkedHashMap<>();
    Machine.read(file)
        .forEach(
            (key, value) -> {
              if (key.startsWith(REFERENCE)) {
                run.put(key.substring(REFERENCE.length()), value);
              } else {
                machine.put(key, value);
              }
            });
    return new Calibration(
        new Machine().with(machine), run.isEmpty() ? null : reference(file, run));
  }

  private static Reference reference(Path file, Map<String, String> texts)
      throws BurstlogException {
    Map<String, String> parameters = new TreeMap<>(texts);
    try {
      String kernel = parameters.remove("kernel");
      int ranks = Integer.parseInt(String.valueOf(parameters.remove("ranks")));
      double seconds = Double.parseDouble(String.valueOf(parameters.remove("seconds")));
      if (kernel != null && ranks > 0 && seconds > 0) {
        return new Reference(kernel, parameters, ranks, seconds);
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new BurstlogException(
        file + ": the reference needs kernel, ranks and seconds; let 'bb calibrate' write it anew");
  }

  /** Lines of a file that {@link #read} reads. */
  List<String> lines() {
    List<String> lines = machine.lines();
    Reference run = reference;
    if (run != null) {
      lines.add(REFERENCE + "kernel = " + run.kernel);
      lines.add(REFERENCE + "ranks = " + run.ranks);
      lines.add(REFERENCE + "seconds = " + run.seconds);
      run.parameters.forEach((key, value) -> lines.add(REFERENCE + key + " = " + value));
    }
    return lines;
  }

  /** Simulates the reference, if there is one, on the machine where it was run. */
  @Nullable Deviation deviation(DrainOptions options, long seed) throws IOException {
    Reference run = reference;
    if (run == null) {
      return null;
    }
    Kernel kernel = Kernels.named(run.kernel);
    Map<String, Recorded> files =
        Recording.of(kernel, Parameters.of(kernel, null, run.parameters), run.ranks);
    Outcome outcome = new Simulation(machine, options, run.ranks, seed).run(files);
    return new Deviation(run.ranks, run.seconds, outcome.drainSeconds());
  }
}
