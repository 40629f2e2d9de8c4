package org.burstlog.bench.netcdf;

import java.nio.file.Path;
import java.util.Arrays;
import mpi.MPI;
import org.burstlog.array.Region;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;

/** A simulation that starts MPI itself and puts columns of eight values, those of ranks in turn. */
final class OwnStartProgram {
  private static final int ROWS = 1024;
  private static final int COLUMNS = 8;

  private OwnStartProgram() {}

  /**
   * Runs in every rank.
   *
   * @param args the file
   */
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    try (MpiGroup group = MpiGroup.world()) {
      NcOptions options = NcOptions.defaults().group(group).target(MpiTarget.system());
      Region mine =
          Region.of(new long[] {0, (long) COLUMNS * group.rank()}, new long[] {ROWS, COLUMNS});
      double[] values = new double[ROWS * COLUMNS];
      Arrays.setAll(values, i -> group.rank() * 1e6 + i);
      Path path = Path.of(args[0]);
      try (NcFile file = NcFile.create(path, options)) {
        NcDimension y = file.defineDimension("y", ROWS);
        NcDimension x = file.defineDimension("x", (long) COLUMNS * group.size());
        NcVariable u = file.defineVariable("u", NcType.DOUBLE, y, x);
        file.endDefine();
        u.collective().put(mine, values);
      }
    }
    MPI.Finalize();
  }
}
