package org.burstlog.mpi;

import java.util.stream.Stream;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.RankTests;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestFactory;

class MpiTargetTest {
  @Nested
  class WithRomio extends KeepsTheContract {
    WithRomio() {
      super("romio");
    }
  }

  @Nested
  class WithOmpio extends KeepsTheContract {
    WithOmpio() {
      super("ompio");
    }
  }

  abstract static class KeepsTheContract {
    private final String io;

    KeepsTheContract(String io) {
      this.io = io;
    }

    @TestFactory
    Stream<DynamicTest> onOneRank() throws Exception {
      return RankTests.of(MpiRun.ranks(1).io(io), MpiTargetRanks.class);
    }

    @TestFactory
    Stream<DynamicTest> onTwoRanks() throws Exception {
      return RankTests.of(MpiRun.ranks(2).io(io), MpiTargetRanks.class);
    }

    @TestFactory
    Stream<DynamicTest> onFourRanks() throws Exception {
      return RankTests.of(MpiRun.ranks(4).io(io), MpiTargetRanks.class);
    }
  }
}
