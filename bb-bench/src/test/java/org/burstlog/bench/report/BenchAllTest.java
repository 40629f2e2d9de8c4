package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.cli.Main;
import org.burstlog.cli.Verb;
import org.burstlog.mpi.testing.MpiRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything once, with the real launcher. */
@Tag("slow")
class BenchAllTest {
  @Test
  void everyKernelRunsByEveryStrategyAndIsVerified(@TempDir Path directory) throws Exception {
    MpiRun.assumeInstalled();
    Path home = MpiRun.launcher().toAbsolutePath().resolveSibling(".");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Path json = directory.resolve("all.jsonl");
    System.setProperty("bb.launcher", MpiRun.launcher().toAbsolutePath().toString());
    System.setProperty("bb.home", home.toString());
    try {
      int code =
          Main.run(
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              "bench",
              "all",
              "--quick",
              "--np",
              "1",
              "--tier",
              directory.resolve("tier").toString(),
              "--target",
              directory.resolve("target").toString(),
              "--json",
              json.toString(),
              "--report",
              directory.resolve("report").toString());
      assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(Verb.OK);
    } finally {
      System.clearProperty("bb.launcher");
      System.clearProperty("bb.home");
    }
    List<Result> results = Result.read(json);
    assertThat(results).allMatch(Result::verified);
    assertThat(results.stream().map(Result::kernel).collect(Collectors.toSet()))
        .isEqualTo(Kernels.all().stream().map(Kernel::name).collect(Collectors.toSet()));
    assertThat(results).hasSize(Kernels.all().size() * Strategies.all().size());
    assertThat(directory.resolve("report/index.html")).isNotEmptyFile();
    assertThat(directory.resolve("tier")).isEmptyDirectory();
    assertThat(directory.resolve("target")).isEmptyDirectory();
  }
}
