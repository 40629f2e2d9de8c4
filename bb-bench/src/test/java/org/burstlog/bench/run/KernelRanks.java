package org.burstlog.bench.run;

import java.util.List;
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

  /** What verifies knows nothing of MPI; with threads it is tried on all. */
  @Override
  List<String> kernels() {
    return List.of("ior segments=3 block=1KiB transfer=512", "madbench order=17 bins=4");
  }

  @Override
  TargetSystem targets() {
    return MpiTarget.system(MpiHints.none());
  }
}
