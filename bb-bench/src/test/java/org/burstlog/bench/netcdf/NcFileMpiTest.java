package org.burstlog.bench.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.RankTests;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Files do on MPI what they do without, with the burst buffer and without it. */
@Tag("slow")
class NcFileMpiTest {
  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> onOneRank() throws Exception {
    return RankTests.of(MpiRun.ranks(1).io("romio"), NcFileRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onFourRanks() throws Exception {
    return RankTests.of(MpiRun.ranks(4).io("romio"), NcFileRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onThreeRanksWithOmpio() throws Exception {
    return RankTests.of(MpiRun.ranks(3).io("ompio"), NcFileRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> wrongPutsOnFourRanks() throws Exception {
    return RankTests.of(MpiRun.ranks(4).io("romio"), WrongPutsRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> wrongPutsOnThreeRanksWithOmpio() throws Exception {
    return RankTests.of(MpiRun.ranks(3).io("ompio"), WrongPutsRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onTwoRanksWhereMpiTakesOneThreadOnly() throws Exception {
    return RankTests.of(oneThread(), OneThreadRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onTwoRanksWhereMpiTakesOneThreadOnlyWithABurstBuffer() throws Exception {
    Path tier = Files.createDirectories(directory.resolve("tier"));
    MpiRun job = oneThread().env("BURSTLOG", "on").env("BURSTLOG_TIER", tier.toString());
    return RankTests.of(job, OneThreadRanks.class);
  }

  private static MpiRun oneThread() {
    return MpiRun.ranks(2).io("romio").plainInit();
  }

  @TestFactory
  Stream<DynamicNode> withALogPerProcess() throws Exception {
    return withBuffer("process", Effort.isLong() ? List.of(1, 2, 3, 4) : List.of(3));
  }

  @TestFactory
  Stream<DynamicNode> withALogPerNode() throws Exception {
    return withBuffer("node", Effort.isLong() ? List.of(1, 2, 3, 4) : List.of(4));
  }

  /** The same programme, switched on by nothing but the environment. */
  private Stream<DynamicNode> withBuffer(String layout, List<Integer> sizes) throws Exception {
    List<DynamicNode> all = new ArrayList<>();
    for (int ranks : sizes) {
      Path tier = Files.createDirectories(directory.resolve(layout + ranks));
      MpiRun job =
          MpiRun.ranks(ranks)
              .io("romio")
              .env("BURSTLOG", "on")
              .env("BURSTLOG_TIER", tier.toString())
              .env("BURSTLOG_LOG_LAYOUT", layout)
              .env("BURSTLOG_LOG_CHUNK", "256KiB")
              .env("BURSTLOG_LOG_BLOCK", "64KiB")
              .env("BURSTLOG_DRAIN_BUFFER", "64KiB");
      Stream<DynamicTest> tests = RankTests.of(job, NcFileRanks.class);
      all.add(DynamicContainer.dynamicContainer(ranks + " ranks, log per " + layout, tests));
      all.add(DynamicTest.dynamicTest("went through " + tier, () -> assertUsed(tier)));
    }
    return all.stream();
  }

  /** Opening a session makes a directory for this user, which stays. */
  private static void assertUsed(Path tier) throws IOException {
    try (Stream<Path> users = Files.list(tier)) {
      assertThat(users).hasSize(1);
    }
  }
}
