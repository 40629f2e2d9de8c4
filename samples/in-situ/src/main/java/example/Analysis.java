package example;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcFollower;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;

/** Looks at each step of the simulation while it computes the next ones. */
public final class Analysis {
  private Analysis() {}

  /** Argument: the file, which the simulation may not have made yet. */
  public static void main(String[] args) throws IOException {
    try (NcFollower follower = NcFile.follow(Path.of(args[0]), NcOptions.defaults())) {
      while (follower.next()) {
        NcVariable heat = follower.file().variable("heat");
        long places = heat.shape()[1];
        Region step = Region.of(new long[] {follower.record(), 0}, new long[] {1, places});
        double[] rod = heat.getDoubles(step);
        long warm = Arrays.stream(rod).filter(t -> t > 1).count();
        double mean = Arrays.stream(rod).average().orElseThrow();
        System.out.println("step " + follower.record() + ": " + warm + " places are warm, " + mean);
      }
    }
  }
}
