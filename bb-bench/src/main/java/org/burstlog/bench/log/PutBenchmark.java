package org.burstlog.bench.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * A put from a {@code double[]}, checksum on, beside the least and the usual way to get the same
 * bytes into a file. One operation of JMH is an epoch of 64 MiB; divide by {@code 64 MiB / size}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class PutBenchmark {
  private static final int EPOCH = 64 << 20;

  /** Bytes of a put. */
  @Param({"512", "1048576"})
  public int size;

  private double[] source = {};
  private int puts;
  private final Region region = new Region(1);

  /** Creates the benchmark. */
  public PutBenchmark() {}

  /** Fills the source. */
  @Setup
  public void fill() {
    source = new double[size / 8];
    java.util.Arrays.setAll(source, i -> i + 0.5);
    puts = EPOCH / size;
    region.set(0, 0, source.length, 1);
  }

  private void putEpoch(LogWriter log) throws IOException {
    for (int i = 0; i < puts; i++) {
      region.set(0, (long) i * source.length, source.length, 1);
      log.put(0, region, source, 0, size);
    }
  }

  /** A log that is used again and again. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init") // opened in the setup
  public static class Reused {
    private SessionDirectory directory;
    private LogWriter log;

    /** Creates the state. */
    public Reused() {}

    /**
     * Opens it.
     *
     * @throws IOException when it cannot be
     */
    @Setup
    public void open() throws IOException {
      directory = BenchLog.directory();
      LogWriter.create(directory, LogName.ofProcess(0, 0));
      log = BenchLog.open(directory, LogName.ofProcess(0, 0), 0, 1);
      int number = log.define(BenchLog.ARRAY);
      assert number == 0;
    }

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
     * Deletes it.
     *
     * @throws IOException when that failed
     */
    @TearDown
    public void delete() throws IOException {
      log.delete();
      directory.delete();
    }
  }

  /** A log in its first epoch. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init") // opened in the setup
  public static class Fresh {
    private SessionDirectory directory;
    private LogWriter log;

    /** Creates the state. */
    public Fresh() {}

    /**
     * Makes it.
     *
     * @throws IOException when that failed
     */
    @Setup(Level.Invocation)
    public void open() throws IOException {
      directory = BenchLog.directory();
      LogWriter.create(directory, LogName.ofProcess(0, 0));
      log = BenchLog.open(directory, LogName.ofProcess(0, 0), 0, 1);
      int number = log.define(BenchLog.ARRAY);
      assert number == 0;
    }

    /**
     * Deletes it.
     *
     * @throws IOException when that failed
     */
    @TearDown(Level.Invocation)
    public void delete() throws IOException {
      log.delete();
      directory.delete();
    }
  }

  /** A file that is used again and again, without a log. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init") // opened in the setup
  public static class Bare {
    private Path path;
    private FileChannel channel;
    private ByteBuffer mapped;
    private DoubleBuffer mappedDoubles;
    private final ByteBuffer staging =
        ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.nativeOrder());
    private final DoubleBuffer stagingDoubles = staging.asDoubleBuffer();

    /** Creates the state. */
    public Bare() {}

    /**
     * Allocates and maps it.
     *
     * @throws IOException when that failed
     */
    @Setup
    public void open() throws IOException {
      path = BenchLog.file();
      channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      for (int i = 0; i < EPOCH; i += staging.capacity()) {
        int written = channel.write(staging.clear(), i);
        assert written == staging.capacity();
      }
      mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, EPOCH);
      mappedDoubles = mapped.order(ByteOrder.nativeOrder()).asDoubleBuffer();
    }

    /**
     * Deletes it.
     *
     * @throws IOException when that failed
     */
    @TearDown
    public void delete() throws IOException {
      channel.close();
      Files.delete(path);
    }
  }

  /**
   * What an application pays from its second epoch on.
   *
   * @param reused the log
   * @throws IOException when it cannot be put
   */
  @Benchmark
  public void putReused(Reused reused) throws IOException {
    putEpoch(reused.log);
  }

  /**
   * What it pays in its first.
   *
   * @param fresh the log
   * @throws IOException when it cannot be put
   */
  @Benchmark
  public void putFresh(Fresh fresh) throws IOException {
    putEpoch(fresh.log);
  }

  /**
   * The usual way: the bytes alone, one system call for each put.
   *
   * @param bare the file
   * @throws IOException when it cannot be written
   */
  @Benchmark
  public void channelWrite(Bare bare) throws IOException {
    for (int i = 0; i < puts; i++) {
      bare.stagingDoubles.put(0, source);
      int written = bare.channel.write(bare.staging.clear().limit(size), (long) i * size);
      assert written == size;
    }
  }

  /**
   * The least: the bytes alone, copied.
   *
   * @param bare the file
   * @return the memory copied to
   */
  @Benchmark
  public Object bareCopy(Bare bare) {
    for (int i = 0; i < puts; i++) {
      bare.mappedDoubles.put(i * source.length, source);
    }
    return bare.mapped;
  }
}
