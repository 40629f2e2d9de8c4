package org.burstlog.mpi;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.burstlog.cli.Job;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetSystem;

/** The ranks of a job that was started by mpirun, for verbs that they can share. */
public final class MpiJob implements Job {
  /** What launchers tell the processes they start: mpirun, PMI's, and Slurm's srun with PMIx. */
  private static final List<String> SIZES =
      List.of("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS");

  /** Creates the job; MPI is not started before its group is asked for. */
  public MpiJob() {}

  @Override
  public boolean present() {
    Map<String, String> environment = System.getenv();
    return SIZES.stream()
        .map(name -> environment.getOrDefault(name, "1"))
        .anyMatch(size -> !size.equals("1"));
  }

  @Override
  public ProcessGroup group() throws IOException {
    return MpiGroup.world();
  }

  @Override
  public TargetSystem targets() {
    return MpiTarget.system();
  }
}
