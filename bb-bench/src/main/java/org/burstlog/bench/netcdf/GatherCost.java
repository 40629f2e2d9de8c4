package org.burstlog.bench.netcdf;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;

/**
 * What it costs to put blocks that have guard cells around them, as FLASH's have, beside a put of
 * as many values that lie side by side, and beside bare copies of them into mapped memory. By
 * processor time, in turns.
 */
public final class GatherCost {
  private static final int BLOCKS = 80;
  private static final int CELLS = 16;
  private static final int GUARD = 4;
  private static final int SIDE = CELLS + 2 * GUARD;
  private static final int VALUES = BLOCKS * CELLS * CELLS * CELLS;
  private static final int ROUNDS = 400;

  /** Puts of an epoch; bare copies go to as much memory, in turns, as the log has. */
  private static final int EPOCH = 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static int copies;

  private GatherCost() {}

  /** One way to store the values. */
  private interface Way {
    void run() throws IOException;
  }

  /**
   * Measures.
   *
   * @param args the file to write, a directory for logs, and a file that is mapped for bare copies
   * @throws IOException when they cannot be written
   */
  public static void main(String[] args) throws IOException {
    double[] dense = new double[VALUES];
    double[] guarded = new double[BLOCKS * SIDE * SIDE * SIDE];
    Arrays.setAll(dense, i -> i);
    Arrays.setAll(guarded, i -> i);
    Settings settings =
        Settings.load().toBuilder().set(Settings.SWITCH, "on").set(Settings.TIER, args[1]).build();
    try (FileChannel mapped =
            FileChannel.open(
                Path.of(args[2]),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        NcFile file = NcFile.create(Path.of(args[0]), NcOptions.defaults().settings(settings))) {
      ByteBuffer bytes =
          mapped.map(FileChannel.MapMode.READ_WRITE, 0, (long) EPOCH * VALUES * Double.BYTES);
      DoubleBuffer doubles = bytes.order(ByteOrder.nativeOrder()).asDoubleBuffer();
      CRC32C crc = new CRC32C();
      NcVariable v =
          file.defineVariable(
              "unknown",
              NcType.DOUBLE,
              file.defineDimension("blocks", BLOCKS),
              file.defineDimension("z", CELLS),
              file.defineDimension("y", CELLS),
              file.defineDimension("x", CELLS));
      file.endDefine();
      Region all = Region.of(new long[4], v.shape());
      NcMemory inner =
          NcMemory.of(guarded)
              .interior(new long[] {BLOCKS, SIDE, SIDE, SIDE}, 0, GUARD, GUARD, GUARD);
      Way[] ways = {
        () -> doubles.put(turn(), dense),
        () -> {
          int at = turn();
          doubles.put(at, dense);
          crc.update(bytes.limit((at + VALUES) * Double.BYTES).position(at * Double.BYTES));
          bytes.clear();
        },
        () -> copyRuns(guarded, doubles, turn()),
        () -> v.put(all, dense),
        () -> v.put(all, inner)
      };
      print(measure(file, ways));
    }
  }

  /** Where the next bare copy goes: never to what the processor has in its cache. */
  private static int turn() {
    copies++;
    return copies % EPOCH * VALUES;
  }

  /** The inner cells, run by run. */
  private static void copyRuns(double[] guarded, DoubleBuffer to, int begin) {
    int at = begin;
    for (int b = 0; b < BLOCKS; b++) {
      for (int z = GUARD; z < GUARD + CELLS; z++) {
        for (int y = GUARD; y < GUARD + CELLS; y++) {
          int from = ((b * SIDE + z) * SIDE + y) * SIDE + GUARD;
          to.put(at, guarded, from, CELLS);
          at += CELLS;
        }
      }
    }
  }

  private static long[][] measure(NcFile file, Way[] ways) throws IOException {
    long[][] nanos = new long[ways.length][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      for (int way = 0; way < ways.length; way++) {
        long begin = THREADS.getCurrentThreadCpuTime();
        ways[way].run();
        nanos[way][round] = THREADS.getCurrentThreadCpuTime() - begin;
      }
      if (round % (EPOCH / 2) == 0) {
        file.flush();
      }
    }
    return nanos;
  }

  /** The lower quartile of the second half: other work only ever adds. */
  private static void print(long[][] nanos) throws IOException {
    String[] names = {
      "bare copy",
      "bare copy and checksum",
      "bare copy of runs of " + CELLS,
      "put, values side by side",
      "put, values between guard cells"
    };
    Output out = new Output();
    out.line("%s", VALUES * Double.BYTES + " bytes | MiB a second of processor time");
    for (int way = 0; way < names.length; way++) {
      long[] late = Arrays.copyOfRange(nanos[way], ROUNDS / 2, ROUNDS);
      Arrays.sort(late);
      double seconds = late[late.length / 4] / 1e9;
      out.line("%s | %.0f", names[way], VALUES * Double.BYTES / seconds / (1 << 20));
    }
  }
}
