package org.burstlog.bench.simulate;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.burstlog.BurstlogException;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.cli.Json;
import org.burstlog.cli.Verb;
import org.burstlog.drain.DrainOptions;
import org.burstlog.settings.Settings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb simulate}: a kernel by very many simulated processes. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    subcommands = FaultsVerb.class,
    description = {
      "Runs the drains of very many processes in this one, on a simulated network and target, and"
          + " tells how long they take and what they ask for. The same seed gives the same output.",
      "@|bold bb calibrate|@ measures a machine for it; docs/simulator.md tells what is real and"
          + " what is not.",
      "Exit code: 0 it was simulated, 2 it cannot be as given."
    })
public final class SimulateVerb implements Verb {
  @Parameters(
      paramLabel = "KERNEL",
      arity = "0..1",
      description = "One that only writes: ior, btio, flash (default ${DEFAULT-VALUE}).")
  private String kernel = "ior";

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "How many processes (default ${DEFAULT-VALUE}).")
  private int ranks = 4096;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description = "Parameters of the kernel by name.")
  private @Nullable String preset;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A parameter of the kernel; may be given several times.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--calibration",
      paramLabel = "FILE",
      description =
          "What 'bb calibrate' has written (default: the emulated file system's numbers).")
  private @Nullable Path calibration;

  @Option(
      names = "--machine",
      paramLabel = "KEY=VALUE",
      description = "A parameter of the machine, over the calibration; may be given several times.")
  private Map<String, String> machine = new LinkedHashMap<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Where chance begins (default ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(names = "--json", description = "Writes JSON.")
  private boolean json;

  /** Creates the verb. */
  public SimulateVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    if (ranks < 1 || ranks > 1 << 20) {
      throw new BurstlogException("--ranks is " + ranks + "; give a number from 1 to " + (1 << 20));
    }
    Calibration known = calibration == null ? Calibration.usual() : Calibration.read(calibration);
    Machine simulated = known.machine().with(machine);
    DrainOptions options = Settings.load().drainOptions();
    Calibration.Deviation error = known.deviation(options, seed);
    if (error != null && !json) {
      error.print(out);
    }
    Outcome outcome = simulate(simulated, options);
    if (json) {
      Json text = new Json().object().field("kernel", kernel).field("seed", seed);
      if (error != null) {
        text.field("error_at_ranks", error.ranks()).field("error", error.share());
      }
      outcome.into(text);
      out.println(text.field("exit", OK).end());
    } else {
      outcome.print(out);
    }
    Runtime machineHere = Runtime.getRuntime();
    err.printf(
        Locale.ROOT,
        "bb simulate: %,d MiB of memory in use%n",
        (machineHere.totalMemory() - machineHere.freeMemory()) >> 20);
    return OK;
  }

  private Outcome simulate(Machine simulated, DrainOptions options) throws IOException {
    Kernel program = Kernels.named(kernel);
    org.burstlog.bench.kernel.Parameters parameters =
        org.burstlog.bench.kernel.Parameters.of(program, preset, new TreeMap<>(set));
    return new Simulation(simulated, options, ranks, seed)
        .run(Recording.of(program, parameters, ranks));
  }
}
