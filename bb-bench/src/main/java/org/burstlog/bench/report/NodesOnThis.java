package org.burstlog.bench.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;

/** The nodes of {@code native/cluster} on this machine, with a file system that they share. */
final class NodesOnThis {
  private static final Path TARGET = Path.of("/mnt/pfs");

  /** Storage of a node's own, which this machine does not know. */
  private static final Path NODE_LOCAL = Path.of("/mnt/ssd");

  /** Of these a node has its own, unless it is told to keep a directory in them. */
  private static final List<Path> HIDDEN = List.of(Path.of("/dev/shm"), Path.of("/tmp"));

  private final Path home;
  private final Options given;
  private final Undo undo;
  private final String cluster;
  private final Path work;
  private final Path tier;

  private NodesOnThis(Path home, Options given, Undo undo, String cluster) throws IOException {
    this.home = home;
    this.given = given;
    this.undo = undo;
    this.cluster = cluster;
    // Of /tmp and /dev/shm nodes have their own.
    work = Files.createTempDirectory(Path.of("/var/tmp"), "bb-bench-");
    undo.later(() -> Place.remove(work));
    tier = tier(given, undo);
  }

  /** Refuses where there can be no nodes. */
  static NodesOnThis check(Path home, Options given, Undo undo)
      throws IOException, InterruptedException {
    if (given.target != null) {
      throw new BurstlogException(
          "--target and --pfs exclude each other: what --pfs starts is the target");
    }
    String cluster = home.resolve("native/cluster/cluster").toString();
    Script.run(undo, cluster, "check", "mpi");
    return new NodesOnThis(home, given, undo, cluster);
  }

  /** Starts them, and returns the directory of their state. */
  String up(int count) throws IOException, InterruptedException {
    String state = state();
    undo.later(() -> down(cluster, "--state", state, "down"));
    List<String> up = new ArrayList<>(List.of(cluster, "--state", state, "up"));
    up.add(String.valueOf(count));
    if (HIDDEN.stream().anyMatch(tier::startsWith)) {
      up.addAll(List.of("--keep", tier.toString()));
    }
    Script.run(undo, up.toArray(String[]::new));
    return state;
  }

  private String state() {
    return work.resolve("state").toString();
  }

  /**
   * Where kernels run.
   *
   * @param target what the file system is called
   * @param kernelOptions of the kernels' main class
   * @param model see {@link Place}
   */
  Place place(String target, List<String> kernelOptions, Map<String, Double> model) {
    return new Place(
        List.of("--cluster", state(), "--io", given.io),
        kernelOptions,
        work,
        tier,
        TARGET,
        Environment.of(
            home, given.io, tier.startsWith(NODE_LOCAL) ? tier.toString() : "shared", target),
        model);
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
  static void down(String... words) throws IOException, InterruptedException {
    try (Undo whole =
        new Undo(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))) {
      Script.run(whole, words);
    }
  }
}
