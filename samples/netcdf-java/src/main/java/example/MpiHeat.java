package example;

import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiTarget;

/** The same under mpirun. */
public final class MpiHeat {
  public static void main(String[] args) throws Exception {
    try (MpiGroup group = MpiGroup.world()) {
      SharedHeat.write(group, MpiTarget.system(), args);
    }
  }
}
