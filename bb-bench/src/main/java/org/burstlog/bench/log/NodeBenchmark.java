package org.burstlog.bench.log;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.burstlog.array.Region;
import org.burstlog.log.LogWriter;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogName;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Four writers with a log each, and four that share one. One operation is an epoch of 16 MiB a
 * writer.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
@Threads(NodeBenchmark.WRITERS)
public class NodeBenchmark {
  static final int WRITERS = 4;
  static final int EPOCH = 16 << 20;

  /** Whether the writers share a log. */
  @Param({"false", "true"})
  public boolean shared;

  /** Bytes of a put. */
  @Param({"512", "1048576"})
  public int size;

  private SessionDirectory directory;
  private final AtomicInteger writers = new AtomicInteger();

  /** Creates the benchmark. */
  @SuppressWarnings("NullAway.Init") // made in the setup
  public NodeBenchmark() {}

  /**
   * Makes the directory and the files that are shared.
   *
   * @throws IOException when that failed
   */
  @Setup
  public void create() throws IOException {
    directory = BenchLog.directory();
    if (shared) {
      LogWriter.create(directory, LogName.ofNode(0, 0));
    }
  }

  /**
   * Deletes what the writers have closed.
   *
   * @throws IOException when that failed
   */
  @TearDown
  public void delete() throws IOException {
    if (shared) {
      LogWriter.delete(directory, LogName.ofNode(0, 0));
    }
    for (int i = 0; !shared && i < WRITERS; i++) {
      LogWriter.delete(directory, LogName.ofProcess(i, 0));
    }
    directory.delete();
  }

  /** One of the four. */
  @State(Scope.Thread)
  public static class Writer {
    private final Region region = new Region(1);
    private double[] source = {};
    private LogWriter log;

    /**
     * Opens its log, or its lane.
     *
     * @param node what the writers have in common
     * @throws IOException when that failed
     */
    @Setup
    public void open(NodeBenchmark node) throws IOException {
      int me = node.writers.getAndIncrement() % WRITERS;
      if (node.shared) {
        log = BenchLog.open(node.directory, LogName.ofNode(0, 0), me, WRITERS);
      } else {
        LogWriter.create(node.directory, LogName.ofProcess(me, 0));
        log = BenchLog.open(node.directory, LogName.ofProcess(me, 0), 0, 1);
      }
      int number = log.define(BenchLog.ARRAY);
      assert number == 0;
      source = new double[node.size / 8];
      Arrays.setAll(source, i -> i + 0.5);
    }

    /** Creates the writer. */
    @SuppressWarnings("NullAway.Init") // opened in the setup
    public Writer() {}

    /**
     * Ends the epoch.
     *
     * @throws IOException when that failed
     */
    @Setup(Level.Invocation)
    public void reset() throws IOException {
      log.reset();
    }

    /**
     * Closes its log.
     *
     * @throws IOException when that failed
     */
    @TearDown
    public void close() throws IOException {
      log.abandon();
    }
  }

  /**
   * An epoch of one writer, beside the others.
   *
   * @param writer the writer
   * @throws IOException when it cannot be put
   */
  @Benchmark
  public void put(Writer writer) throws IOException {
    for (int i = 0; i < EPOCH / size; i++) {
      writer.region.set(0, (long) i * writer.source.length, writer.source.length, 1);
      writer.log.put(0, writer.region, writer.source, 0, size);
    }
  }
}
