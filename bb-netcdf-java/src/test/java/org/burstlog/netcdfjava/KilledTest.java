package org.burstlog.netcdfjava;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.burstlog.netcdfjava.programs.Simulation;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import ucar.nc2.NetcdfFile;

/** A program under the agent that is killed while it writes. */
class KilledTest {
  @TempDir Path directory;

  static IntStream seeds() {
    return IntStream.range(0, Effort.of(3, 60));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatWasWrittenIsRecovered(int seed) throws Exception {
    Random random = new Random(seed);
    int records = 20 + random.nextInt(300);
    int flushed = 1 + random.nextInt(400);
    Path file = directory.resolve("heights.nc");
    Path tier = Files.createDirectory(directory.resolve("tier"));
    Path errors = directory.resolve("errors");
    Process process =
        Jvm.buffered(tier)
            .with("-cp", Jvm.join(Jvm.netcdfJava()) + ":" + Jvm.place(Simulation.class))
            .start(
                Simulation.class.getName(),
                ProcessBuilder.Redirect.PIPE,
                errors,
                file,
                Integer.MAX_VALUE,
                flushed);
    // What is said last may be half a number, of a record that was written all the same.
    int acknowledged = 0;
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        acknowledged++;
        if (acknowledged == records) {
          // By its handle: the process itself would close what it has said.
          process.toHandle().destroyForcibly();
        }
      }
    }
    process.waitFor();
    assertThat(acknowledged).as(Files.readString(errors)).isGreaterThanOrEqualTo(records);

    recover(tier);

    try (NetcdfFile found = NetcdfFile.open(file.toString())) {
      int there = found.getUnlimitedDimension().getLength();
      assertThat(there).as("seed " + seed).isGreaterThanOrEqualTo(acknowledged);
      for (int record = 0; record < acknowledged; record++) {
        double[] expected = new double[Simulation.CELLS];
        for (int cell = 0; cell < expected.length; cell++) {
          expected[cell] = Simulation.value(record, cell);
        }
        int[] origin = {record, 0};
        int[] shape = {1, Simulation.CELLS};
        Object values = found.findVariable("height").read(origin, shape).getStorage();
        assertThat(values).as("record " + record + ", seed " + seed).isEqualTo(expected);
      }
    }
  }

  private static void recover(Path tier) throws Exception {
    Stream<Path> picocli = Stream.of(Jvm.place(picocli.CommandLine.class));
    String path = Jvm.join(Stream.concat(Jvm.burstlog().stream(), picocli).toList());
    Jvm.plain()
        .with("-cp", path)
        .command("org.burstlog.cli.Main", "recover", "--all", "--tier", tier)
        .well();
  }
}
