package org.burstlog.bench.log;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The benchmarks of this package by processor time instead of the clock, each epoch beside those it
 * is compared with: for machines that do other work too.
 */
public final class PutCost {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 60;

  private final StringBuilder table = new StringBuilder();

  private PutCost() {}

  /** Work whose time is taken. */
  private interface Epoch {
    void run() throws IOException;
  }

  /** Something measured: preparation, epoch, and the times of the epochs. */
  private static final class Rival {
    final Epoch prepare;
    final Epoch epoch;
    final long[] nanos = new long[ROUNDS];

    Rival(Epoch prepare, Epoch epoch) {
      this.prepare = prepare;
      this.epoch = epoch;
    }

    void run(int round) throws IOException {
      prepare.run();
      long begin = THREADS.getCurrentThreadCpuTime();
      epoch.run();
      nanos[round] = THREADS.getCurrentThreadCpuTime() - begin;
    }

    /** The lower quartile of the second half: other work only ever adds. */
    double nanos() {
      long[] late = Arrays.copyOfRange(nanos, ROUNDS / 2, ROUNDS);
      Arrays.sort(late);
      return late[late.length / 4];
    }
  }

  /**
   * Measures.
   *
   * @param arguments a file for the tables
   * @throws Exception when a log cannot be written
   */
  public static void main(String[] arguments) throws Exception {
    PutCost cost = new PutCost();
    cost.puts(512);
    cost.puts(1 << 20);
    cost.writers(512);
    cost.writers(1 << 20);
    Files.writeString(Path.of(arguments[0]), cost.table);
  }

  private void puts(int size) throws IOException {
    PutBenchmark benchmark = new PutBenchmark();
    benchmark.size = size;
    benchmark.fill();
    PutBenchmark.Reused reused = new PutBenchmark.Reused();
    PutBenchmark.Fresh fresh = new PutBenchmark.Fresh();
    PutBenchmark.Bare bare = new PutBenchmark.Bare();
    reused.open();
    bare.open();
    Rival put = new Rival(reused::reset, () -> benchmark.putReused(reused));
    Rival first =
        new Rival(
            fresh::open,
            () -> {
              benchmark.putFresh(fresh);
            });
    Rival write = new Rival(() -> {}, () -> benchmark.channelWrite(bare));
    Rival copy = new Rival(() -> {}, () -> benchmark.bareCopy(bare));
    for (int round = 0; round < ROUNDS; round++) {
      for (Rival rival : List.of(put, write, copy)) {
        rival.run(round);
      }
      first.run(round);
      fresh.delete();
    }
    reused.delete();
    bare.delete();
    double puts = (double) (64 << 20) / size;
    table.append(
        String.format(
            Locale.ROOT,
            "| %d | %.0f | %.0f | %.0f | %.0f | %.1f | %.0f %% |%n",
            size,
            put.nanos() / puts,
            first.nanos() / puts,
            write.nanos() / puts,
            copy.nanos() / puts,
            write.nanos() / put.nanos(),
            100 * copy.nanos() / put.nanos()));
  }

  private void writers(int size) throws Exception {
    double[] nanos = new double[2];
    for (int shared = 0; shared < 2; shared++) {
      NodeBenchmark node = new NodeBenchmark();
      node.size = size;
      node.shared = shared == 1;
      node.create();
      ExecutorService threads = Executors.newFixedThreadPool(NodeBenchmark.WRITERS);
      List<Future<Double>> all = new ArrayList<>();
      for (int i = 0; i < NodeBenchmark.WRITERS; i++) {
        all.add(threads.submit(() -> writer(node)));
      }
      for (Future<Double> one : all) {
        nanos[shared] += await(one);
      }
      threads.shutdown();
      node.delete();
    }
    double puts = NodeBenchmark.WRITERS * ((double) NodeBenchmark.EPOCH / size);
    table.append(
        String.format(
            Locale.ROOT,
            "| %d | %.0f | %.0f | %.0f %% |%n",
            size,
            nanos[0] / puts,
            nanos[1] / puts,
            100 * nanos[0] / nanos[1]));
  }

  private static double writer(NodeBenchmark node) throws IOException {
    NodeBenchmark.Writer writer = new NodeBenchmark.Writer();
    writer.open(node);
    Rival rival = new Rival(writer::reset, () -> node.put(writer));
    for (int round = 0; round < ROUNDS; round++) {
      rival.run(round);
    }
    writer.close();
    return rival.nanos();
  }

  private static double await(Future<Double> future) throws Exception {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }
}
