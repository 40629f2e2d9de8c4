package org.burstlog.bench.netcdf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;

/**
 * Where the time of a file with a burst buffer goes: creating it, puts, and the close that drains;
 * with spare sessions and without, and the same file without a burst buffer. In every rank:
 *
 * <pre>{@code
 * ./bb run -n 4 --io romio -- org.burstlog.bench.netcdf.BufferPhases /dev/shm/bench 64 1024 9
 * }</pre>
 */
public final class BufferPhases {
  private static final int PHASES = 3;

  /** A log per process, which no file finds ready. */
  private static final String ANEW = "anew";

  private final ProcessGroup group;
  private final Path directory;
  private final int transfer;
  private final int transfers;
  private final float[] values;

  private BufferPhases(ProcessGroup group, Path directory, int transfer, int transfers) {
    this.group = group;
    this.directory = directory;
    this.transfer = transfer / Float.BYTES;
    this.transfers = transfers;
    values = new float[this.transfer];
    Arrays.fill(values, group.rank() + 0.5F);
  }

  /**
   * Measures transfers that lie side by side in a rank's own part, and those that ranks take turns
   * with; of floats, by independent puts.
   *
   * @param args the directory to write in, MiB a rank, KiB a transfer, and how often
   * @throws IOException when a file cannot be written
   */
  public static void main(String[] args) throws IOException {
    int transfer = Integer.parseInt(args[2]) << 10;
    int transfers = (int) (Long.parseLong(args[1]) * (1 << 20) / transfer);
    int times = Integer.parseInt(args[3]);
    try (MpiGroup group = MpiGroup.world()) {
      Path directory = Path.of(args[0]);
      if (group.rank() == 0) {
        Files.createDirectories(directory.resolve("tier"));
      }
      group.barrier();
      BufferPhases bench = new BufferPhases(group, directory, transfer, transfers);
      for (boolean turns : new boolean[] {false, true}) {
        for (String way : new String[] {"off", "process", ANEW, "node"}) {
          bench.measure(way, turns, times);
        }
      }
    }
  }

  private void measure(String way, boolean turns, int times) throws IOException {
    double[][] seconds = new double[PHASES + 1][times];
    double[] first = run(way, turns);
    for (int i = 0; i < times; i++) {
      double[] one = run(way, turns);
      for (int phase = 0; phase < PHASES; phase++) {
        seconds[phase][i] = one[phase];
        seconds[PHASES][i] += one[phase];
      }
    }
    if (group.rank() == 0) {
      double bytes = (double) transfer * Float.BYTES * transfers * group.size() / (1 << 20);
      new Output()
          .line(
              "%-7s %-10s create %.1f ms, puts %.1f ms, close %.1f ms; end to end %.0f MiB/s,"
                  + " best %.0f, in a cold JVM %.0f (puts %.1f ms)",
              way,
              turns ? "contiguous" : "strided",
              Output.median(seconds[0]) * 1000,
              Output.median(seconds[1]) * 1000,
              Output.median(seconds[2]) * 1000,
              bytes / Output.median(seconds[PHASES]),
              bytes / Output.best(seconds[PHASES]),
              bytes / Arrays.stream(first).sum(),
              first[1] * 1000);
    }
  }

  private NcOptions options(String way) throws IOException {
    Settings.Builder settings =
        Settings.builder()
            .set(Settings.SWITCH, way.equals("off") ? "off" : "on")
            .set(Settings.TIER, directory.resolve("tier").toString());
    if (way.equals(ANEW)) {
      settings.set(Settings.SPARE, "0");
    } else if (!way.equals("off")) {
      settings.set(Settings.LAYOUT, way);
    }
    return NcOptions.defaults()
        .group(group)
        .target(MpiTarget.system())
        .format(CdfVersion.CDF5)
        .settings(settings.build());
  }

  private double[] run(String way, boolean turns) throws IOException {
    Path path = directory.resolve("phases.nc");
    if (group.rank() == 0) {
      Files.deleteIfExists(path);
    }
    double[] seconds = new double[PHASES];
    group.barrier();
    long begin = System.nanoTime();
    NcFile file = NcFile.create(path, options(way));
    NcDimension x = file.defineDimension("x", (long) transfer * transfers * group.size());
    NcVariable v = file.defineVariable("v", NcType.FLOAT, x);
    file.endDefine();
    group.barrier();
    seconds[0] = since(begin);
    begin = System.nanoTime();
    Region region = new Region(1);
    for (int i = 0; i < transfers; i++) {
      long turn =
          turns ? (long) i * group.size() + group.rank() : (long) group.rank() * transfers + i;
      v.put(region.set(0, turn * transfer, transfer, 1), values);
    }
    group.barrier();
    seconds[1] = since(begin);
    begin = System.nanoTime();
    file.close();
    group.barrier();
    seconds[2] = since(begin);
    return seconds;
  }

  private static double since(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }
}
