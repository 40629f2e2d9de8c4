package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import mpi.Intracomm;
import mpi.MPI;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ProcessGroupContract;
import org.burstlog.group.RankProgram;
import org.burstlog.mpi.testing.RankRunner;
import org.junit.jupiter.api.Test;

class MpiGroupRanks extends ProcessGroupContract {
  @Override
  protected void run(RankProgram program) throws Exception {
    RankRunner.run(program);
  }

  @Test
  void membersAreThoseOfAnyGroupOfTheSameProcessesInTheSameOrder() throws Exception {
    run(
        group -> {
          Intracomm turned = MPI.COMM_WORLD.split(0, -MPI.COMM_WORLD.getRank());
          Intracomm alone = MPI.COMM_WORLD.split(MPI.COMM_WORLD.getRank(), 0);
          try (ProcessGroup world = MpiGroup.of(MPI.COMM_WORLD);
              ProcessGroup again = MpiGroup.of(MPI.COMM_WORLD);
              ProcessGroup backwards = MpiGroup.of(turned);
              ProcessGroup own = MpiGroup.of(alone)) {
            assertThat(again.members()).isEqualTo(world.members());
            boolean one = world.size() == 1;
            assertThat(backwards.members().equals(world.members())).isEqualTo(one);
            assertThat(own.members().equals(world.members())).isEqualTo(one);
          }
          turned.free();
          alone.free();
        });
  }
}
