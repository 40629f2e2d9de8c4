package org.burstlog.bench.netcdf;

import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.cli.SuppressForbidden;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;

/** Writes a file as the environment says, and prints what each rank is told when it cannot. */
final class UnusableTierProgram {
  private static final long EACH = 1000;

  private UnusableTierProgram() {}

  /**
   * Writes it.
   *
   * @param args the file; then, for one rank only, the rank, the name of a setting's property, and
   *     its value
   */
  @SuppressForbidden("the test reads what a rank prints")
  public static void main(String[] args) throws Exception {
    try (MpiGroup group = MpiGroup.world()) {
      if (args.length > 1 && Integer.parseInt(args[1]) == group.rank()) {
        System.setProperty(args[2], args[3]);
      }
      NcOptions options = NcOptions.defaults().group(group).target(MpiTarget.system());
      try (NcFile file = NcFile.create(Path.of(args[0]), options)) {
        NcVariable v =
            file.defineVariable("v", NcType.INT, file.defineDimension("x", EACH * group.size()));
        file.endDefine();
        int[] values = new int[(int) EACH];
        Arrays.fill(values, group.rank() + 1);
        v.collective().put(Region.of(new long[] {EACH * group.rank()}, new long[] {EACH}), values);
      } catch (NcException e) {
        System.out.println("rank " + group.rank() + " is told " + e.getMessage());
      }
    }
  }
}
