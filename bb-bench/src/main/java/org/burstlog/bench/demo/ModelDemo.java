package org.burstlog.bench.demo;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.bench.run.KernelRun;

/**
 * The second table: what writing adds to a model that computes between its writes. It is the
 * benchmark's model, so that every element is verified, run small.
 */
final class ModelDemo {
  private static final String RESULTS = "model.jsonl";

  /** The first run of each is slow, as the JVM is cold. */
  private static final int REPEAT = 3;

  private static final int STEPS = 10;
  private static final int MILLIS = 50;
  private static final List<String> PARAMETERS =
      List.of(
          "steps=" + STEPS,
          "compute=" + MILLIS + "ms",
          "history=2",
          "checkpoint=5",
          "rows=128",
          "columns=128");

  /** What the strategies of the benchmark are called here. */
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put("none", "no writes");
    NAMES.put("direct", "off");
    NAMES.put("process", "on");
  }

  private final int ranks;
  private final Place place;
  private final PrintStream out;
  private final PrintStream err;

  ModelDemo(int ranks, Place place, PrintStream out, PrintStream err) {
    this.ranks = ranks;
    this.place = place;
    this.out = out;
    this.err = err;
  }

  /** Runs it by each strategy, and shows what that took. */
  void run() throws IOException {
    Path results = place.here(RESULTS);
    try {
      Tools.Answer answer = Tools.ask(place.command(ranks, program()));
      if (!answer.text().isEmpty()) {
        err.println(answer.text());
      }
      if (answer.code() != 0) {
        throw new BurstlogException(
            "the model ended with code " + answer.code() + "; its own messages are above");
      }
      table(best(Files.readAllLines(results)));
    } finally {
      Files.deleteIfExists(results);
    }
  }

  private List<String> program() {
    Path results = place.target(RESULTS);
    Stream<String> words =
        Stream.of(
            KernelRun.class.getName(),
            "model",
            "--strategies",
            String.join(",", NAMES.keySet()),
            "--repeat",
            String.valueOf(REPEAT),
            "--target",
            String.valueOf(results.getParent()),
            "--tier",
            place.tier().toString(),
            "--out",
            results.toString());
    return Stream.concat(words, PARAMETERS.stream().flatMap(p -> Stream.of("--set", p))).toList();
  }

  /** Seconds of the fastest run of each strategy. */
  static Map<String, Double> best(List<String> lines) {
    Map<String, Double> best = new LinkedHashMap<>();
    for (String line : lines) {
      JsonObject run = JsonParser.parseString(line).getAsJsonObject();
      best.merge(run.get("strategy").getAsString(), run.get("run").getAsDouble(), Math::min);
    }
    return best;
  }

  private void table(Map<String, Double> best) {
    out.printf(
        Locale.ROOT,
        "A model that computes between its writes: %d steps of %d ms, a record of 8 fields every"
            + " 2nd, a checkpoint every 5th;%nthe fastest of %d runs.%n%n",
        STEPS,
        MILLIS,
        REPEAT);
    out.printf(Locale.ROOT, "%-14s%12s%18s%n", "burst buffer", "in all", "added by writing");
    double nothing = best.getOrDefault("none", 0.0);
    NAMES.forEach(
        (strategy, name) -> {
          double seconds = best.getOrDefault(strategy, 0.0);
          out.printf(Locale.ROOT, "%-14s%10.2f s", name, seconds);
          out.println(
              strategy.equals("none")
                  ? ""
                  : String.format(Locale.ROOT, "%16.2f s", seconds - nothing));
        });
    out.println();
  }
}
