package org.burstlog.mpi.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.mpi.testing.MpiRun.Result;

/** Several nodes on this machine, each with storage of its own in {@code /mnt/ssd}. */
public final class EmulatedNodes implements AutoCloseable {
  private static final Path CLUSTER =
      Path.of(System.getProperty("bb.home", ".."))
          .resolve("native/cluster/cluster")
          .toAbsolutePath()
          .normalize();

  private final Path state;

  private EmulatedNodes(Path state) {
    this.state = state;
  }

  /**
   * Makes them, or skips the calling test.
   *
   * @param nodes how many, named n1, n2 and so on
   * @return what takes them down again
   * @throws IOException when they cannot be made although this machine has what it takes
   * @throws InterruptedException when this thread is interrupted
   */
  public static EmulatedNodes up(int nodes) throws IOException, InterruptedException {
    Path state = Files.createTempDirectory(Path.of("/var/tmp"), "burstlog-nodes-test");
    EmulatedNodes made = new EmulatedNodes(state);
    boolean can = made.run("check", "mpi").status() == 0;
    if (!can) {
      made.close();
    }
    assumeTrue(can, "no nodes can be made here");
    Result up = made.run("up", String.valueOf(nodes));
    if (up.status() != 0) {
      made.close();
      throw new IOException(up.output());
    }
    return made;
  }

  /**
   * Runs a main class in ranks on them, with ROMIO.
   *
   * @param ranks how many
   * @param hosts how many of them on which nodes, as n1:2,n2:2
   * @param main the class
   * @param args its arguments
   * @return how it ended
   * @throws IOException when it cannot be started
   * @throws InterruptedException when this thread is interrupted
   */
  public Result start(int ranks, String hosts, Class<?> main, String... args)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("mpirun", "-n", String.valueOf(ranks)));
    words.addAll(List.of("--hosts", hosts));
    words.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-ea", "-Xmx256m"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    words.addAll(List.of(args));
    return run(words.toArray(String[]::new));
  }

  /**
   * Runs a command of a shell on a node.
   *
   * @param node its name
   * @param words the command
   * @return how it ended
   * @throws IOException when it cannot be started
   * @throws InterruptedException when this thread is interrupted
   */
  public Result shell(String node, String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("sh", node));
    all.addAll(List.of(words));
    return run(all.toArray(String[]::new));
  }

  private Result run(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("timeout", "-k", "2", "1800"));
    command.addAll(List.of(CLUSTER.toString(), "--state", state.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("OMPI_MCA_io", "romio321");
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }

  @Override
  public void close() throws IOException {
    try {
      run("down");
      new ProcessBuilder("rm", "-rf", state.toString()).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
