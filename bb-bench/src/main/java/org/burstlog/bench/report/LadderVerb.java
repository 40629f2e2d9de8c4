package org.burstlog.bench.report;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.ladder.LadderRun;
import org.burstlog.bench.ladder.Rung;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.cli.Verb;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bb bench ladder}: what each layer is good for, and how far kernels are from that. */
@Command(
    name = "ladder",
    mixinStandardHelpOptions = true,
    description = {
      "Measures each layer below a burst buffer by itself, in one job: memory, the tier, exchange"
          + " between processes, drains into a target that forgets, the target; computes from that"
          + " what puts and drains can reach at best; then runs kernels and says which part of it"
          + " they reach.",
      "--warm-up is for the kernels; of layers the best of --repeat is told.",
      "Exit code: 0 all was measured and all elements were right, 1 not, 2 it cannot be run as"
          + " given."
    })
final class LadderVerb implements Verb {
  private static final Gson GSON = new Gson();

  @Option(names = "--np", paramLabel = "N", description = "Ranks (default ${DEFAULT-VALUE}).")
  private int np = 4;

  @Option(
      names = "--mib",
      paramLabel = "N",
      description = "MiB that each rank copies, writes or reads (default ${DEFAULT-VALUE}).")
  private int mib = 16;

  @Option(
      names = "--strategies",
      split = ",",
      paramLabel = "NAME",
      description = "How kernels write (default: direct,process).")
  private List<String> strategies = List.of("direct", "process");

  @Mixin private Options options = new Options();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Gets a page of tables with a plot, index.html, and the plot.")
  private @Nullable Path report;

  @Option(
      names = "--pfs",
      paramLabel = "NAME[:KEY=VALUE,...]",
      description =
          "As of @|bold bb bench|@; of the emulated one is computed what its clients and"
              + " servers can do.")
  private @Nullable String pfs;

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    options.check();
    if (np < 1 || mib < 1) {
      throw new BurstlogException("--np and --mib take numbers of at least 1");
    }
    List<Request> requests = requests();
    Place.prepare("--report", report);
    try (Undo undo = Undo.atExit(err);
        Writer json =
            options.json == null ? Writer.nullWriter() : Files.newBufferedWriter(options.json)) {
      Path home = Home.path();
      Place place =
          pfs == null ? Place.here(home, options, undo) : Pfs.parse(pfs).start(home, options, undo);
      Launch launch = new Launch(Home.launcher(), place.work(), err, undo);
      tell(json, environment(place.environment()));
      err.println("bb bench ladder: measuring layers");
      List<Rung> rungs = new ArrayList<>();
      if (!launch.lines(
          Request.options(place, np, LadderRun.class), arguments(place), l -> rungs.add(rung(l)))) {
        return WRONG;
      }
      Peaks peaks = Peaks.of(rungs, place.model());
      rungs.addAll(LadderReport.computed(rungs, peaks));
      for (Rung rung : rungs) {
        tell(json, rung.line());
      }
      int repeat = options.warmUp + options.repeat;
      Progress progress = new Progress(err, requests.size() * strategies.size() * repeat);
      List<Result> results = new ArrayList<>();
      boolean right = true;
      for (Request request : requests) {
        right &=
            launch.run(
                request.options(place),
                request.arguments(place, repeat),
                result -> {
                  progress.ended(result);
                  results.add(result);
                });
      }
      progress.end();
      List<KernelShare> kernels =
          Summary.of(results.stream().filter(options::counts).toList()).stream()
              .map(summary -> KernelShare.of(summary, peaks))
              .toList();
      for (KernelShare kernel : kernels) {
        tell(json, kernel.line());
      }
      show(out, place, new LadderReport(rungs, peaks, kernels, place.model()));
      return right ? OK : WRONG;
    }
  }

  private void show(PrintStream out, Place place, LadderReport ladder) throws IOException {
    StringBuilder html = new StringBuilder();
    for (Table table : ladder.tables()) {
      table.print(out);
      out.println();
      html.append(table.html());
    }
    if (report != null) {
      String command = "bb bench ladder --np " + np + (pfs == null ? "" : " --pfs " + pfs);
      out.println(
          "report: "
              + Page.write(report, command, place.environment(), html.toString(), ladder.plots()));
    }
  }

  private List<String> arguments(Place place) {
    return List.of(
        "--target",
        place.target().toString(),
        "--tier",
        place.tier().toString(),
        "--mib",
        String.valueOf(mib),
        "--repeat",
        String.valueOf(options.repeat));
  }

  /** Small kernels of all shapes; BTIO where the ranks are a square number. */
  private List<Request> requests() throws BurstlogException {
    for (String name : strategies) {
      Strategies.named(name);
    }
    List<Request> requests = new ArrayList<>();
    requests.add(request("ior", "contiguous", Map.of("segments", "128")));
    requests.add(request("ior", "strided", Map.of("block", "8MiB")));
    int side = (int) Math.round(Math.sqrt(np));
    if (side * side == np) {
      requests.add(request("btio", null, Map.of("grid", "64")));
    }
    requests.add(request("flash", null, Map.of("cells", "16", "files", "checkpoint")));
    return requests;
  }

  private Request request(String kernel, @Nullable String preset, Map<String, String> set)
      throws BurstlogException {
    Request request = new Request(Kernels.named(kernel), preset, set, np, strategies);
    request.check();
    return request;
  }

  private static Rung rung(String line) throws BurstlogException {
    try {
      return GSON.fromJson(line, Rung.class);
    } catch (JsonParseException e) {
      throw new BurstlogException("no step of a ladder: " + line, e);
    }
  }

  private static String environment(Environment environment) {
    JsonObject line = new JsonObject();
    line.addProperty("step", 0);
    line.addProperty("name", "environment");
    line.add("environment", GSON.toJsonTree(environment));
    return GSON.toJson(line);
  }

  private static void tell(Writer json, String line) throws IOException {
    json.write(line + "\n");
    json.flush();
  }
}
