package org.burstlog.bench.simulate;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.burstlog.BurstlogException;
import org.burstlog.cli.Verb;
import org.burstlog.settings.Settings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bb calibrate}: measures a machine for {@code bb simulate}. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    description = {
      "Measures what this machine, a tier and a target are good for, and writes it to a file that"
          + " 'bb simulate' reads; takes seconds. With results of 'bb bench' the file has a run,"
          + " too, against which each simulation says how wrong it is.",
      "Exit code: 0 the file is written, 2 it cannot be as given."
    })
public final class CalibrateVerb implements Verb {
  @Option(names = "--tier", paramLabel = "DIR", description = "Where logs go.")
  private @Nullable Path tier;

  @Option(
      names = "--target",
      paramLabel = "DIR",
      description = "A directory on the file system that is to be simulated.")
  private @Nullable Path target;

  @Option(
      names = "--machine",
      paramLabel = "KEY=VALUE",
      description = "A parameter that is known and not measured; may be given several times.")
  private Map<String, String> machine = new LinkedHashMap<>();

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "What 'bb bench --json' has written of runs on that machine; the median of the drains of"
              + " strategy 'process' is what simulations are held against.")
  private @Nullable Path results;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "Gets the parameters.")
  private Path out = Path.of("");

  /** Creates the verb. */
  public CalibrateVerb() {}

  @Override
  public int run(PrintStream output, PrintStream err) throws Exception {
    Calibration.Reference reference = results == null ? null : reference(results);
    Machine measured = Measurement.here();
    if (tier != null) {
      measured = Measurement.tier(measured, tier);
    }
    if (target != null) {
      measured = Measurement.target(measured, target);
    }
    Calibration calibration = new Calibration(measured.with(machine), reference);
    Files.write(out, calibration.lines());
    calibration.lines().forEach(output::println);
    Calibration.Deviation error = calibration.deviation(Settings.load().drainOptions(), 1);
    if (error != null) {
      error.print(output);
    }
    return OK;
  }

  /** The first kind of run that there is, and the median of its drains. */
  private static Calibration.Reference reference(Path file) throws IOException {
    Calibration.Reference found = null;
    List<Double> seconds = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonObject run = parse(file, line);
      if (!run.has("phases") || !"process".equals(text(run, "strategy"))) {
        continue;
      }
      Map<String, String> parameters = new TreeMap<>();
      run.getAsJsonObject("parameters")
          .entrySet()
          .forEach(one -> parameters.put(one.getKey(), one.getValue().getAsString()));
      Calibration.Reference one =
          new Calibration.Reference(
              text(run, "kernel"), parameters, run.get("np").getAsInt(), Double.NaN);
      found = found == null ? one : found;
      if (one.equals(found)) {
        seconds.add(run.getAsJsonObject("phases").get("flush").getAsDouble());
      }
    }
    if (found == null) {
      throw new BurstlogException(
          file
              + " has no run by strategy 'process'; let 'bb bench KERNEL --strategies process"
              + " --json FILE' write it");
    }
    Collections.sort(seconds);
    return new Calibration.Reference(
        found.kernel(), found.parameters(), found.ranks(), seconds.get(seconds.size() / 2));
  }

  private static String text(JsonObject run, String field) {
    return run.has(field) ? run.get(field).getAsString() : "";
  }

  private static JsonObject parse(Path file, String line) throws BurstlogException {
    try {
      return JsonParser.parseString(line).getAsJsonObject();
    } catch (JsonParseException | IllegalStateException e) {
      throw new BurstlogException(
          file + " has a line that is no JSON object; give what 'bb bench --json' has written", e);
    }
  }
}
