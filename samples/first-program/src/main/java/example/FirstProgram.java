package example;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;

/** A temperature, hour by hour; each rank writes its 100 places. */
public final class FirstProgram {
  private FirstProgram() {}

  public static void main(String[] args) throws IOException {
    int places = 100;
    try (MpiGroup group = MpiGroup.world()) {
      NcOptions parallel =
          NcOptions.defaults().group(group).target(MpiTarget.system());
      try (NcFile file = NcFile.create(Path.of(args[0]), parallel)) {
        NcDimension time = file.defineUnlimited("time");
        NcDimension place = file.defineDimension("place", (long) places * group.size());
        NcVariable temperature = file.defineVariable("temperature", NcType.DOUBLE, time, place);
        temperature.attributes().put("units", "K");
        file.endDefine();

        double[] values = new double[places];
        long first = (long) places * group.rank();
        for (int hour = 0; hour < 24; hour++) {
          Arrays.fill(values, 280 + hour + 0.01 * group.rank());
          temperature.put(Region.of(new long[] {hour, first}, new long[] {1, places}), values);
        }
      }
    }
  }
}
