package org.burstlog.bench.guard;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * The benchmark of this package by processor time instead of the clock: for machines that do other
 * work too. Figures are bytes of data a second of a core.
 */
public final class EncodeCost {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 30;

  /** So many bytes a round that the clock of the processor's time tells them apart. */
  private static final long ROUND_BYTES = 64 << 20;

  private EncodeCost() {}

  /**
   * Measures.
   *
   * @param arguments a file for the table
   * @throws IOException when it cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    StringBuilder table = new StringBuilder();
    for (int losses = 1; losses <= 4; losses++) {
      for (int chunk : new int[] {64 << 10, 1 << 20}) {
        EncodeBenchmark benchmark = new EncodeBenchmark();
        benchmark.losses = losses;
        benchmark.chunk = chunk;
        benchmark.fill();
        table.append(row(benchmark));
      }
    }
    Files.writeString(Path.of(arguments[0]), table);
  }

  private static String row(EncodeBenchmark benchmark) {
    Runnable[] rivals = {
      benchmark::encode, benchmark::rebuild, benchmark::copy, benchmark::checksum
    };
    double[][] speeds = new double[rivals.length][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      for (int rival = 0; rival < rivals.length; rival++) {
        speeds[rival][round] = speed(rivals[rival], benchmark.bytes());
      }
    }
    StringBuilder row = new StringBuilder();
    row.append(
        String.format(
            Locale.ROOT,
            "| %d of %d | %d KiB |",
            benchmark.losses,
            EncodeBenchmark.SET,
            benchmark.chunk >> 10));
    for (double[] rival : speeds) {
      row.append(String.format(Locale.ROOT, " %.1f |", likely(rival)));
    }
    return row.append(System.lineSeparator()).toString();
  }

  private static double speed(Runnable operation, long bytes) {
    long times = Math.max(1, ROUND_BYTES / bytes);
    long begin = THREADS.getCurrentThreadCpuTime();
    for (long i = 0; i < times; i++) {
      operation.run();
    }
    return (double) times * bytes / (THREADS.getCurrentThreadCpuTime() - begin);
  }

  /** The median of the second half: the first is warming up. */
  private static double likely(double[] speeds) {
    double[] late = Arrays.copyOfRange(speeds, ROUNDS / 2, ROUNDS);
    Arrays.sort(late);
    return late[late.length / 2];
  }
}
