package org.burstlog.bench.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.burstlog.BurstlogException;

/**
 * What both places have that are made of the emulated file system: its state directory, counters
 * and end.
 */
final class EmulatedFiles {
  private final Tools tools;
  private final Path state;
  private final boolean nodes;
  private final Thread last = new Thread(this::end);

  private EmulatedFiles(Tools tools, Path state, boolean nodes) {
    this.tools = tools;
    this.state = state;
    this.nodes = nodes;
    Runtime.getRuntime().addShutdownHook(last);
  }

  /** Makes a state directory where nodes see it too. */
  static EmulatedFiles begin(Tools tools, boolean nodes) throws IOException {
    check(tools, nodes);
    return new EmulatedFiles(
        tools, Files.createTempDirectory(Path.of("/var/tmp"), "burstlog-demo."), nodes);
  }

  Path state() {
    return state;
  }

  Path here(String name) {
    return state.resolve("pfs").resolve(name);
  }

  void reset() throws IOException {
    Tools.must(tools.pfs(state, "reset", "--cold"));
  }

  OptionalLong requests() throws IOException {
    return Tools.must(tools.pfs(state, "counters"))
        .lines()
        .filter(line -> line.startsWith("write_requests "))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
        .findFirst();
  }

  void close() throws IOException {
    Runtime.getRuntime().removeShutdownHook(last);
    Tools.must(tools.pfs(state, "down", "--data"));
    if (nodes) {
      Tools.must(tools.cluster(state, "down"));
    }
    Files.deleteIfExists(state);
  }

  /** The process is about to end, and nobody is left to be told. */
  private void end() {
    try {
      Tools.ask(tools.pfs(state, "down", "--data"));
      if (nodes) {
        Tools.ask(tools.cluster(state, "down"));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Says why it cannot be had here, if it cannot. */
  private static void check(Tools tools, boolean nodes) throws IOException {
    Path none = Path.of("/nonexistent/burstlog-demo");
    if (nodes) {
      require(Tools.ask(tools.cluster(none, "check", "mpi")), "nodes cannot be had here");
    }
    require(Tools.ask(tools.pfs(none, "check")), "no file system can be emulated here");
  }

  private static void require(Tools.Answer answer, String what) throws BurstlogException {
    if (answer.code() != 0) {
      throw new BurstlogException(what + ": " + answer.text());
    }
  }
}
