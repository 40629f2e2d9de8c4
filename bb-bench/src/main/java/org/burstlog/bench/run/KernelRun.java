package org.burstlog.bench.run;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.kernel.Parameters;
import org.burstlog.bench.strategy.Site;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.bench.strategy.Strategy;
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
 * The main class of a benchmark, alone or in every rank:
 *
 * <pre>{@code
 * ./bb run -n 4 -- org.burstlog.bench.run.KernelRun ior --strategies direct,process \
 *     --target /scratch/me --tier /local/ssd --repeat 3 --out results.jsonl
 * }</pre>
 *
 * <p>Ends with 0 when all runs were right, with 1 when one failed or left a wrong element, and with
 * 2 when it cannot be run as given; then the first rank says why, in a sentence.
 */
@Command(name = "KernelRun")
public final class KernelRun {
  private static final String NAME = "KernelRun";

  @CommandLine.Parameters(index = "0", paramLabel = "KERNEL")
  private String kernel = "";

  @Option(names = "--strategies", required = true, split = ",", paramLabel = "NAME")
  private List<String> strategies = List.of();

  @Option(names = "--target", required = true, paramLabel = "DIR")
  private Path target = Path.of("");

  @Option(names = "--tier", paramLabel = "DIR")
  private @Nullable Path tier;

  @Option(names = "--repeat", defaultValue = "1", paramLabel = "N")
  private int repeat;

  @Option(names = "--preset", paramLabel = "NAME")
  private @Nullable String preset;

  @Option(names = "--set", paramLabel = "KEY=VALUE")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(names = "--out", required = true, paramLabel = "FILE")
  private Path out = Path.of("");

  /** A command that tells, with {@code reset} and {@code counters}, what the servers were asked. */
  @Option(names = "--counters", split = " ", paramLabel = "COMMAND")
  private List<String> counters = List.of();

  @Option(names = "--keep")
  private boolean keep;

  private KernelRun() {}

  /**
   * Runs in every rank.
   *
   * @param args see the class
   * @throws IOException when the processes cannot be brought together
   */
  public static void main(String[] args) throws IOException {
    RankMain.run(KernelRun::run, args);
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
    KernelRun given = new KernelRun();
    Job job;
    Site site;
    Writer lines;
    try {
      new CommandLine(given).parseArgs(args);
      job = given.job(group.size());
      site = given.site(group, targets);
      Runs.refuseExisting(job, site);
      lines = RankMain.results(group, given.out);
    } catch (ParameterException | BurstlogException e) {
      return RankMain.told(group, err, NAME, e, Verb.REFUSED);
    }
    try (Writer closed = lines) {
      new Runs(job, site, closed, given.counts(group)).run();
      return Verb.OK;
    } catch (BurstlogException e) {
      return RankMain.told(group, err, NAME, e, Verb.WRONG);
    }
  }

  private @Nullable ServerCounts counts(ProcessGroup group) {
    return counters.isEmpty() ? null : new ServerCounts(group, counters);
  }

  private Job job(int ranks) throws BurstlogException {
    Kernel chosen = Kernels.named(kernel);
    Parameters parameters = Parameters.of(chosen, preset, set);
    List<Strategy> ways = new ArrayList<>();
    for (String name : strategies) {
      Strategy strategy = Strategies.named(name);
      if (strategy.needsTier() && tier == null) {
        throw new BurstlogException(
            "strategy '" + name + "' needs a tier; name a directory on fast storage by --tier");
      }
      if (!ways.contains(strategy)) {
        ways.add(strategy);
      }
    }
    if (repeat < 1) {
      throw new BurstlogException("--repeat takes a number of at least 1, and not " + repeat);
    }
    return new Job(
        chosen, preset, parameters, chosen.program(parameters, ranks), ways, repeat, keep);
  }

  /** Looks whether the directories can be used. Collective. */
  private Site site(ProcessGroup group, @Nullable TargetSystem targets) throws IOException {
    Settings settings = Settings.load();
    Path files = target.toAbsolutePath();
    Directories.check(group, "--target", files);
    Path logs = tier;
    if (logs != null) {
      logs = logs.toAbsolutePath();
      Directories.check(group, "--tier", logs);
    }
    return new Site(group, RankMain.targets(group, targets, settings), files, logs, settings);
  }
}
