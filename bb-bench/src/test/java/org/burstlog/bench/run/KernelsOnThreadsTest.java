package org.burstlog.bench.run;

import org.burstlog.group.RankProgram;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetSystem;
import org.junit.jupiter.api.Nested;

/** Kernels and strategies without MPI. */
class KernelsOnThreadsTest {
  private abstract static class OnThreads extends KernelContract {
    @Override
    TargetSystem targets() {
      return PlainTarget.SYSTEM;
    }
  }

  @Nested
  class OneProcess extends OnThreads {
    @Override
    void run(RankProgram program) throws Exception {
      try (SoloGroup group = new SoloGroup()) {
        program.run(group);
      }
    }
  }

  @Nested
  class TwoThreads extends OnThreads {
    @Override
    void run(RankProgram program) throws Exception {
      ThreadedGroup.run(2, program);
    }
  }

  @Nested
  class FourThreadsOnTwoNodes extends OnThreads {
    @Override
    void run(RankProgram program) throws Exception {
      ThreadedGroup.run(4, 2, program);
    }
  }

  @Nested
  class BtioOnNineThreads extends BtioContract {
    @Override
    TargetSystem targets() {
      return PlainTarget.SYSTEM;
    }

    @Override
    void run(RankProgram program) throws Exception {
      ThreadedGroup.run(9, program);
    }
  }
}
