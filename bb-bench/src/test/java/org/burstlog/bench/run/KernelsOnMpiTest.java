package org.burstlog.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.RankTests;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Kernels and strategies under mpirun. */
@Tag("slow")
class KernelsOnMpiTest {
  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> onOneRank() throws Exception {
    return RankTests.of(MpiRun.ranks(1).io("romio"), KernelRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onTwoRanks() throws Exception {
    return RankTests.of(MpiRun.ranks(2).io("romio"), KernelRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onFourRanks() throws Exception {
    return RankTests.of(MpiRun.ranks(4).io("romio"), KernelRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> btioOnNineRanks() throws Exception {
    return RankTests.of(MpiRun.ranks(9).io("romio"), BtioRanks.class);
  }

  /** The others must not end the job before the first rank has spoken. */
  @Test
  void wrongArgumentsEndTheJobWithASentence() throws Exception {
    MpiRun.assumeInstalled();
    MpiRun.Result result =
        MpiRun.ranks(3)
            .io("romio")
            .start(
                KernelRun.class,
                "btio",
                "--strategies",
                "direct",
                "--target",
                directory.toString(),
                "--out",
                directory.resolve("out").toString());
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.output())
        .containsOnlyOnce("btio runs on a square number of ranks, and not on 3; start 1 or 4");
  }
}
