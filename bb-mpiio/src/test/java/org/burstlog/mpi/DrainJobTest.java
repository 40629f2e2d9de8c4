package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.burstlog.drain.RandomProgram;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.MpiRun.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainJobTest {
  private static final Path NATIVE =
      Path.of(System.getProperty("bb.home", "..")).resolve("native").toAbsolutePath().normalize();

  @TempDir Path directory;

  private Path tier;
  private Path target;

  @BeforeEach
  void prepare() throws IOException {
    MpiRun.assumeInstalled();
    tier = Files.createDirectory(directory.resolve("tier"));
    target = directory.resolve("out.bin");
  }

  private static Result run(MpiRun job, Path target, Path tier, String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of(target.toString(), tier.toString()));
    all.addAll(List.of(args));
    return job.start(DrainProgram.class, all.toArray(new String[0]));
  }

  private List<Path> logs() throws IOException {
    try (Stream<Path> all = Files.walk(tier)) {
      return all.filter(f -> f.toString().endsWith(".meta")).toList();
    }
  }

  @ParameterizedTest(name = "{0} ranks, {1}")
  @CsvSource({"1,romio", "2,romio", "3,romio", "4,romio", "8,romio", "3,ompio"})
  void randomProgramsLeaveTheFileOfTheOracle(int ranks, String io) throws Exception {
    long seed = new SplittableRandom().nextLong();
    Result result = run(MpiRun.ranks(ranks).io(io), target, tier, "random", "" + seed, "3");
    assertThat(result.status()).as("seed " + seed + "\n" + result.output()).isZero();
    assertThat(logs()).isEmpty();
  }

  @Nested
  class WhenTheTargetFails {
    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({
      "romio,collective",
      "romio,independent",
      "romio,exchange",
      "ompio,collective",
      "ompio,independent",
      "ompio,exchange"
    })
    void aFullFileSystemIsToldToAllAndWithSpaceARetryFinishes(String io, String strategy)
        throws Exception {
      try (FullFileSystem full = FullFileSystem.mount()) {
        Path small = Files.createFile(full.directory().resolve("out.bin"));
        Path ballast = full.directory().resolve("ballast");
        Files.write(ballast, new byte[3 << 20]);
        Result result =
            run(
                MpiRun.ranks(3).io(io),
                small,
                tier,
                "failure",
                strategy,
                "node",
                "rm",
                ballast + "");
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(logs()).isEmpty();
      }
    }

    @ParameterizedTest
    @CsvSource({"collective", "independent", "exchange"})
    void anErrorOfTheParallelFileSystemIsToldToAllAndWithoutItARetryFinishes(String strategy)
        throws Exception {
      Path pfs = NATIVE.resolve("pfs").resolve("pfs");
      Path state = Files.createTempDirectory(Path.of("/var/tmp"), "burstlog-drain-test");
      Path mounted = Files.createDirectory(directory.resolve("pfs"));
      List<String> command = List.of(pfs.toString(), "--state", state.toString());
      assumeTrue(
          execute(command, "check") == 0 && execute(command, "mount", mounted.toString()) == 0,
          "the emulated parallel file system cannot be mounted here");
      try {
        Path remote = Files.createFile(mounted.resolve("out.bin"));
        assertThat(execute(command, "set", "cost=off", "eio_after_writes=20")).isZero();
        Result result =
            run(
                MpiRun.ranks(3).io("romio"),
                remote,
                tier,
                Stream.concat(
                        Stream.of("failure", strategy, "process"),
                        Stream.concat(command.stream(), Stream.of("set", "eio_after_writes=off")))
                    .toArray(String[]::new));
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(logs()).isEmpty();
      } finally {
        execute(command, "down", "--data");
        execute(List.of("rm", "-rf"), state.toString());
      }
    }
  }

  @Nested
  class WhenARankGoes {
    @Test
    void anExceptionBetweenTwoPutsEndsTheJobAndKeepsTheLogs() throws Exception {
      Result result = run(MpiRun.ranks(3).io("romio"), target, tier, "throws");
      // 124 and 137 would be the watchdog's.
      assertThat(result.status()).as(result.output()).isNotIn(0, 124, 137);
      assertThat(result.output()).contains("thrown between two puts");
      assertThat(logs()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"collective", "independent", "exchange"})
    void afterAKillInTheMiddleOfADrainTheLogsReplayToTheFile(String strategy) throws Exception {
      long seed = new SplittableRandom().nextLong();
      // A program that is over before its third write would prove nothing.
      while (new RandomProgram(seed, 3, 40).expected().length < 30_000) {
        seed++;
      }
      Result result =
          run(MpiRun.ranks(3).io("romio"), target, tier, "killed", "" + seed, strategy, "0");
      assertThat(result.status()).as(result.output()).isNotIn(0, 124);
      assertThat(result.output()).doesNotContain("still alive");
      LogReplay.Result replay = LogReplay.of(tier, Files.readAllBytes(target));
      assertThat(replay.records()).isPositive();
      assertThat(replay.content()).isEqualTo(new RandomProgram(seed, 3, 40).expected());
    }
  }

  @Nested
  class OnSeveralNodes {
    @Test
    void randomProgramsLeaveTheFileOfTheOracle() throws Exception {
      Path cluster = NATIVE.resolve("cluster").resolve("cluster");
      Path state = Files.createTempDirectory(Path.of("/var/tmp"), "burstlog-drain-test");
      List<String> command = List.of(cluster.toString(), "--state", state.toString());
      assumeTrue(execute(command, "check", "mpi") == 0, "no nodes can be made here");
      assertThat(execute(command, "up", "4")).isZero();
      try {
        long seed = new SplittableRandom().nextLong();
        List<String> job = new ArrayList<>(List.of("timeout", "-k", "2", "170"));
        job.addAll(command);
        job.addAll(List.of("mpirun", "-n", "8", "--hosts", "n1:2,n2:2,n3:2,n4:2"));
        job.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-ea", "-Xmx256m"));
        job.addAll(List.of("-cp", System.getProperty("java.class.path")));
        job.addAll(List.of(DrainProgram.class.getName(), "/mnt/pfs/out.bin", "/mnt/ssd"));
        job.addAll(List.of("random", "" + seed, "1"));
        ProcessBuilder builder = new ProcessBuilder(job).redirectErrorStream(true);
        builder.environment().put("OMPI_MCA_io", "romio321");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("seed " + seed + "\n" + output).isZero();
      } finally {
        execute(command, "down");
        execute(List.of("rm", "-rf"), state.toString());
      }
    }
  }

  private static int execute(List<String> command, String... more) throws Exception {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(more));
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }
}
