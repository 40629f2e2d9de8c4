package org.burstlog.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.target.Striping;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CombinedWriteTest {
  private static final int RANKS = 4;
  private static final int PIECE = 64;

  /** A file in memory, and how often it was written to. */
  private static final class Memory implements DirectPut.Sink {
    private final byte[] bytes;
    private final AtomicInteger requests = new AtomicInteger();

    Memory(int size) {
      bytes = new byte[size];
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) {
      for (int i = 0; i < extents.size(); i++) {
        data.get(bytes, (int) extents.offset(i), (int) extents.length(i));
        requests.incrementAndGet();
      }
    }
  }

  private static Optional<Striping> stripes(long stripe, int servers) {
    return servers == 0 ? Optional.empty() : Optional.of(new Striping(stripe, servers));
  }

  private static CombinedWrite open(
      ProcessGroup group, DirectPut.Sink sink, Optional<Striping> striping) throws IOException {
    return new CombinedWrite(group, "writing out.nc", sink, striping);
  }

  /** Every rank's piece of each row. */
  private static void writeRows(ProcessGroup group, CombinedWrite combined, int rows)
      throws IOException {
    ExtentList extents = new ExtentList();
    ByteBuffer data = ByteBuffer.allocateDirect(rows * PIECE);
    for (int row = 0; row < rows; row++) {
      extents.add(((long) row * RANKS + group.rank()) * PIECE, PIECE);
      data.put(row * PIECE, (byte) (group.rank() + 1));
    }
    combined.write(0, extents, data);
    assertThat(data.hasRemaining()).isFalse();
  }

  private static byte[] rows(int rows) {
    byte[] file = new byte[rows * RANKS * PIECE];
    for (int i = 0; i < rows * RANKS; i++) {
      file[i * PIECE] = (byte) (i % RANKS + 1);
    }
    return file;
  }

  @ParameterizedTest(name = "{0} ranks a node, stripes of {1} on {2} servers: {3} requests")
  @CsvSource({"4,0,0,1", "2,0,0,1", "2,4096,2,16", "1,4096,3,16", "1,65536,8,1"})
  void smallPiecesBecomeOneRequestForEachRunOfStripes(
      int ofANode, long stripe, int servers, int requests) throws Exception {
    int rows = 256;
    Memory file = new Memory(rows * RANKS * PIECE);
    ThreadedGroup.run(
        RANKS,
        ofANode,
        group -> writeRows(group, open(group, file, stripes(stripe, servers)), rows));
    assertThat(file.bytes).isEqualTo(rows(rows));
    assertThat(file.requests).hasValue(requests);
  }

  @Test
  void moreThanAWindowIsWrittenInLargeRequests() throws Exception {
    int rows = (40 << 20) / RANKS / PIECE;
    Memory file = new Memory(rows * RANKS * PIECE);
    ThreadedGroup.run(
        RANKS, RANKS, group -> writeRows(group, open(group, file, Optional.empty()), rows));
    assertThat(file.bytes).isEqualTo(rows(rows));
    assertThat(file.requests.get()).isLessThanOrEqualTo(6);
  }

  @Test
  void randomExtentsLeaveTheFileOfTheOracle() throws Exception {
    long seed = new SplittableRandom().nextLong();
    for (int i = 0; i < Effort.of(50, 5000); i++) {
      SplittableRandom random = new SplittableRandom(seed + i);
      int size = 1 + random.nextInt(1 << 16);
      int[] owner = new int[size];
      byte[] expected = new byte[size];
      for (int at = 0; at < size; ) {
        int rank = random.nextInt(RANKS + 1) - 1;
        int end = Math.min(size, at + 1 + random.nextInt(300));
        for (; at < end; at++) {
          owner[at] = rank;
          expected[at] = rank < 0 ? 0 : (byte) (at * 7 + 1);
        }
      }
      Memory file = new Memory(size);
      Optional<Striping> striping = stripes(1 + random.nextInt(9000), random.nextInt(4));
      ThreadedGroup.run(
          RANKS,
          1 + random.nextInt(RANKS),
          group -> {
            ExtentList extents = new ExtentList();
            ByteBuffer data = ByteBuffer.allocateDirect(size);
            for (int at = 0; at < size; at++) {
              if (owner[at] == group.rank()) {
                extents.add(at, 1);
                data.put(expected[at]);
              }
            }
            open(group, file, striping).write(0, extents, data.flip());
          });
      assertThat(file.bytes).as("seed " + (seed + i)).isEqualTo(expected);
    }
  }

  @Nested
  class WhenAnOwnerCannotWrite {
    @ParameterizedTest
    @CsvSource({"0", "1", "2", "3"})
    void allAreToldWhoAndWhy(int broken) throws Exception {
      Memory file = new Memory(RANKS * 256 * PIECE);
      ThreadedGroup.run(
          RANKS,
          1,
          group -> {
            DirectPut.Sink sink =
                (extents, data) -> {
                  if (group.rank() == broken) {
                    throw new BurstlogException("no space here");
                  }
                  file.write(extents, data);
                };
            CombinedWrite combined = open(group, sink, stripes(4096, RANKS));
            for (int again = 0; again < 2; again++) {
              assertThatThrownBy(() -> writeRows(group, combined, 256))
                  .isInstanceOf(BurstlogException.class)
                  .hasMessageContaining(
                      "writing out.nc failed: rank " + broken + " of 4: no space here");
            }
          });
    }
  }
}
