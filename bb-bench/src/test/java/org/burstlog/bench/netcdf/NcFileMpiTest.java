package org.burstlog.bench.netcdf;

import java.util.stream.Stream;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.RankTests;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Files do on MPI what they do without. */
@Tag("slow")
class NcFileMpiTest {
  @TestFactory
  Stream<DynamicTest> onOneRank() throws Exception {
    return RankTests.of(MpiRun.ranks(1).io("romio"), NcFileRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onTwoRanks() throws Exception {
    return RankTests.of(MpiRun.ranks(2).io("romio"), NcFileRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onFourRanks() throws Exception {
    return RankTests.of(MpiRun.ranks(4).io("romio"), NcFileRanks.class);
  }

  @TestFactory
  Stream<DynamicTest> onThreeRanksWithOmpio() throws Exception {
    return RankTests.of(MpiRun.ranks(3).io("ompio"), NcFileRanks.class);
  }
}
