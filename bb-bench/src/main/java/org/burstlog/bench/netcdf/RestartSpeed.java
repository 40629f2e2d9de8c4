package org.burstlog.bench.netcdf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.mpi.MpiGroup;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.stats.Counter;

/**
 * Writes a checkpoint, or reads one back and checks each value, with whatever settings are in
 * force: from the file, from logs that were retained, or from those that a crash has left.
 */
public final class RestartSpeed {
  private static final int ROW = 1 << 14;

  private final ProcessGroup group;
  private final NcOptions options;
  private final Path path;

  private RestartSpeed(ProcessGroup group, Path path) throws IOException {
    this.group = group;
    this.path = path;
    this.options = NcOptions.defaults().group(group).target(MpiTarget.system());
  }

  /**
   * Runs in every rank.
   *
   * @param args {@code write}, {@code crash} or {@code read}; the file; how many rows of 128 KiB it
   *     has in all; how often it is read
   * @throws IOException when it cannot be written or read
   */
  public static void main(String[] args) throws IOException {
    try (MpiGroup group = MpiGroup.world()) {
      RestartSpeed restart = new RestartSpeed(group, Path.of(args[1]));
      long rows = Long.parseLong(args[2]);
      if (args[0].equals("read")) {
        for (int i = Integer.parseInt(args[3]); i > 0; i--) {
          restart.read(rows);
        }
      } else {
        restart.write(rows, args[0].equals("crash"));
      }
    }
  }

  private long first(long rows, int rank) {
    return rows * rank / group.size();
  }

  private static double value(long row, int column) {
    return row + column / (double) ROW;
  }

  private void write(long rows, boolean crash) throws IOException {
    NcFile file = NcFile.create(path, options);
    NcDimension y = file.defineDimension("rows", rows);
    NcDimension x = file.defineDimension("columns", ROW);
    NcVariable v = file.defineVariable("v", NcType.DOUBLE, y, x);
    file.endDefine();
    double[] values = new double[ROW];
    for (long row = first(rows, group.rank()); row < first(rows, group.rank() + 1); row++) {
      for (int c = 0; c < ROW; c++) {
        values[c] = value(row, c);
      }
      v.put(Region.of(new long[] {row, 0}, new long[] {1, ROW}), values);
    }
    group.barrier();
    if (crash) {
      // Without a hook of the virtual machine, as a kill ends it.
      Runtime.getRuntime().halt(0);
    }
    file.close();
  }

  private void read(long rows) throws IOException {
    long first = first(rows, group.rank());
    long count = first(rows, group.rank() + 1) - first;
    double[] values = new double[Math.toIntExact(count * ROW)];
    group.barrier();
    long begun = System.nanoTime();
    long opened;
    long fromLogs;
    long fromTarget;
    try (NcFile file = NcFile.open(path, options.readOnly())) {
      opened = System.nanoTime() - begun;
      NcVariable v = file.variable("v");
      v.collective().get(Region.of(new long[] {first, 0}, new long[] {count, ROW}), values);
      fromLogs = file.statistics().map(s -> s.get(Counter.MERGED_BYTES)).orElse(0L);
      fromTarget = file.statistics().map(s -> s.get(Counter.TARGET_BYTES)).orElse(0L);
    }
    long nanos = group.max(System.nanoTime() - begun);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != value(first + i / ROW, i % ROW)) {
        throw new IOException("row " + (first + i / ROW) + " is wrong");
      }
    }
    long[] bytes = {fromLogs, fromTarget, opened};
    group.max(bytes);
    long size = rows * ROW * Double.BYTES;
    if (group.rank() == 0) {
      new Output()
          .line(
              "%s",
              String.format(
                  Locale.ROOT,
                  "%d ranks, %d MiB: %.1f ms, of it opening %.1f; %.0f MiB/s; a rank at most %d MiB"
                      + " from logs, %d from the file",
                  group.size(),
                  size >> 20,
                  nanos / 1e6,
                  bytes[2] / 1e6,
                  size / 1048576.0 / (nanos / 1e9),
                  bytes[0] >> 20,
                  bytes[1] >> 20));
    }
  }
}
