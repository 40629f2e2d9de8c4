package org.burstlog.mpi.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The emulated parallel file system without its costs, mounted once: it counts, and it fails. */
public final class EmulatedFiles implements AutoCloseable {
  private static final Path PFS =
      Path.of(System.getProperty("bb.home", ".."))
          .resolve("native/pfs/pfs")
          .toAbsolutePath()
          .normalize();

  private final Path state;
  private final Path directory;

  private EmulatedFiles(Path state, Path directory) {
    this.state = state;
    this.directory = directory;
  }

  /**
   * Mounts it, or skips the calling test.
   *
   * @return what takes it down again
   * @throws IOException when its directories cannot be made
   * @throws InterruptedException when this thread is interrupted
   */
  public static EmulatedFiles mount() throws IOException, InterruptedException {
    Path state = Files.createTempDirectory(Path.of("/var/tmp"), "burstlog-pfs-test");
    Path directory = Files.createDirectory(state.resolve("mounted"));
    EmulatedFiles files = new EmulatedFiles(state, directory);
    if (files.run("check") != 0 || files.run("mount", directory.toString()) != 0) {
      files.close();
      assumeTrue(false, "the emulated parallel file system cannot be mounted here");
    }
    files.set("cost=off");
    return files;
  }

  /**
   * Returns where it is mounted.
   *
   * @return an empty directory at first
   */
  public Path directory() {
    return directory;
  }

  /**
   * Returns a command line that speaks to it.
   *
   * @param words one of its verbs and what follows
   * @return the words of the command
   */
  public List<String> command(String... words) {
    List<String> command = new ArrayList<>(List.of(PFS.toString(), "--state", state.toString()));
    command.addAll(List.of(words));
    return command;
  }

  /**
   * Sets a parameter.
   *
   * @param parameter such as eio_after_writes=20
   * @throws IOException when there is none of that name
   * @throws InterruptedException when this thread is interrupted
   */
  public void set(String parameter) throws IOException, InterruptedException {
    if (run("set", parameter) != 0) {
      throw new IOException("the emulated file system does not take " + parameter);
    }
  }

  /**
   * Returns what was asked of it since it was mounted.
   *
   * @return by the names of its counters
   * @throws IOException when it cannot be asked
   * @throws InterruptedException when this thread is interrupted
   */
  public Map<String, Long> counters() throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command("counters")).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    Map<String, Long> counters = new LinkedHashMap<>();
    text.lines()
        .map(line -> line.split(" ", 2))
        .forEach(pair -> counters.put(pair[0], Long.valueOf(pair[1].strip())));
    return counters;
  }

  private int run(String... words) throws IOException, InterruptedException {
    return execute(command(words));
  }

  private static int execute(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }

  @Override
  public void close() throws IOException {
    try {
      run("down", "--data");
      execute(List.of("rm", "-rf", state.toString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
