package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.cli.Main;
import org.burstlog.cli.Verb;
import org.burstlog.mpi.testing.MpiRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything once, with the real launcher. */
@Tag("slow")
class BenchAllTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Path launcher = MpiRun.launcher().toAbsolutePath().normalize();

  private int bench(String... args) {
    String before = System.setProperty("bb.launcher", launcher.toString());
    try {
      String[] words = Stream.concat(Stream.of("bench"), Stream.of(args)).toArray(String[]::new);
      return Main.run(
          new PrintStream(out, true, StandardCharsets.UTF_8),
          new PrintStream(err, true, StandardCharsets.UTF_8),
          words);
    } finally {
      if (before == null) {
        System.clearProperty("bb.launcher");
      } else {
        System.setProperty("bb.launcher", before);
      }
    }
  }

  @Test
  void everyKernelRunsByEveryStrategyAndIsVerified(@TempDir Path directory) throws Exception {
    MpiRun.assumeInstalled();
    Path json = directory.resolve("all.jsonl");
    int code =
        bench(
            "all",
            "--quick",
            "--np",
            "1",
            "--warm-up",
            "1",
            "--set",
            "compute=1ms",
            "--tier",
            directory.resolve("tier").toString(),
            "--target",
            directory.resolve("target").toString(),
            "--json",
            json.toString(),
            "--report",
            directory.resolve("report").toString());
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(Verb.OK);
    List<Result> results = Result.read(json);
    assertThat(results).allMatch(Result::verified);
    assertThat(results.stream().map(Result::kernel).collect(Collectors.toSet()))
        .isEqualTo(Kernels.all().stream().map(Kernel::name).collect(Collectors.toSet()));
    int ways = Kernels.all().stream().mapToInt(kernel -> kernel.strategies().size()).sum();
    assertThat(results).hasSize(2 * ways);
    assertThat(directory.resolve("report/index.html")).isNotEmptyFile();
    assertThat(directory.resolve("tier")).isEmptyDirectory();
    assertThat(directory.resolve("target")).isEmptyDirectory();
  }

  @Test
  void theEmulatedFileSystemCountsWhatARunAsks(@TempDir Path directory) throws Exception {
    MpiRun.assumeInstalled();
    for (String[] check : new String[][] {{"cluster", "check", "mpi"}, {"pfs", "check"}}) {
      List<String> command = new ArrayList<>(List.of(check));
      command.set(0, launcher.resolveSibling("native/" + check[0] + "/" + check[0]).toString());
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assumeTrue(process.waitFor() == 0, said);
    }
    Path json = directory.resolve("pfs.jsonl");
    int code =
        bench(
            "ior",
            "--quick",
            "--warm-up",
            "1",
            "--np",
            "2",
            "--strategies",
            "direct,process",
            "--pfs",
            "emulated:nodes=2,cost=off",
            "--json",
            json.toString());
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(Verb.OK);
    List<Result> results = Result.read(json);
    assertThat(results).hasSize(4).allMatch(Result::verified);
    for (Result result : results) {
      assertThat(result.pfsCount("write_bytes")).isGreaterThanOrEqualTo(result.bytes());
      assertThat(result.pfsCount("write_requests")).isPositive();
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("revocations");
  }
}
