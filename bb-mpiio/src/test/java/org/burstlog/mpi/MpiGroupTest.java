package org.burstlog.mpi;

import java.util.stream.Stream;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.RankTests;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class MpiGroupTest {
  @TestFactory
  Stream<DynamicTest> keepsTheContractOnOneRank() throws Exception {
    return RankTests.of(MpiRun.ranks(1), MpiGroupRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> keepsTheContractOnFourRanks() throws Exception {
    return RankTests.of(MpiRun.ranks(4), MpiGroupRanks.class);
  }
}
