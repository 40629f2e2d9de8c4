package org.burstlog.bench.netcdf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;

/**
 * How the cost of definitions grows with the number of variables: define with two attributes each,
 * end define mode, open and look each one up, define one more.
 *
 * <pre>{@code
 * java -cp 'target/lib/*' org.burstlog.bench.netcdf.ManyVariables /dev/shm
 * }</pre>
 */
public final class ManyVariables {
  private ManyVariables() {}

  /**
   * Measures.
   *
   * @param args the directory to write in
   * @throws IOException when a file cannot be written
   */
  public static void main(String[] args) throws IOException {
    Path path = Path.of(args[0], "many.nc");
    Output out = new Output();
    out.line("variables | define | end | open and find | redefine (us a variable)");
    for (int i = 0; i < 10; i++) {
      measure(path, 10_000);
    }
    for (int count = 1250; count <= 40_000; count *= 2) {
      double[][] runs = new double[4][7];
      for (int run = 0; run < 7; run++) {
        double[] times = measure(path, count);
        for (int k = 0; k < times.length; k++) {
          runs[k][run] = times[k] / count / 1e3;
        }
      }
      out.line(
          "%d | %.2f | %.2f | %.2f | %.2f",
          count,
          Output.best(runs[0]),
          Output.best(runs[1]),
          Output.best(runs[2]),
          Output.best(runs[3]));
    }
    Files.delete(path);
  }

  private static double[] measure(Path path, int count) throws IOException {
    long begin = System.nanoTime();
    long defined;
    long ended;
    try (NcFile file = NcFile.create(path)) {
      NcDimension x = file.defineDimension("x", 2);
      for (int i = 0; i < count; i++) {
        NcVariable v = file.defineVariable("variable" + i, NcType.INT, x);
        v.attributes().put("units", "m").put("scale", 1.5);
      }
      defined = System.nanoTime();
      file.endDefine();
      ended = System.nanoTime();
    }
    long open = System.nanoTime();
    try (NcFile file = NcFile.open(path, NcOptions.defaults())) {
      for (int i = 0; i < count; i++) {
        file.variable("variable" + i).attributes().get("scale");
      }
      long found = System.nanoTime();
      file.redefine();
      file.defineVariable("more", NcType.INT);
      file.endDefine();
      long end = System.nanoTime();
      return new double[] {defined - begin, ended - defined, found - open, end - found};
    }
  }
}
