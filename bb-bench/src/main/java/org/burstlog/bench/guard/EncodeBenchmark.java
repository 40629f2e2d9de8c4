package org.burstlog.bench.guard;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.burstlog.guard.code.ParityCode;
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

/**
 * Parities of the chunks of a set of eight nodes, beside a copy of the same bytes. One operation of
 * JMH is all chunks of a stripe, {@link #bytes} of them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(1)
public class EncodeBenchmark {
  /** How many nodes share a stripe. */
  static final int SET = 8;

  /** How many of them may be lost. */
  @Param({"1", "2", "3", "4"})
  public int losses;

  /** Bytes of a chunk. */
  @Param({"65536", "1048576"})
  public int chunk;

  private ParityCode code = new ParityCode(1, 1);
  private ByteBuffer[] members = {};
  private ByteBuffer[] parities = {};
  private final CRC32C crc = new CRC32C();

  /** Creates the benchmark. */
  public EncodeBenchmark() {}

  /** Fills the chunks. */
  @Setup
  public void fill() {
    Random random = new Random(1);
    code = new ParityCode(SET - losses, losses);
    members = new ByteBuffer[SET - losses];
    for (int i = 0; i < members.length; i++) {
      byte[] bytes = new byte[chunk];
      random.nextBytes(bytes);
      members[i] = ByteBuffer.allocateDirect(chunk).put(0, bytes);
    }
    parities = new ByteBuffer[losses];
    for (int i = 0; i < losses; i++) {
      parities[i] = ByteBuffer.allocateDirect(chunk);
    }
  }

  /** Returns how many bytes an operation encodes. */
  long bytes() {
    return (long) members.length * chunk;
  }

  /**
   * All parities, one after the other.
   *
   * @return the parities
   */
  @Benchmark
  public Object encode() {
    for (int parity = 0; parity < losses; parity++) {
      code.encode(parity, members, parities[parity]);
    }
    return parities;
  }

  /**
   * One missing chunk.
   *
   * @return where it went
   */
  @Benchmark
  public Object rebuild() {
    ByteBuffer[] others = members.clone();
    others[0] = null;
    code.rebuild(0, others, parities, parities[0].duplicate());
    return parities;
  }

  /**
   * The same chunks, copied.
   *
   * @return where they went
   */
  @Benchmark
  public Object copy() {
    for (ByteBuffer member : members) {
      parities[0].put(0, member, 0, chunk);
    }
    return parities;
  }

  /**
   * The checksums of the same chunks.
   *
   * @return the last
   */
  @Benchmark
  public long checksum() {
    for (ByteBuffer member : members) {
      crc.reset();
      crc.update(member.duplicate());
    }
    return crc.getValue();
  }
}
