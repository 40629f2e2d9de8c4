package org.burstlog.mpi;

import org.burstlog.group.ProcessGroupContract;
import org.burstlog.group.RankProgram;
import org.burstlog.mpi.testing.RankRunner;

class MpiGroupRanks extends ProcessGroupContract {
  @Override
  protected void run(RankProgram program) throws Exception {
    RankRunner.run(program);
  }
}
