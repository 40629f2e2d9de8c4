package org.burstlog.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.burstlog.BurstlogException;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.cli.Verb;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bb bench}: kernels by several strategies, in turns, and how they compare. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {LadderVerb.class, PeerVerb.class, MicroVerb.class},
    description = {
      "Runs the input and output of well-known codes under mpirun by several ways of using a burst"
          + " buffer, verifies every element, and compares the times.",
      "@|bold bb bench ior|@ is a first try; @|bold bb bench all --quick|@ runs every kernel in"
          + " minutes; @|bold bb bench ladder --help|@, @|bold bb bench peer --help|@ and"
          + " @|bold bb bench micro --help|@ tell of limits, of the comparisons with the C library"
          + " and of the microbenchmarks.",
      "Exit code: 0 all elements were right, 1 they were not or a run failed, 2 it cannot be run as"
          + " given."
    })
public final class BenchVerb implements Verb {
  private static final String ALL = "all";

  @Parameters(
      paramLabel = "KERNEL",
      arity = "0..1",
      description = "A kernel of those below, or 'all'.")
  private String kernel = "";

  @Option(
      names = "--np",
      split = ",",
      paramLabel = "N",
      description = "Ranks; several numbers make a series (default: 4).")
  private List<Integer> ranks = List.of(4);

  @Option(
      names = "--strategies",
      split = ",",
      paramLabel = "NAME",
      description =
          "How to write, of those below (default: all that write; those that tell most for 'model').")
  private List<String> strategies = List.of();

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "Parameters by name; each kernel has its own, see its help (default: small ones).")
  private @Nullable String preset;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A parameter of the kernel; may be given several times. With 'all' it goes to the kernels"
              + " that have it.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--vary",
      paramLabel = "KEY=VALUE,VALUE",
      description = "A parameter with several values, which make a series.")
  private @Nullable String vary;

  @Mixin private Options options = new Options();

  @Option(
      names = "--quick",
      description =
          "Counts one run of each, behind those of --warm-up, whatever --repeat says: whether"
              + " elements are right, and no comparison.")
  private boolean quick;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Gets a page of tables and plots, index.html, and the plots.")
  private @Nullable Path report;

  @Option(
      names = "--pfs",
      paramLabel = "NAME[:KEY=VALUE,...]",
      description =
          "Starts nodes on this machine for the run, and a parallel file system on them, which is the"
              + " target: 'emulated', which counts what it was asked, with the parameters of"
              + " native/pfs; or 'moosefs', a real one, with servers (3) and cache (DIRECT). Both take"
              + " nodes (4). Needs root.")
  private @Nullable String pfs;

  /** Creates the verb. */
  public BenchVerb() {}

  /** Kernels and strategies tell themselves what they are; the help is made when it is shown. */
  @Spec
  void describe(CommandSpec spec) {
    spec.usageMessage()
        .sectionMap()
        .put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> KernelHelp.of(kernel));
  }

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    options.check();
    Set<Request> requests = requests();
    Place.prepare("--report", report);
    int repeat = options.warmUp + (quick ? 1 : options.repeat);
    try (Undo undo = Undo.atExit(err)) {
      Path home = Home.path();
      Place place =
          pfs == null ? Place.here(home, options, undo) : Pfs.parse(pfs).start(home, options, undo);
      Launch launch = new Launch(Home.launcher(), place.work(), err, undo);
      int total = requests.stream().mapToInt(r -> r.strategies().size()).sum() * repeat;
      Progress progress = new Progress(err, total);
      try (Sink sink = new Sink(options.json, place.environment())) {
        boolean right = true;
        for (Request request : requests) {
          right &=
              launch.run(
                  request.options(place),
                  request.arguments(place, repeat),
                  result -> progress.ended(sink.add(result)));
        }
        progress.end();
        tell(
            out,
            place.environment(),
            Summary.of(sink.results().stream().filter(options::counts).toList()));
        return right ? OK : WRONG;
      }
    }
  }

  private void tell(PrintStream out, Environment environment, List<Summary> summaries)
      throws IOException {
    for (Map.Entry<Setup, List<Summary>> setup : Summary.bySetup(summaries).entrySet()) {
      out.println(setup.getKey().title());
      for (Table table : Tables.of(setup.getValue())) {
        table.print(out);
        out.println();
      }
    }
    if (!summaries.isEmpty() && !Tables.isRepeated(summaries)) {
      out.println(
          "one run of each shows whether elements are right, and not how strategies compare;"
              + " --repeat has more of them counted");
    }
    if (report != null) {
      out.println("report: " + Page.write(report, command(), environment, summaries));
    }
  }

  /** The command line without the directories, which mean nothing elsewhere. */
  private String command() {
    StringBuilder command = new StringBuilder("bb bench ").append(kernel);
    command.append(" --np ").append(String.join(",", ranks.stream().map(String::valueOf).toList()));
    if (!strategies.isEmpty()) {
      command.append(" --strategies ").append(String.join(",", strategies));
    }
    if (preset != null) {
      command.append(" --preset ").append(preset);
    }
    set.forEach((key, value) -> command.append(" --set ").append(key).append('=').append(value));
    if (vary != null) {
      command.append(" --vary ").append(vary);
    }
    if (pfs != null) {
      command.append(" --pfs ").append(pfs);
    }
    command.append(" --io ").append(options.io);
    command.append(" --warm-up ").append(options.warmUp);
    return command.append(quick ? " --quick" : " --repeat " + options.repeat).toString();
  }

  /**
   * All jobs that were asked for, each once, as what varies is nothing to some kernels; a wrong one
   * is found before the first is started.
   */
  private Set<Request> requests() throws BurstlogException {
    if (kernel.isEmpty()) {
      throw new BurstlogException("which kernel? 'bb bench --help' lists them");
    }
    for (String name : strategies) {
      Strategies.named(name);
    }
    List<Kernel> kernels = kernel.equals(ALL) ? Kernels.all() : List.of(Kernels.named(kernel));
    if (kernel.equals(ALL) && preset != null) {
      throw new BurstlogException("a preset belongs to one kernel; name that instead of 'all'");
    }
    List<Map<String, String>> series = series();
    Set<Request> requests = new LinkedHashSet<>();
    for (Kernel one : kernels) {
      List<String> ways = strategies.isEmpty() ? one.strategies() : strategies;
      for (int np : ranks) {
        if (np < 1) {
          throw new BurstlogException("--np takes numbers of at least 1, and not " + np);
        }
        for (Map<String, String> given : series) {
          Request request = new Request(one, preset, known(one, given), np, ways);
          request.check();
          requests.add(request);
        }
      }
    }
    return requests;
  }

  /** What is set, once for each value that varies. */
  private List<Map<String, String>> series() throws BurstlogException {
    if (vary == null) {
      return List.of(set);
    }
    int at = vary.indexOf('=');
    if (at < 1 || at == vary.length() - 1) {
      throw new BurstlogException("--vary takes KEY=VALUE,VALUE,..., and not '" + vary + "'");
    }
    List<Map<String, String>> series = new ArrayList<>();
    for (String value : vary.substring(at + 1).split(",", -1)) {
      Map<String, String> one = new LinkedHashMap<>(set);
      one.put(vary.substring(0, at), value);
      series.add(one);
    }
    return series;
  }

  /** With all kernels, a parameter is for those that have it, which must be one at least. */
  private Map<String, String> known(Kernel one, Map<String, String> given)
      throws BurstlogException {
    if (!kernel.equals(ALL)) {
      return given;
    }
    Map<String, String> known = new LinkedHashMap<>();
    for (Map.Entry<String, String> each : given.entrySet()) {
      if (has(one, each.getKey())) {
        known.put(each.getKey(), each.getValue());
      } else if (Kernels.all().stream().noneMatch(k -> has(k, each.getKey()))) {
        throw new BurstlogException("no kernel has a parameter '" + each.getKey() + "'");
      }
    }
    return known;
  }

  private static boolean has(Kernel kernel, String key) {
    return kernel.parameters().stream().anyMatch(p -> p.key().equals(key));
  }
}
