package org.burstlog.bench.ladder;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.burstlog.BurstlogException;
import org.burstlog.bench.run.RankMain;
import org.burstlog.bench.strategy.Site;
import org.burstlog.cli.Verb;
import org.burstlog.group.ProcessGroup;
import org.burstlog.settings.Settings;
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
  private static final String NAME = "LadderRun";

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
  public static void main(String[] args) throws IOException {
    RankMain.run(LadderRun::run, args);
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
    Site site;
    Writer lines;
    try {
      new CommandLine(given).parseArgs(args);
      if (given.mib < 1 || given.repeat < 1) {
        throw new BurstlogException("--mib and --repeat take numbers of at least 1");
      }
      Settings settings = Settings.load();
      site =
          new Site(
              group,
              RankMain.targets(group, targets, settings),
              given.target.toAbsolutePath(),
              given.tier.toAbsolutePath(),
              settings);
      lines = RankMain.results(group, given.out);
    } catch (ParameterException | BurstlogException e) {
      return RankMain.told(group, err, NAME, e, Verb.REFUSED);
    }
    try (Writer own = lines == null ? Writer.nullWriter() : lines) {
      given.climb(site, own);
      return Verb.OK;
    } catch (BurstlogException e) {
      return RankMain.told(group, err, NAME, e, Verb.WRONG);
    }
  }

  private void climb(Site site, Writer lines) throws IOException {
    Crew crew = new Crew(site.group(), repeat);
    long bytes = (long) mib << 20;
    Consumer<Rung> rungs = rung -> tell(lines, rung);
    Storage storage = new Storage(crew, bytes, rungs);
    storage.memory();
    storage.tier(site.requireTier());
    new Network(crew, rungs).measure();
    new Drains(crew, site.settings(), site.requireTier(), bytes).measure(rungs);
    new Target(crew, site, bytes).measure(rungs);
    storage.create(site.directory());
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
