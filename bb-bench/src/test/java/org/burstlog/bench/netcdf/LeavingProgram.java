package org.burstlog.bench.netcdf;

import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;

/** Ranks that put everything into their logs, and then all end without a word. */
final class LeavingProgram {
  static final int EACH = 1000;

  private LeavingProgram() {}

  /**
   * Runs in every rank.
   *
   * @param args the file and the tier
   */
  public static void main(String[] args) throws Exception {
    MpiGroup group = MpiGroup.world();
    Settings settings =
        Settings.builder().set(Settings.SWITCH, "on").set(Settings.TIER, args[1]).build();
    NcOptions options =
        NcOptions.defaults().group(group).target(MpiTarget.system()).settings(settings);
    NcFile file = NcFile.create(Path.of(args[0]), options);
    NcVariable v =
        file.defineVariable("v", NcType.INT, file.defineDimension("x", (long) EACH * group.size()));
    file.endDefine();
    v.put(Region.of(new long[] {(long) EACH * group.rank()}, new long[] {EACH}), values(group));
    group.barrier();
    Runtime.getRuntime().halt(9);
  }

  private static int[] values(MpiGroup group) {
    int[] values = new int[EACH];
    Arrays.fill(values, group.rank() + 1);
    return values;
  }
}
