package org.burstlog.netcdf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.NcType;
import ucar.ma2.ArrayDouble;
import ucar.ma2.DataType;
import ucar.nc2.NetcdfFileWriter;
import ucar.nc2.Variable;

/**
 * One process that writes small subarrays, by this library and by NetCDF-Java, in turns; a program,
 * not a test. See the section "netCDF" of docs/benchmarks.md for how it is run.
 */
final class SmallPuts {
  private static final int ROWS = 2048;
  private static final int COLUMNS = 2048;

  private SmallPuts() {}

  /** What one of the two libraries does with blocks in some order. */
  private interface Writer {
    void write(Path path, List<int[]> blocks, int height, int width) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    int times = Integer.parseInt(args[1]);
    // Twice, because the first time is for the compiler.
    for (int round = 0; round < 2; round++) {
      compare(directory, "rows of 64 doubles in order", 1, 64, false, times);
      compare(directory, "rows of 64 doubles at random", 1, 64, true, times);
      compare(directory, "blocks of 8 x 8 in order", 8, 8, false, times);
      compare(directory, "blocks of 8 x 8 at random", 8, 8, true, times);
    }
  }

  private static void compare(
      Path directory, String name, int height, int width, boolean random, int times)
      throws Exception {
    List<int[]> blocks = new ArrayList<>();
    for (int y = 0; y < ROWS; y += height) {
      for (int x = 0; x < COLUMNS; x += width) {
        blocks.add(new int[] {y, x});
      }
    }
    if (random) {
      Collections.shuffle(blocks, new Random(1));
    }
    Path ours = directory.resolve("ours.nc");
    Path theirs = directory.resolve("theirs.nc");
    double[][] micros = new double[3][times];
    for (int i = -2; i < times; i++) {
      double a = time(SmallPuts::put, ours, blocks, height, width);
      double b = time(SmallPuts::putNonblocking, ours, blocks, height, width);
      double c = time(SmallPuts::netcdfJava, theirs, blocks, height, width);
      if (i >= 0) {
        micros[0][i] = a;
        micros[1][i] = b;
        micros[2][i] = c;
      }
    }
    for (double[] each : micros) {
      Arrays.sort(each);
    }
    Files.writeString(
        Path.of("/dev/stdout"),
        String.format(
            Locale.ROOT,
            "%s: put %.2f, nonblocking %.2f, NetCDF-Java %.2f us a block (best);"
                + " ratios %.1f and %.1f; medians %.2f %.2f %.2f%n",
            name,
            micros[0][0],
            micros[1][0],
            micros[2][0],
            micros[2][0] / micros[0][0],
            micros[2][0] / micros[1][0],
            micros[0][times / 2],
            micros[1][times / 2],
            micros[2][times / 2]),
        StandardOpenOption.APPEND);
    Files.delete(ours);
    Files.delete(theirs);
  }

  private static double time(Writer writer, Path path, List<int[]> blocks, int height, int width)
      throws Exception {
    long begin = System.nanoTime();
    writer.write(path, blocks, height, width);
    return (System.nanoTime() - begin) / 1e3 / blocks.size();
  }

  private static void put(Path path, List<int[]> blocks, int height, int width) throws Exception {
    try (NcFile file = NcFile.create(path)) {
      NcVariable v = define(file);
      double[] values = new double[height * width];
      Region region = new Region(2);
      for (int[] block : blocks) {
        values[0] = block[0];
        v.put(region.set(0, block[0], height, 1).set(1, block[1], width, 1), values);
      }
    }
  }

  private static void putNonblocking(Path path, List<int[]> blocks, int height, int width)
      throws Exception {
    try (NcFile file = NcFile.create(path)) {
      NcVariable v = define(file);
      double[] values = new double[height * width];
      Region region = new Region(2);
      for (int[] block : blocks) {
        values[0] = block[0];
        region.set(0, block[0], height, 1).set(1, block[1], width, 1);
        v.nonblocking().put(region, values);
      }
      file.await();
    }
  }

  private static NcVariable define(NcFile file) throws Exception {
    NcDimension y = file.defineDimension("y", ROWS);
    NcDimension x = file.defineDimension("x", COLUMNS);
    NcVariable v = file.defineVariable("v", NcType.DOUBLE, y, x);
    file.endDefine();
    return v;
  }

  private static void netcdfJava(Path path, List<int[]> blocks, int height, int width)
      throws Exception {
    NetcdfFileWriter writer =
        NetcdfFileWriter.createNew(NetcdfFileWriter.Version.netcdf3, path.toString());
    writer.setFill(false);
    writer.addDimension(null, "y", ROWS);
    writer.addDimension(null, "x", COLUMNS);
    Variable v = writer.addVariable(null, "v", DataType.DOUBLE, "y x");
    writer.create();
    ArrayDouble.D2 values = new ArrayDouble.D2(height, width);
    for (int[] block : blocks) {
      values.set(0, 0, block[0]);
      writer.write(v, block, values);
    }
    writer.close();
  }
}
