package org.burstlog.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;

/**
 * The nodes and the emulated parallel file system of {@code native/}, for one run.
 *
 * @param count how many nodes
 * @param parameters of the file system
 */
record EmulatedPfs(int count, Map<String, String> parameters) implements Pfs {
  static final String NAME = "emulated";

  /** Of what is given, all but the number of nodes is the file system's own. */
  static EmulatedPfs of(Map<String, String> given) throws BurstlogException {
    Map<String, String> parameters = new LinkedHashMap<>(given);
    int nodes = Pfs.number(parameters, NODES, DEFAULT_NODES, MOST_NODES);
    return new EmulatedPfs(nodes, parameters);
  }

  @Override
  public Place start(Path home, Options given, Undo undo) throws IOException, InterruptedException {
    String pfs = home.resolve("native/pfs/pfs").toString();
    NodesOnThis nodes = NodesOnThis.check(home, given, undo);
    Script.run(undo, pfs, "check");
    String state = nodes.up(count);
    undo.later(() -> NodesOnThis.down(pfs, "--state", state, "down", "--data"));
    Script.run(undo, pfs, "--state", state, "up");
    if (!parameters.isEmpty()) {
      List<String> set = new ArrayList<>(List.of(pfs, "--state", state, "set"));
      parameters.forEach((key, value) -> set.add(key + "=" + value));
      Script.run(undo, set.toArray(String[]::new));
    }
    return nodes.place(
        toString(),
        List.of("--counters", pfs + " --state " + state),
        numbers(Script.run(undo, pfs, "--state", state, "parameters")));
  }

  /** Of lines that begin with a name and a value those whose value is a number. */
  static Map<String, Double> numbers(String lines) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    for (String line : lines.lines().toList()) {
      String[] words = line.split("\\s+", -1);
      if (words.length > 1 && words[1].matches("[0-9.]+([eE][+-]?[0-9]+)?")) {
        numbers.put(words[0], Double.valueOf(words[1]));
      }
    }
    return numbers;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(NAME).append(":nodes=").append(count);
    parameters.forEach((key, value) -> text.append(',').append(key).append('=').append(value));
    return text.toString();
  }
}
