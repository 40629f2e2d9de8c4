package org.burstlog.bench.netcdf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiHints;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.target.TargetFile;

/**
 * Collective puts of large subarrays against the same bytes written by MPI-IO alone, in turns in
 * one run, the second of two time steps each. In every rank:
 *
 * <pre>{@code
 * ./bb run -n 4 --io romio -- org.burstlog.bench.netcdf.PutBandwidth /dev/shm/bench 16 9
 * }</pre>
 */
public final class PutBandwidth {
  private final ProcessGroup group;
  private final Path directory;
  private final int edge;

  private PutBandwidth(ProcessGroup group, Path directory, int edge) {
    this.group = group;
    this.directory = directory;
    this.edge = edge;
  }

  /**
   * Measures slabs, which are contiguous in the file, and columns, which are not.
   *
   * @param args the directory to write in, MiB a rank, and how often
   * @throws IOException when a file cannot be written
   */
  public static void main(String[] args) throws IOException {
    int edge = (int) Math.sqrt(Double.parseDouble(args[1]) * (1 << 20) / Double.BYTES);
    int times = Integer.parseInt(args[2]);
    try (MpiGroup group = MpiGroup.world()) {
      PutBandwidth bench = new PutBandwidth(group, Path.of(args[0]), edge);
      bench.compare("slabs", true, times);
      bench.compare("columns", false, times);
    }
  }

  private void compare(String name, boolean slabs, int times) throws IOException {
    double[] ours = new double[times];
    double[] plain = new double[times];
    double[] ratios = new double[times];
    for (int i = -2; i < times; i++) {
      double a = netcdf(slabs);
      double b = plain(slabs);
      if (i >= 0) {
        ours[i] = a;
        plain[i] = b;
        ratios[i] = b / a;
      }
    }
    if (group.rank() == 0) {
      double bytes = (double) edge * edge * Double.BYTES * group.size() / (1 << 20);
      new Output()
          .line(
              "%s: netCDF %.0f MiB/s, MPI-IO %.0f MiB/s (medians); best %.0f and %.0f;"
                  + " netCDF / MPI-IO: median of ratios %.2f, ratio of bests %.2f",
              name,
              bytes / Output.median(ours),
              bytes / Output.median(plain),
              bytes / Output.best(ours),
              bytes / Output.best(plain),
              Output.median(ratios),
              Output.best(plain) / Output.best(ours));
    }
  }

  private Region region(boolean slabs, int record) {
    long first = (long) edge * group.rank();
    return slabs
        ? Region.of(new long[] {record, first, 0}, new long[] {1, edge, edge})
        : Region.of(new long[] {record, 0, first}, new long[] {1, edge, edge});
  }

  private long[] shape(boolean slabs) {
    long all = (long) edge * group.size();
    return slabs ? new long[] {2, all, edge} : new long[] {2, edge, all};
  }

  private double netcdf(boolean slabs) throws IOException {
    double[] values = new double[edge * edge];
    Arrays.fill(values, group.rank() + 0.5);
    NcOptions options =
        NcOptions.defaults().group(group).target(MpiTarget.system()).format(CdfVersion.CDF5);
    try (NcFile file = NcFile.create(directory.resolve("ours.nc"), options)) {
      long[] shape = shape(slabs);
      NcDimension time = file.defineDimension("time", shape[0]);
      NcDimension y = file.defineDimension("y", shape[1]);
      NcDimension x = file.defineDimension("x", shape[2]);
      NcVariable v = file.defineVariable("v", NcType.DOUBLE, time, y, x);
      file.endDefine();
      v.collective().put(region(slabs, 0), values);
      group.barrier();
      long begin = System.nanoTime();
      v.collective().put(region(slabs, 1), values);
      group.barrier();
      return (System.nanoTime() - begin) / 1e9;
    }
  }

  private double plain(boolean slabs) throws IOException {
    ByteBuffer data = ByteBuffer.allocateDirect(edge * edge * Double.BYTES);
    while (data.hasRemaining()) {
      data.putDouble(group.rank() + 0.5);
    }
    data.flip();
    Array array = Array.rowMajor("v", 512, Double.BYTES, data.order(), shape(slabs));
    ExtentList first = extents(array, region(slabs, 0));
    ExtentList second = extents(array, region(slabs, 1));
    try (TargetFile file =
        MpiTarget.open(
            group, directory.resolve("plain"), TargetFile.Mode.CREATE, MpiHints.none())) {
      file.empty();
      file.writeAll(first, data.duplicate());
      group.barrier();
      long begin = System.nanoTime();
      file.writeAll(second, data);
      group.barrier();
      return (System.nanoTime() - begin) / 1e9;
    }
  }

  private static ExtentList extents(Array array, Region region) {
    ExtentList extents = new ExtentList();
    ExtentCursor cursor = new ExtentCursor().reset(array, region);
    while (cursor.next()) {
      extents.add(cursor.offset(), cursor.length());
    }
    return extents;
  }
}
