package org.burstlog.bench.report;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.burstlog.BurstlogException;
import org.burstlog.bench.log.PutBenchmark;
import org.burstlog.bench.plan.PlanBenchmark;
import org.burstlog.cli.Verb;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bb bench micro}: the microbenchmarks that budgets are about, and whether they are met. */
@Command(
    name = "micro",
    mixinStandardHelpOptions = true,
    description = {
      "Measures by JMH what docs/architecture.md has budgets for (puts into a log, planning a"
          + " drain), and says which are met. Takes two to three minutes; JMH knows more:"
          + " java -cp 'target/lib/*' org.openjdk.jmh.Main -h",
      "Exit code: 0 all are met, 1 one is missed, 2 it cannot be run as given."
    })
final class MicroVerb implements Verb {
  private static final long EPOCH = 64L << 20;
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  @Option(
      names = "--tier",
      paramLabel = "DIR",
      description = "Where logs go (default ${DEFAULT-VALUE}).")
  private Path tier = Path.of(System.getProperty("java.io.tmpdir"));

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Seconds of measurement each (default ${DEFAULT-VALUE}).")
  private int iterations = 3;

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    if (iterations < 1) {
      throw new BurstlogException(
          "--iterations takes a number of at least 1, and not " + iterations);
    }
    Place.prepare("--tier", tier);
    err.println("bb bench micro: measuring, two to three minutes");
    List<Budgets.Score> scores = new ArrayList<>();
    for (RunResult result : new Runner(options()).run()) {
      scores.add(score(result));
    }
    return tell(new Budgets(scores).verdicts(), out);
  }

  private org.openjdk.jmh.runner.options.Options options() {
    return new OptionsBuilder()
        .include(
            PutBenchmark.class.getName()
                + String.format(
                    Locale.ROOT, "\\.(%s|%s|%s)$", Budgets.PUT, Budgets.WRITE, Budgets.COPY))
        .include(
            PlanBenchmark.class.getName()
                + String.format(Locale.ROOT, "\\.(%s|%s)$", Budgets.ORDER, Budgets.FLATTEN))
        .forks(1)
        .warmupIterations(2)
        .warmupTime(TimeValue.seconds(1))
        .measurementIterations(iterations)
        .measurementTime(TimeValue.seconds(1))
        .jvmArgsAppend("-Dburstlog.bench.tier=" + tier.toAbsolutePath())
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT)
        .build();
  }

  /** What an operation of JMH is here is many of what the budget is about. */
  private static Budgets.Score score(RunResult result) {
    String benchmark = result.getParams().getBenchmark();
    String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
    boolean put = benchmark.startsWith(PutBenchmark.class.getName());
    String parameter = result.getParams().getParam(put ? "size" : "pattern");
    double things =
        put
            ? (double) EPOCH / Long.parseLong(parameter)
            : Double.parseDouble(result.getParams().getParam("records"));
    double nanosAUnit = put ? 1 : 1e6;
    double allocated = 0;
    for (String secondary : result.getSecondaryResults().keySet()) {
      if (secondary.endsWith(ALLOCATED)) {
        allocated = result.getSecondaryResults().get(secondary).getScore();
      }
    }
    return new Budgets.Score(
        method,
        parameter,
        result.getPrimaryResult().getScore() * nanosAUnit / things,
        allocated / things);
  }

  static int tell(List<Budgets.Verdict> verdicts, PrintStream out) {
    Table table = new Table("budget", "measured", "limit", "");
    boolean all = true;
    for (Budgets.Verdict verdict : verdicts) {
      table.row(
          verdict.what(), verdict.measured(), verdict.limit(), verdict.met() ? "met" : "MISSED");
      all &= verdict.met();
    }
    table.print(out);
    return all ? OK : WRONG;
  }
}
