package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.MpiRun.Result;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that have started MPI for one thread, and do not wait for drains. */
class FunneledTest {
  @TempDir Path directory;

  @BeforeEach
  void installed() {
    MpiRun.assumeInstalled();
  }

  private Result run(int ranks, String io, String what, boolean oneWay, String... more)
      throws Exception {
    Path tier = Files.createDirectory(directory.resolve("tier"));
    List<String> all =
        new ArrayList<>(List.of(what, directory.resolve("out.bin") + "", tier + "", oneWay + ""));
    all.addAll(List.of(more));
    return MpiRun.ranks(ranks).io(io).start(FunneledProgram.class, all.toArray(String[]::new));
  }

  @ParameterizedTest(name = "{0} ranks, {1}, MPI-IO alone {2}")
  @CsvSource({"1,romio,true", "2,romio,false", "4,romio,true", "4,romio,false", "3,ompio,true"})
  void randomProgramsLeaveTheFileOfTheOracle(int ranks, String io, boolean oneWay)
      throws Exception {
    long seed = new SplittableRandom().nextLong();
    Result result = run(ranks, io, "random", oneWay, "" + seed, "" + Effort.of(3, 100));
    assertThat(result.status()).as("seed " + seed + "\n" + result.output()).isZero();
  }

  @ParameterizedTest(name = "MPI-IO alone {0}")
  @CsvSource({"true", "false"})
  void processesThatMakeNoCallKeepNobodyWaiting(boolean oneWay) throws Exception {
    Result result = run(4, "romio", "silent", oneWay);
    assertThat(result.status()).as(result.output()).isZero();
  }

  @ParameterizedTest(name = "MPI-IO alone {0}")
  @CsvSource({"true", "false"})
  void aProcessThatWaitsForADrainIsServedByThoseThatWaitForIt(boolean oneWay) throws Exception {
    Result result = run(3, "romio", "served", oneWay);
    assertThat(result.status()).as(result.output()).isZero();
  }

  @Test
  void aFailureIsToldToAllAndTheNextDrainTriesAgain() throws Exception {
    Result result = run(3, "romio", "failure", true);
    assertThat(result.status()).as(result.output()).isZero();
  }
}
