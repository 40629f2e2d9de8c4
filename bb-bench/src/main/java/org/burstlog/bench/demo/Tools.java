package org.burstlog.bench.demo;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.BurstlogException;

/**
 * The commands of this project that the demonstration uses.
 *
 * @param home the directory of the project
 */
record Tools(Path home) {
  /** What a command answered. */
  record Answer(int code, String text) {}

  static Tools find() throws BurstlogException {
    String home = System.getProperty("bb.home");
    if (home == null) {
      throw new BurstlogException("the demo needs the project around it; start it by './bb demo'");
    }
    return new Tools(Path.of(home).toAbsolutePath().normalize());
  }

  Path bb() {
    return home.resolve("bb");
  }

  /** The command that starts a program under mpirun, with the launcher's options. */
  List<String> run(int ranks, List<String> program, String... options) {
    List<String> command =
        new ArrayList<>(List.of(bb().toString(), "run", "-n", String.valueOf(ranks)));
    command.addAll(List.of(options));
    command.addAll(List.of("--class-path", System.getProperty("java.class.path"), "--"));
    command.addAll(program);
    return command;
  }

  List<String> pfs(Path state, String... words) {
    return emulator("pfs", state, words);
  }

  List<String> cluster(Path state, String... words) {
    return emulator("cluster", state, words);
  }

  private List<String> emulator(String name, Path state, String... words) {
    Path script = home.resolve("native").resolve(name).resolve(name);
    List<String> command = new ArrayList<>(List.of(script.toString(), "--state", state.toString()));
    command.addAll(List.of(words));
    return command;
  }

  /** Runs a command and returns what it printed. */
  static Answer ask(List<String> command) throws IOException {
    return ask(new ProcessBuilder(command));
  }

  /** Runs a command and returns what it printed. */
  static Answer ask(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(end(process), text.strip());
  }

  /** Waits for the end of a process, and returns its exit code. */
  static int end(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + process.info());
    }
  }

  /** Runs a command that has to succeed. */
  static String must(List<String> command) throws IOException {
    Answer answer = ask(command);
    if (answer.code() != 0) {
      throw new BurstlogException(
          "'" + String.join(" ", command) + "' ended with " + answer.code() + ": " + answer.text());
    }
    return answer.text();
  }
}
