package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.burstlog.mpi.testing.EmulatedFiles;
import org.burstlog.mpi.testing.EmulatedNodes;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.MpiRun.Result;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DrainJobTest {
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
    Result result =
        run(MpiRun.ranks(ranks).io(io), target, tier, "random", "" + seed, "" + Effort.of(3, 150));
    assertThat(result.status()).as("seed " + seed + "\n" + result.output()).isZero();
    assertThat(logs()).isEmpty();
  }

  @Test
  void settingsThatDifferAreToldToAll() throws Exception {
    Result result = run(MpiRun.ranks(3).io("romio"), target, tier, "differ");
    assertThat(result.status()).as(result.output()).isZero();
  }

  /** The MPI-IO, and the strategy. The short form has each of them once. */
  static List<Arguments> ways() {
    List<Arguments> some =
        List.of(
            Arguments.of("romio", "collective"),
            Arguments.of("romio", "exchange"),
            Arguments.of("ompio", "independent"));
    List<Arguments> others =
        List.of(
            Arguments.of("romio", "independent"),
            Arguments.of("ompio", "collective"),
            Arguments.of("ompio", "exchange"));
    return Stream.concat(some.stream(), Effort.isLong() ? others.stream() : Stream.of()).toList();
  }

  @Nested
  class WhenTheTargetFails {
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("org.burstlog.mpi.DrainJobTest#ways")
    @Retention(RetentionPolicy.RUNTIME)
    private @interface EachWay {}

    @EachWay
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
                "--mend",
                "rm",
                ballast + "");
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(logs()).isEmpty();
      }
    }

    @EachWay
    void aTargetMadeReadOnlyIsToldToAllAndOnceItIsNotARetryFinishes(String io, String strategy)
        throws Exception {
      Path file = Files.createFile(target);
      // Permissions would not do: they count when a file is opened.
      boolean can =
          execute(List.of("chattr", "+i", file.toString())) == 0
              && execute(List.of("chattr", "-i", file.toString())) == 0;
      assumeTrue(can, "a file here cannot be made read-only for who has it open");
      Result result =
          run(
              MpiRun.ranks(3).io(io),
              file,
              tier,
              breaks(
                  strategy,
                  List.of("chattr", "+i", file + ""),
                  List.of("chattr", "-i", file + "")));
      execute(List.of("chattr", "-i", file.toString()));
      assertThat(result.status()).as(result.output()).isZero();
      assertThat(logs()).isEmpty();
    }

    @EachWay
    void aTargetReplacedIsToldToAllAndWithTheOldOneARetryFinishes(String io, String strategy)
        throws Exception {
      Path file = Files.createFile(target);
      Path aside = directory.resolve("aside");
      String replace = "mv " + file + " " + aside + " && echo other > " + file;
      List<String> mend = List.of("mv", aside + "", file + "");
      String[] words = breaks(strategy, List.of("sh", "-c", replace), mend);
      List<String> all = new ArrayList<>(List.of(words));
      all.addAll(List.of("--told", "removed or replaced"));
      Result result = run(MpiRun.ranks(3).io(io), file, tier, all.toArray(new String[0]));
      assertThat(result.status()).as(result.output()).isZero();
      assertThat(logs()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"collective", "independent", "exchange"})
    void whenTheTargetIsRemovedTheLogsReplayToTheFile(String strategy) throws Exception {
      Result result = run(MpiRun.ranks(3).io("romio"), target, tier, "removed", strategy);
      // 124 and 137 would be the watchdog's.
      assertThat(result.status()).as(result.output()).isNotIn(0, 124, 137);
      assertThat(result.output()).contains("removed or replaced");
      byte[] expected = DrainProgram.expected(3);
      assertThat(LogReplay.of(tier, new byte[expected.length]).content()).isEqualTo(expected);
    }

    private static String[] breaks(String strategy, List<String> breaking, List<String> mending) {
      List<String> words = new ArrayList<>(List.of("failure", strategy, "node", "--break"));
      words.addAll(breaking);
      words.add("--mend");
      words.addAll(mending);
      return words.toArray(new String[0]);
    }

    @EachWay
    void anErrorOfTheParallelFileSystemIsToldToAllAndWithoutItARetryFinishes(
        String io, String strategy) throws Exception {
      try (EmulatedFiles files = EmulatedFiles.mount()) {
        Path remote = Files.createFile(files.directory().resolve("out.bin"));
        files.set("eio_after_writes=20");
        List<String> words = new ArrayList<>(List.of("failure", strategy, "process", "--mend"));
        words.addAll(files.command("set", "eio_after_writes=off"));
        Result result = run(MpiRun.ranks(3).io(io), remote, tier, words.toArray(String[]::new));
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(logs()).isEmpty();
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
      int ranks = 3;
      for (int kill = 0; kill < Effort.of(1, 40); kill++) {
        // Of a round, which is 16 KiB, each strategy gives every rank at least a part to write.
        int writes = new SplittableRandom().nextInt(8);
        Path own = Files.createDirectory(tier.resolve("" + kill));
        Files.deleteIfExists(target);
        Result result =
            run(MpiRun.ranks(ranks).io("romio"), target, own, "killed", strategy, "" + writes);
        assertThat(result.status()).as(result.output()).isNotIn(0, 124);
        assertThat(result.output()).doesNotContain("still alive");
        LogReplay.Result replay = LogReplay.of(own, Files.readAllBytes(target));
        assertThat(replay.records()).as("killed in write " + writes).isPositive();
        assertThat(replay.content())
            .as("killed in write " + writes)
            .isEqualTo(DrainProgram.expected(ranks));
      }
    }
  }

  @Nested
  class OnSeveralNodes {
    private Result run(EmulatedNodes nodes, String... args) throws Exception {
      List<String> all = new ArrayList<>(List.of("/mnt/pfs/out.bin", "/mnt/ssd"));
      all.addAll(List.of(args));
      return nodes.start(8, "n1:2,n2:2,n3:2,n4:2", DrainProgram.class, all.toArray(String[]::new));
    }

    @Test
    void randomProgramsLeaveTheFileOfTheOracle() throws Exception {
      long seed = new SplittableRandom().nextLong();
      try (EmulatedNodes nodes = EmulatedNodes.up(4)) {
        Result result = run(nodes, "random", "" + seed, "" + Effort.of(1, 50));
        assertThat(result.status()).as("seed " + seed + "\n" + result.output()).isZero();
      }
    }

    @ParameterizedTest
    @CsvSource({"size=4k, no-room", "ro, read-only"})
    void whatBecomesOfTheLogOfOneNodeBecomesOfAll(String how, String program) throws Exception {
      try (EmulatedNodes nodes = EmulatedNodes.up(4)) {
        Result mounted = nodes.shell("n2", "mount", "-t", "tmpfs", "-o", how, "none", "/mnt/ssd");
        assertThat(mounted.status()).as(mounted.output()).isZero();
        Result result = run(nodes, program);
        assertThat(result.status()).as(result.output()).isZero();
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
