package org.burstlog.bench.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.cli.Verb;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bb demo}: what a burst buffer is for, shown with a small simulation. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a small simulation (waves in a basin) under mpirun twice, with the burst buffer off and"
          + " on, shows the times and how many requests the target got, and proves the two files"
          + " identical. Then it shows what writing adds to a model that computes between its"
          + " writes.",
      "With --crash it kills the simulation in its middle and recovers what it had written; with"
          + " --pfs emulated everything happens on several nodes with a slow file system.",
      "Exit code: 0 when the files are as they must be, 1 when they are not, 2 when it could not"
          + " run."
    })
public final class DemoVerb implements Verb {
  /** Which file system the files go to. */
  enum FileSystem {
    /** The one of the directory. */
    LOCAL,
    /** An emulated parallel one. */
    EMULATED;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  @Option(
      names = "--crash",
      description = "Kill the job with SIGKILL in its middle, and recover what it had written.")
  private boolean crash;

  @Option(
      names = "--pfs",
      paramLabel = "local|emulated",
      description =
          "The file system of the target: that of --dir, or an emulated parallel one with 4 nodes,"
              + " which needs root, libfuse3-dev and gcc (default: ${DEFAULT-VALUE}).")
  private FileSystem fileSystem = FileSystem.LOCAL;

  @Option(
      names = "--np",
      paramLabel = "N",
      description = "Ranks (default: 4; 8 on the emulated file system).")
  private @Nullable Integer ranks;

  @Option(names = "--rows", description = "Rows of the basin (default: 256; 128 emulated).")
  private @Nullable Integer rows;

  @Option(names = "--columns", description = "Columns of the basin (default: as the rows).")
  private @Nullable Integer columns;

  @Option(names = "--records", description = "Records to write (default: 100; 20 emulated).")
  private @Nullable Integer records;

  @Option(
      names = "--steps",
      description = "Steps of the model between two records (default: ${DEFAULT-VALUE}).")
  private int steps = 10;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where the files go and stay (default: target/demo of the project).")
  private @Nullable Path directory;

  @Option(
      names = "--tier",
      paramLabel = "DIR",
      description = "Where the logs go (default: a directory beside the files).")
  private @Nullable Path tier;

  /** Creates the verb. */
  public DemoVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    boolean emulated = fileSystem == FileSystem.EMULATED;
    if (emulated && (crash || tier != null)) {
      throw new BurstlogException(
          "the emulated file system brings its own tiers and is for times only: say --pfs emulated"
              + " without --crash and --tier");
    }
    Simulation simulation = simulation(emulated);
    Tools tools = Tools.find();
    Path base =
        (directory == null ? tools.home().resolve("target").resolve("demo") : directory)
            .toAbsolutePath();
    Path logs = tier == null ? base.resolve("tier") : tier.toAbsolutePath();
    LocalPlace local = LocalPlace.of(tools, base, logs);
    if (crash) {
      return new CrashDemo(simulation, local, out, err).run();
    }
    OffAndOn demo = new OffAndOn(simulation, base, out, err);
    if (emulated) {
      try (Place place = EmulatedPlace.begin(tools)) {
        return demo.onSlowFiles(place);
      }
    }
    return demo.onLocalFiles(local);
  }

  private Simulation simulation(boolean emulated) throws IOException {
    int side = or(rows, emulated ? 128 : 256);
    try {
      return new Simulation(
          or(ranks, emulated ? 8 : 4),
          side,
          or(columns, side),
          or(records, emulated ? 20 : 100),
          steps);
    } catch (IllegalArgumentException e) {
      throw new BurstlogException(BurstlogException.messageOf(e), e);
    }
  }

  private static int or(@Nullable Integer given, int otherwise) {
    return given == null ? otherwise : given;
  }
}
