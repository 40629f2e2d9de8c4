package org.burstlog.bench.run;

import org.burstlog.group.RankProgram;
import org.burstlog.mpi.MpiHints;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.mpi.testing.RankRunner;
import org.burstlog.target.TargetSystem;

/** BTIO as every rank runs it, for numbers of ranks that take too long for all kernels. */
class BtioRanks extends BtioContract {
  @Override
  void run(RankProgram program) throws Exception {
    RankRunner.run(program);
  }

  @Override
  TargetSystem targets() {
    return MpiTarget.system(MpiHints.none());
  }
}
