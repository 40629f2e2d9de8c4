package org.burstlog.bench.report;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.cli.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb bench peer}: the same calls made to the C library's burst buffer and to this one. */
@Command(
    name = "peer",
    mixinStandardHelpOptions = true,
    description = {
      "Builds PnetCDF with its burst buffer from the distribution's source package (once, half a"
          + " minute, outside this directory), makes the same calls to it and to this library in"
          + " turns, and prints both side by side.",
      "Cases: ior-contiguous, ior-strided (transfers of 64 KiB), ior-contiguous-1m, ior-strided-1m,"
          + " btio, flash.",
      "Exit code: 0 all elements were right, 1 they were not, 2 it cannot be run as given."
    })
final class PeerVerb implements Verb {
  private static final List<String> WAYS = List.of("direct", "process", "node");
  private static final List<String> BUFFERED = List.of("process", "node");

  @Parameters(paramLabel = "CASE", arity = "0..*", description = "What to run (default: all).")
  private List<String> names = new ArrayList<>();

  @Option(names = "--np", paramLabel = "N", description = "Ranks (default ${DEFAULT-VALUE}).")
  private int np = 4;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often both sides are started, in turns (default ${DEFAULT-VALUE}).")
  private int rounds = 2;

  @Mixin private Options options = new Options();

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    options.check();
    if (np < 1 || rounds < 1) {
      throw new BurstlogException("--np and --rounds take numbers of at least 1");
    }
    List<PeerCase> cases = PeerCase.named(names);
    for (PeerCase one : cases) {
      one.request(np, WAYS, PeerCase.COLLECTIVE);
    }
    int repeat = options.warmUp + options.repeat;
    Path home = Home.path();
    try (Undo undo = Undo.atExit(err)) {
      err.println("bb bench peer: building the C library, where that has not been done");
      String program =
          Script.run(undo, home.resolve("native/peer/peer").toString(), "build").strip();
      Place place = Place.here(home, options, undo);
      Launch launch = new Launch(Home.launcher(), place.work(), err, undo);
      Progress progress =
          new Progress(err, cases.size() * rounds * repeat * (2 * WAYS.size() + BUFFERED.size()));
      boolean right = true;
      try (Sink sink = new Sink(options.json, place.environment())) {
        for (PeerCase one : cases) {
          Comparison comparison = new Comparison(one, options::counts);
          List<String> rival = new ArrayList<>(List.of("-n", String.valueOf(np)));
          rival.addAll(place.options());
          rival.addAll(List.of("--program", "--", program));
          Request same = one.request(np, WAYS, PeerCase.COLLECTIVE);
          Request alone = one.request(np, BUFFERED, PeerCase.INDEPENDENT);
          for (int round = 0; round < rounds; round++) {
            right &=
                launch.run(
                    rival,
                    one.arguments(place, WAYS, repeat),
                    r -> progress.ended(comparison.rival(sink.add(r))));
            for (Request ours : List.of(same, alone)) {
              right &=
                  launch.run(
                      ours.options(place),
                      ours.arguments(place, repeat),
                      r -> progress.ended(comparison.ours(sink.add(r))));
            }
          }
          progress.end();
          comparison.print(out);
        }
      }
      return right ? OK : WRONG;
    }
  }
}
