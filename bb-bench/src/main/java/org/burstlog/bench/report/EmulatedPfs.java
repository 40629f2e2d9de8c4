package org.burstlog.bench.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;

/**
 * The nodes and the emulated parallel file system of {@code native/}, for one run.
 *
 * @param nodes how many nodes
 * @param parameters of the file system
 */
record EmulatedPfs(int nodes, Map<String, String> parameters) {
  private static final String NAME = "emulated";
  private static final String NODES = "nodes";
  private static final int DEFAULT_NODES = 4;
  private static final Path TARGET = Path.of("/mnt/pfs");

  /** Storage of a node's own, which this machine does not know. */
  private static final Path NODE_LOCAL = Path.of("/mnt/ssd");

  /** Of these a node has its own, unless it is told to keep a directory in them. */
  private static final List<Path> HIDDEN = List.of(Path.of("/dev/shm"), Path.of("/tmp"));

  /** Reads {@code emulated:key=value,key=value}. */
  static EmulatedPfs parse(String text) throws BurstlogException {
    String[] parts = text.split(":", 2);
    if (!parts[0].equals(NAME)) {
      throw new BurstlogException(
          "--pfs takes emulated, or emulated:KEY=VALUE,KEY=VALUE, and not '" + text + "'");
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    int nodes = DEFAULT_NODES;
    String rest = parts.length > 1 ? parts[1] : "";
    for (String one : rest.isEmpty() ? new String[0] : rest.split(",", -1)) {
      String[] pair = one.split("=", 2);
      if (pair.length < 2 || pair[0].isEmpty() || pair[1].isEmpty()) {
        throw new BurstlogException("--pfs: '" + one + "' is not KEY=VALUE");
      }
      if (pair[0].equals(NODES)) {
        nodes = count(pair[1]);
      } else {
        parameters.put(pair[0], pair[1]);
      }
    }
    return new EmulatedPfs(nodes, parameters);
  }

  private static int count(String text) throws BurstlogException {
    if (!text.matches("[1-9][0-9]{0,2}")) {
      throw new BurstlogException("--pfs: nodes is a number from 1 to 200, and not '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  /** Starts everything; {@code undo} takes it down, whatever happens on the way. */
  Place start(Path home, Options given, Undo undo) throws IOException, InterruptedException {
    if (given.target != null) {
      throw new BurstlogException(
          "--target and --pfs exclude each other: the emulated file system is the target");
    }
    String cluster = home.resolve("native/cluster/cluster").toString();
    String pfs = home.resolve("native/pfs/pfs").toString();
    Script.run(undo, cluster, "check", "mpi");
    Script.run(undo, pfs, "check");
    // Of /tmp and /dev/shm nodes have their own.
    Path work = Files.createTempDirectory(Path.of("/var/tmp"), "bb-bench-");
    undo.later(() -> Place.remove(work));
    String state = work.resolve("state").toString();
    undo.later(() -> down(cluster, "--state", state, "down"));
    Path tier = tier(given, undo);
    List<String> up = new ArrayList<>(List.of(cluster, "--state", state, "up"));
    up.add(String.valueOf(nodes));
    if (HIDDEN.stream().anyMatch(tier::startsWith)) {
      up.addAll(List.of("--keep", tier.toString()));
    }
    Script.run(undo, up.toArray(String[]::new));
    undo.later(() -> down(pfs, "--state", state, "down", "--data"));
    Script.run(undo, pfs, "--state", state, "up");
    if (!parameters.isEmpty()) {
      List<String> set = new ArrayList<>(List.of(pfs, "--state", state, "set"));
      parameters.forEach((key, value) -> set.add(key + "=" + value));
      Script.run(undo, set.toArray(String[]::new));
    }
    return new Place(
        List.of("--cluster", state, "--io", given.io),
        List.of("--counters", pfs + " --state " + state),
        work,
        tier,
        TARGET,
        Environment.of(
            home, given.io, tier.startsWith(NODE_LOCAL) ? tier.toString() : "shared", toString()),
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

  /**
   * Where logs go: a directory that all nodes share, as a burst buffer's mount is, unless what was
   * named is a node's own. What nodes have of their own is this machine's all the same.
   */
  private static Path tier(Options given, Undo undo) throws IOException {
    Path named = given.tier == null ? Place.defaultTier() : given.tier.toAbsolutePath();
    return named.startsWith(NODE_LOCAL) ? named : Place.directory("--tier", named, undo);
  }

  /** Takes something down, which an interruption does not keep from being done. */
  private static void down(String... words) throws IOException, InterruptedException {
    try (Undo whole =
        new Undo(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))) {
      Script.run(whole, words);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(NAME).append(":nodes=").append(nodes);
    parameters.forEach((key, value) -> text.append(',').append(key).append('=').append(value));
    return text.toString();
  }
}
