package org.burstlog.mpi;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.mpi.testing.RankRunner;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.burstlog.target.TargetFileContract;

/** The contract with a limit on a call so small that every round takes several. */
class SmallCallsRanks extends TargetFileContract {
  @Override
  protected void run(RankProgram program) throws Exception {
    RankRunner.run(program);
  }

  @Override
  protected TargetFile open(ProcessGroup group, Path path, Mode mode) throws IOException {
    return MpiTarget.open(group, path, mode, MpiHints.parse("cb_nodes=2;no_such_hint=1"), 111);
  }
}
