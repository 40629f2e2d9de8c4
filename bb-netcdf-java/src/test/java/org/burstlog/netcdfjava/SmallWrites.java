package org.burstlog.netcdfjava;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import ucar.ma2.ArrayDouble;
import ucar.ma2.DataType;
import ucar.nc2.NetcdfFileWriter;
import ucar.nc2.Variable;

/**
 * One process that writes subarrays by NetCDF-Java, with the agent and without, and by this
 * library's put, in turns; a program, not a test. It runs under the agent, which leaves files to
 * NetCDF-Java while the burst buffer is switched off. See docs/benchmarks.md for how it is run.
 */
final class SmallWrites {
  private static final String SWITCH = "burstlog";

  private SmallWrites() {}

  /** What writes blocks in some order. */
  private interface Writer {
    void write(Path path, Pattern pattern, List<int[]> blocks) throws Exception;
  }

  /** Blocks of a table of doubles. */
  private record Pattern(
      String name, int side, int height, int width, boolean random, boolean records) {
    List<int[]> blocks() {
      List<int[]> blocks = new ArrayList<>();
      for (int y = 0; y < side; y += height) {
        for (int x = 0; x < side; x += width) {
          blocks.add(new int[] {y, x});
        }
      }
      if (random) {
        Collections.shuffle(blocks, new Random(1));
      }
      return blocks;
    }
  }

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    int times = Integer.parseInt(args[1]);
    int side = Integer.parseInt(args[2]);
    List<Pattern> patterns =
        List.of(
            new Pattern("rows of 64 doubles in order", side, 1, 64, false, false),
            new Pattern("rows of 64 doubles at random", side, 1, 64, true, false),
            new Pattern("blocks of 8 x 8 in order", side, 8, 8, false, false),
            new Pattern("blocks of 8 x 8 at random", side, 8, 8, true, false),
            new Pattern("records, one at a time", side, 1, side, false, true),
            new Pattern("a quarter at a time", side, side / 4, side, false, false));
    // One in a JVM, whose compiler then knows of no other; twice, because it compiles in the first.
    for (int round = 0; round < 2; round++) {
      compare(directory, patterns.get(Integer.parseInt(args[3])), times);
    }
  }

  private static void compare(Path directory, Pattern pattern, int times) throws Exception {
    double[][] micros = new double[3][times];
    double[][] own = new double[3][times];
    List<int[]> blocks = pattern.blocks();
    for (int i = -1; i < times; i++) {
      double[][] now = {
        time("on", SmallWrites::netcdfJava, directory.resolve("agent.nc"), pattern, blocks),
        time("off", SmallWrites::netcdfJava, directory.resolve("alone.nc"), pattern, blocks),
        time("on", SmallWrites::put, directory.resolve("put.nc"), pattern, blocks)
      };
      for (int k = 0; k < now.length && i >= 0; k++) {
        micros[k][i] = now[k][0];
        own[k][i] = now[k][1];
      }
    }
    if (Files.mismatch(directory.resolve("agent.nc"), directory.resolve("alone.nc")) >= 0) {
      throw new IOException("the files of " + pattern.name() + " differ; they must not");
    }
    Arrays.stream(micros).forEach(Arrays::sort);
    Arrays.stream(own).forEach(Arrays::sort);
    String line =
        String.format(
            Locale.ROOT,
            "%s: agent %.2f, NetCDF-Java %.2f, put %.2f us a block (best), ratio %.1f, of put %.2f;"
                + " processor time of the program's thread %.2f %.2f %.2f, ratio %.1f, of put %.2f%n",
            pattern.name(),
            micros[0][0],
            micros[1][0],
            micros[2][0],
            micros[1][0] / micros[0][0],
            micros[2][0] / micros[0][0],
            own[0][times / 2],
            own[1][times / 2],
            own[2][times / 2],
            own[1][times / 2] / own[0][times / 2],
            own[2][times / 2] / own[0][times / 2]);
    Files.writeString(Path.of("/dev/stdout"), line, StandardOpenOption.APPEND);
  }

  private static double[] time(
      String buffer, Writer writer, Path path, Pattern pattern, List<int[]> blocks)
      throws Exception {
    System.setProperty(SWITCH, buffer);
    Files.deleteIfExists(path);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long processor = threads.getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    writer.write(path, pattern, blocks);
    double all = 1e3 * blocks.size();
    return new double[] {
      (System.nanoTime() - begin) / all, (threads.getCurrentThreadCpuTime() - processor) / all
    };
  }

  private static void put(Path path, Pattern pattern, List<int[]> blocks) throws Exception {
    try (NcFile file = NcFile.create(path)) {
      NcDimension y =
          pattern.records() ? file.defineUnlimited("y") : file.defineDimension("y", pattern.side());
      NcDimension x = file.defineDimension("x", pattern.side());
      NcVariable v = file.defineVariable("v", NcType.DOUBLE, y, x);
      file.endDefine();
      double[] values = new double[pattern.height() * pattern.width()];
      Region region = new Region(2);
      for (int[] block : blocks) {
        values[0] = block[0];
        region.set(0, block[0], pattern.height(), 1).set(1, block[1], pattern.width(), 1);
        v.put(region, values);
      }
    }
  }

  private static void netcdfJava(Path path, Pattern pattern, List<int[]> blocks) throws Exception {
    NetcdfFileWriter writer =
        NetcdfFileWriter.createNew(NetcdfFileWriter.Version.netcdf3, path.toString());
    writer.setFill(false);
    if (pattern.records()) {
      writer.addUnlimitedDimension("y");
    } else {
      writer.addDimension(null, "y", pattern.side());
    }
    writer.addDimension(null, "x", pattern.side());
    Variable v = writer.addVariable(null, "v", DataType.DOUBLE, "y x");
    writer.create();
    ArrayDouble.D2 values = new ArrayDouble.D2(pattern.height(), pattern.width());
    for (int[] block : blocks) {
      values.set(0, 0, block[0]);
      writer.write(v, block, values);
    }
    writer.close();
  }
}
