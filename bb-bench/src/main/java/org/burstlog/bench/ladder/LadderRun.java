package org.burstlog.bench.ladder;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.burstlog.BurstlogException;
import org.burstlog.bench.strategy.Site;
import org.burstlog.cli.SuppressForbidden;
import org.burstlog.cli.Verb;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.mpi.MpiHints;
import org.burstlog.mpi.MpiJob;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The main class of the ladder, alone or in every rank:
 *
 * <pre>{@code
 * ./bb run -n 4 -- org.burstlog.bench.ladder.LadderRun \
 *     --target /scratch/me --tier /local/ssd --mib 16 --repeat 3 --out ladder.jsonl
 * }</pre>
 *
 * <p>Ends with 0, with 1 when something could not be measured, and with 2 when it cannot be run as
 * given; then the first rank says why, in a sentence.
 */
@Command(name = "LadderRun")
public final class LadderRun {
  @Option(names = "--target", required = true, paramLabel = "DIR")
  private Path target = Path.of("");

  @Option(names = "--tier", required = true, paramLabel = "DIR")
  private Path tier = Path.of("");

  @Option(names = "--mib", defaultValue = "16", paramLabel = "N")
  private int mib;

  @Option(names = "--repeat", defaultValue = "3", paramLabel = "N")
  private int repeat;

  @Option(names = "--out", required = true, paramLabel = "FILE")
  private Path out = Path.of("");

  private LadderRun() {}

  /**
   * Runs in every rank.
   *
   * @param args see the class
   * @throws IOException when the processes cannot be brought together
   */
  @SuppressForbidden("a program that runs under mpirun speaks through its standard streams")
  public static void main(String[] args) throws IOException {
    MpiJob job = new MpiJob();
    int code;
    try (ProcessGroup group = job.present() ? job.group() : new SoloGroup()) {
      code = run(group, System.err, args);
    }
    System.exit(code);
  }

  /**
   * Runs in one process of a group. Collective.
   *
   * @param group the processes
   * @param err where the first of them says what is wrong
   * @param args the same in all of them
   * @return the exit code, the same in all of them
   * @throws IOException when the group cannot be used any more
   */
  static int run(ProcessGroup group, PrintStream err, String... args) throws IOException {
    return run(group, null, err, args);
  }

  /** As the other, with files opened by something else than what suits the group. */
  static int run(
      ProcessGroup group, @Nullable TargetSystem targets, PrintStream err, String... args)
      throws IOException {
    LadderRun given = new LadderRun();
    int code = Verb.REFUSED;
    try {
      new CommandLine(given).parseArgs(args);
      if (given.mib < 1 || given.repeat < 1) {
        throw new BurstlogException("--mib and --repeat take numbers of at least 1");
      }
      code = Verb.WRONG;
      given.climb(group, targets);
      code = Verb.OK;
    } catch (ParameterException | BurstlogException e) {
      if (group.rank() == 0) {
        err.println("LadderRun: " + BurstlogException.messageOf(e));
        err.flush();
      }
      // Who ends first with such a code has all others ended.
      group.barrier();
    }
    return code;
  }

  private void climb(ProcessGroup group, @Nullable TargetSystem targets) throws IOException {
    Settings settings = Settings.load();
    TargetSystem system = targets;
    if (system == null) {
      system =
          group instanceof SoloGroup
              ? PlainTarget.SYSTEM
              : MpiTarget.system(MpiHints.parse(settings.text(Settings.MPI_HINTS)));
    }
    Site site = new Site(group, system, target.toAbsolutePath(), tier.toAbsolutePath(), settings);
    Crew crew = new Crew(group, repeat);
    long bytes = (long) mib << 20;
    try (Writer lines = group.rank() == 0 ? Files.newBufferedWriter(out) : Writer.nullWriter()) {
      Consumer<Rung> rungs = rung -> tell(lines, rung);
      Storage storage = new Storage(crew, bytes, rungs);
      storage.memory();
      storage.tier(site.requireTier());
      new Network(crew, rungs).measure();
      new Drains(crew, settings, site.requireTier(), bytes).measure(rungs);
      new Target(crew, site, bytes).measure(rungs);
      storage.create(site.directory());
    }
  }

  private static void tell(Writer lines, Rung rung) {
    try {
      lines.write(rung.line() + "\n");
      lines.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write results", e);
    }
  }
}
