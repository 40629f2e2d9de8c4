package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.RankTests;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class MpiIoTest {
  @TestFactory
  Stream<DynamicTest> onOneRankWithRomio() throws Exception {
    return RankTests.of(
        MpiRun.ranks(1).io("romio").jvm("-XX:MaxDirectMemorySize=2g"), MpiIoRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onThreeRanksWithRomio() throws Exception {
    return onFullFileSystem(MpiRun.ranks(3).io("romio"));
  }

  @TestFactory
  Stream<DynamicTest> onThreeRanksWithOmpio() throws Exception {
    return onFullFileSystem(MpiRun.ranks(3).io("ompio"));
  }

  @TestFactory
  Stream<DynamicTest> keepsTheContractInManyCallsWithRomio() throws Exception {
    return RankTests.of(MpiRun.ranks(3).io("romio"), SmallCallsRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> keepsTheContractInManyCallsWithOmpio() throws Exception {
    return RankTests.of(MpiRun.ranks(3).io("ompio"), SmallCallsRanks.class);
  }

  @Test
  void hintsReachOmpioAndStripesAreWhatItReports() throws Exception {
    MpiRun.assumeInstalled();
    MpiRun.Result result = MpiRun.ranks(2).io("ompio").start(HintsProgram.class);
    assertThat(result.status()).as(result.output()).isZero();
  }

  @Test
  void hintsReachRomioAndStripesAreWhatItReports() throws Exception {
    MpiRun.assumeInstalled();
    // ROMIO prints what it made of its hints, when asked by this variable.
    MpiRun.Result result =
        MpiRun.ranks(2).io("romio").env("ROMIO_PRINT_HINTS", "1").start(HintsProgram.class);
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.output())
        .containsPattern("cb_buffer_size +value = 4194304")
        .containsPattern("romio_ds_write +value = disable");
  }

  private static Stream<DynamicTest> onFullFileSystem(MpiRun job) throws Exception {
    MpiRun.assumeInstalled();
    try (FullFileSystem full = FullFileSystem.mount()) {
      return RankTests.of(job.jvm("-Dfull.directory=" + full.directory()), MpiIoRanks.class);
    }
  }
}
