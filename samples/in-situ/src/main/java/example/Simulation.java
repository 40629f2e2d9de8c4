package example;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;

/** Heat that spreads along a rod. Each step is a record of the file. */
public final class Simulation {
  private static final int PLACES = 1000;

  private Simulation() {}

  /** Arguments: the file, and how many steps to compute. */
  public static void main(String[] args) throws IOException {
    int steps = Integer.parseInt(args[1]);
    try (NcFile file = NcFile.create(Path.of(args[0]))) {
      NcDimension time = file.defineUnlimited("time");
      NcDimension place = file.defineDimension("place", PLACES);
      NcVariable heat = file.defineVariable("heat", NcType.DOUBLE, time, place);
      file.endDefine();

      double[] rod = new double[PLACES];
      Arrays.fill(rod, 0, PLACES / 2, 100);
      for (int step = 0; step < steps; step++) {
        heat.put(Region.of(new long[] {step, 0}, new long[] {1, PLACES}), rod);
        // The step is complete: whoever follows the file gets it now.
        file.flush();
        rod = next(rod);
      }
    }
  }

  private static double[] next(double[] rod) {
    double[] next = rod.clone();
    for (int i = 1; i < rod.length - 1; i++) {
      next[i] += 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1]);
    }
    return next;
  }
}
