package org.burstlog.bench.run;

import org.burstlog.group.RankProgram;
import org.burstlog.mpi.MpiHints;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.mpi.testing.RankRunner;
import org.burstlog.target.TargetSystem;

/** The programme as every rank runs it. */
class KernelRanks extends KernelContract {
  @Override
  void run(RankProgram program) throws Exception {
    RankRunner.run(program);
  }

  @Override
  TargetSystem targets() {
    return MpiTarget.system(MpiHints.none());
  }
}
