package org.burstlog.netcdf.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.crash.Board.Field;
import org.burstlog.storage.Pause;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kills a program that writes and one that reads the same file, each at random moments, and starts
 * them again. A seed tells all but the moment itself; {@code -Dburstlog-crash.seed=…} sets it.
 */
class ReadUnderFireTest {
  private static final int MOST_PUTS = 3000;
  private static final int MOST_LOOKS = 4;
  private static final long BETWEEN_LOOKS_AT_THE_BOARD = 1_000_000;

  @TempDir Path directory;
  private final List<Process> started = new ArrayList<>();
  private Board board;
  private List<String> writing = List.of();

  @BeforeEach
  void places() throws IOException {
    Files.createDirectory(directory.resolve("tier"));
    board = Board.open(directory);
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(Class<?> program, List<String> args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(List.of("-Xmx128m", "-ea", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(program.getName(), directory.toString()));
    command.addAll(args);
    Path said = directory.resolve("said" + started.size());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    started.add(process);
    return process;
  }

  private Process startWriter() throws IOException {
    board.set(Field.LIVES, board.get(Field.LIVES) + 1);
    return start(PuttingProgram.class, writing);
  }

  private Process startReader() throws IOException {
    return start(ReadingProgram.class, List.of());
  }

  private void kill(Process process) throws IOException, InterruptedException {
    process.destroyForcibly();
    if (process.waitFor() != 128 + 9) {
      throw ended(process);
    }
  }

  private AssertionError ended(Process process) throws IOException {
    Path said = directory.resolve("said" + started.indexOf(process));
    return new AssertionError("ended with " + process.exitValue() + "\n" + Files.readString(said));
  }

  /** Waits for something that the programs do, as long as those that are to live do. */
  private void await(BooleanSupplier happened, Process... alive) throws IOException {
    while (!happened.getAsBoolean()) {
      for (Process process : alive) {
        if (!process.isAlive()) {
          throw ended(process);
        }
      }
      Pause.nanos(BETWEEN_LOOKS_AT_THE_BOARD);
    }
  }

  private void awaitPuts(long more, Process... alive) throws IOException {
    long until = board.get(Field.ACKNOWLEDGED) + more;
    await(() -> board.get(Field.ACKNOWLEDGED) >= until, alive);
  }

  private void awaitLooks(long more, Process... alive) throws IOException {
    long until = board.get(Field.LOOKS) + more;
    await(() -> board.get(Field.LOOKS) >= until, alive);
  }

  private void awaitOpened(Process... alive) throws IOException {
    await(() -> board.get(Field.OPENED) == board.get(Field.LIVES), alive);
  }

  private void signal(String name, Process process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "foreground,mapped,process,16",
    "background,mapped,process,200",
    "foreground,written,process,20000",
    "background,written,process,20000",
    "foreground,mapped,node,500"
  })
  void whatIsReadWasPut(
      String mode, String access, String layout, String flushEvery, TestReporter reporter)
      throws Exception {
    long seed = Long.getLong("burstlog-crash.seed", new SecureRandom().nextInt());
    reporter.publishEntry("seed", Long.toString(seed));
    writing = List.of(mode, access, layout, flushEvery);
    try {
      live(new Random(seed), Effort.of(3, 60));
    } catch (AssertionError | Exception e) {
      throw new AssertionError(writing + ", seed " + seed, e);
    }
  }

  private void live(Random random, int kills) throws Exception {
    Process writer = startWriter();
    awaitOpened(writer);
    Process reader = startReader();
    awaitLooks(1, writer, reader);
    for (int kill = 0; kill < kills; kill++) {
      awaitLooks(1 + random.nextInt(MOST_LOOKS), writer, reader);
      awaitPuts(random.nextInt(MOST_PUTS), writer, reader);
      int victims = 1 + random.nextInt(3);
      if ((victims & 1) != 0) {
        kill(writer);
      }
      if ((victims & 2) != 0) {
        kill(reader);
        reader = startReader();
      }
      if ((victims & 1) != 0) {
        // What the dead one has left is read, too.
        awaitLooks(random.nextInt(MOST_LOOKS), reader);
        writer = startWriter();
        awaitOpened(writer, reader);
      }
    }
    // Nobody waits for one who reads.
    awaitLooks(1, writer, reader);
    signal("STOP", reader);
    awaitPuts(MOST_PUTS, writer);
    signal("CONT", reader);
    awaitLooks(2, writer, reader);
    board.set(Field.ENOUGH, 1);
    assertThat(writer.waitFor()).isZero();
    awaitLooks(2, reader);
    kill(reader);
    checkFile();
  }

  private void checkFile() throws IOException {
    try (NcFile file =
        NcFile.open(PuttingProgram.file(directory), NcOptions.defaults().readOnly())) {
      for (int rank = 0; rank < Board.RANKS; rank++) {
        long last = board.get(Field.ACKNOWLEDGED, rank);
        long record = (last - 1) % PuttingProgram.RECORDS;
        double[] values =
            file.variable("v")
                .getDoubles(
                    Region.of(
                        new long[] {record, (long) rank * PuttingProgram.COLUMNS},
                        new long[] {1, PuttingProgram.COLUMNS}));
        assertThat(values).containsOnly((double) last);
      }
    }
  }
}
