package org.burstlog.netcdf.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.Move;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MovingTest {
  private static final int SHARE = 1000;

  @TempDir Path directory;

  /** Records that become larger, and behind them in this order two variables before them. */
  private static List<Move> moves(Random random) {
    int first = random.nextInt(9000) + 1;
    int second = random.nextInt(9000) + 1;
    int record = random.nextInt(2500) + 1;
    int records = random.nextInt(12) + 1;
    int grown = random.nextInt(400);
    int header = random.nextInt(100);
    // Often by less than a share, so that old and new places overlap.
    int by = random.nextInt(random.nextBoolean() ? 20 : 5000) + 1;
    List<Move> moves = new ArrayList<>();
    long from = (long) header + first + second;
    moves.add(new Move(from, from + by, record, records, record, (long) record + grown));
    moves.add(new Move((long) header + first, (long) header + first + by, second, 1, 0, 0));
    moves.add(new Move(header, (long) header + by, first, 1, 0, 0));
    return moves;
  }

  private static int endOf(List<Move> moves, boolean after) {
    Move records = moves.get(0);
    return (int)
        (after
            ? records.to() + (records.count() - 1) * records.toStep() + records.length()
            : records.from() + (records.count() - 1) * records.fromStep() + records.length());
  }

  /** All of it read first, then written. */
  private static byte[] expected(byte[] before, List<Move> moves) {
    byte[] after = new byte[endOf(moves, true)];
    System.arraycopy(before, 0, after, 0, before.length);
    for (Move move : moves) {
      for (int i = 0; i < move.count(); i++) {
        System.arraycopy(
            before,
            (int) (move.from() + i * move.fromStep()),
            after,
            (int) (move.to() + i * move.toStep()),
            (int) move.length());
      }
    }
    return after;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void everythingArrivesHoweverManyMoveIt(int processes) throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Path path = directory.resolve("moved");
    for (int i = 0; i < 60; i++) {
      List<Move> moves = moves(random);
      byte[] before = new byte[endOf(moves, false)];
      random.nextBytes(before);
      Files.write(path, before);
      AtomicIntegerArray busy = new AtomicIntegerArray(processes);
      ThreadedGroup.run(
          processes,
          group -> {
            TargetFile plain = PlainTarget.open(group, path, TargetFile.Mode.UPDATE);
            try (TargetFile target = new Counting(plain, busy, group.rank())) {
              new Moving(group, target, SHARE, "moving").run(moves);
            }
          });
      assertThat(Files.readAllBytes(path))
          .as("seed %d, file %d: %s", seed, i, moves)
          .isEqualTo(expected(before, moves));
      if (before.length > 2 * SHARE * processes) {
        for (int rank = 0; rank < processes; rank++) {
          assertThat(busy.get(rank)).as("seed %d: bytes of rank %d", seed, rank).isPositive();
        }
      }
    }
  }

  /** Counts what a rank writes, and sees that it is never more than its share at a time. */
  private static final class Counting extends ForwardingTarget {
    private final AtomicIntegerArray bytes;
    private final int rank;

    Counting(TargetFile plain, AtomicIntegerArray bytes, int rank) {
      super(plain);
      this.bytes = bytes;
      this.rank = rank;
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      assertThat(data.remaining()).isLessThanOrEqualTo(SHARE);
      bytes.addAndGet(rank, data.remaining());
      super.write(extents, data);
    }
  }

  @Test
  void whatOneCannotMoveFailsInAll() throws Exception {
    Path path = Files.write(directory.resolve("failing"), new byte[50_000]);
    List<Move> moves = List.of(new Move(0, 10, 50_000, 1, 0, 0));
    ThreadedGroup.run(
        3,
        group -> {
          TargetFile plain = PlainTarget.open(group, path, TargetFile.Mode.UPDATE);
          try (TargetFile target = group.rank() == 1 ? new Failing(plain) : plain) {
            NcException told =
                catchThrowableOfType(
                    NcException.class, () -> new Moving(group, target, SHARE, "moving").run(moves));
            assertThat(told.error()).isEqualTo(NcError.NC_EWRITE);
            assertThat(told).hasMessageContaining("no room");
          }
        });
  }

  private static final class Failing extends ForwardingTarget {
    private int left = 4;

    Failing(TargetFile plain) {
      super(plain);
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      if (left-- == 0) {
        throw new IOException("no room");
      }
      super.write(extents, data);
    }
  }
}
