package org.burstlog.bench.report;

import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all verbs that start kernels. */
final class Options {
  private static final List<String> IMPLEMENTATIONS = List.of("romio", "ompio");

  @Option(
      names = "--tier",
      paramLabel = "DIR",
      description =
          "Fast directory for logs. Default: what the settings or the job's scheduler name, else"
              + " /dev/shm.")
  @Nullable Path tier;

  @Option(
      names = "--target",
      paramLabel = "DIR",
      description =
          "Directory on the file system that is to be relieved. Default: the directory for"
              + " temporary files.")
  @Nullable Path target;

  @Option(
      names = "--repeat",
      paramLabel = "R",
      description = "How often each is run, the strategies in turns (default ${DEFAULT-VALUE}).")
  int repeat = 3;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description =
          "How often each is run before that without being counted: a cold JVM is slow, most of all"
              + " for the strategy that comes first (default ${DEFAULT-VALUE}).")
  int warmUp = 3;

  @Option(
      names = "--io",
      paramLabel = "romio|ompio",
      description = "The MPI-IO that files are written through (default ${DEFAULT-VALUE}).")
  String io = "romio";

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Gets a line of JSON for each run, with the environment, as soon as it has ended.")
  @Nullable Path json;

  /** Refuses what makes no sense. */
  void check() throws BurstlogException {
    if (!IMPLEMENTATIONS.contains(io)) {
      throw new BurstlogException("--io takes romio or ompio, and not '" + io + "'");
    }
    if (repeat < 1) {
      throw new BurstlogException("--repeat takes a number of at least 1, and not " + repeat);
    }
    if (warmUp < 0) {
      throw new BurstlogException("--warm-up takes a number of at least 0, and not " + warmUp);
    }
  }

  /** Whether a run counts. */
  boolean counts(Result result) {
    return result.repeat() >= warmUp;
  }
}
