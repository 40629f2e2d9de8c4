package org.burstlog.bench.plan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Gathering 16 MiB from pieces of one length, against one copy of as many bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class GatherBenchmark {
  private static final int BYTES = 16 << 20;

  /** Bytes an element. */
  @Param("8")
  public int elementSize;

  /** Bytes a piece; pieces lie in the log in the opposite of the target's order. */
  @Param({"1048576", "4096", "64", "8"})
  public int piece;

  private final ByteBuffer log = ByteBuffer.allocateDirect(BYTES);
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
  private final Gather gather = new Gather();
  private Round swapped = new Round();
  private Round plain = new Round();

  /** Creates the benchmark. */
  public GatherBenchmark() {}

  /** Makes the rounds. */
  @Setup
  public void setup() {
    swapped = round(ByteOrder.BIG_ENDIAN);
    plain = round(ByteOrder.LITTLE_ENDIAN);
  }

  private Round round(ByteOrder order) {
    int elements = BYTES / elementSize;
    int each = piece / elementSize;
    Array array = Array.rowMajor("a", 0, elementSize, order, elements);
    RecordIndex index = new RecordIndex();
    Region region = new Region(1);
    for (int i = 0; i < elements / each; i++) {
      index.add(0, region.set(0, (long) i * each, each, 1), BYTES - (i + 1L) * piece);
    }
    Round round = new Round();
    Limits limits = new Limits(BYTES, 1, BYTES);
    if (!Plan.of(index, List.of(array), limits).rounds().next(round) || round.bytes() != BYTES) {
      throw new IllegalStateException("not one round but " + round);
    }
    return round;
  }

  /**
   * The yardstick.
   *
   * @return the buffer
   */
  @Benchmark
  public ByteBuffer copy() {
    return buffer.put(0, log, 0, BYTES);
  }

  /**
   * Elements in the machine's order.
   *
   * @return the buffer
   * @throws IOException never
   */
  @Benchmark
  public ByteBuffer gather() throws IOException {
    gather.fill(plain, new View(), buffer.clear());
    return buffer;
  }

  /**
   * Elements in the other order.
   *
   * @return the buffer
   * @throws IOException never
   */
  @Benchmark
  public ByteBuffer gatherAndSwap() throws IOException {
    gather.fill(swapped, new View(), buffer.clear());
    return buffer;
  }

  /** All of the log at once. */
  private final class View implements DataView {
    private int at;

    @Override
    public int seek(long position, int wanted) {
      at = (int) position;
      return wanted;
    }

    @Override
    public ByteBuffer buffer() {
      return log;
    }

    @Override
    public int index() {
      return at;
    }
  }
}
