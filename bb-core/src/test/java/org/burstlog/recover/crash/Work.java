package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.burstlog.BufferedArray;
import org.burstlog.array.Array;
import org.burstlog.array.Region;

/**
 * What the ranks of a program do, as a function of a seed: put number so-and-so of a rank is always
 * the same, so that whoever knows how many were acknowledged knows the file.
 *
 * <p>Each rank writes bytes of its own, some columns of a matrix, again and again and through two
 * arrays that lie on the same bytes: one of 8-byte integers, big-endian, and one of 4-byte ones,
 * little-endian. Values tell put, place and rank.
 */
final class Work {
  static final int RANKS = 4;
  static final int ROWS = 16;
  static final int BYTES_PER_RANK = 128;
  static final int ROW = RANKS * BYTES_PER_RANK;
  static final int OFFSET = 40;
  static final int SIZE = OFFSET + ROWS * ROW;

  static final List<Array> ARRAYS =
      List.of(
          Array.rowMajor("wide", OFFSET, Long.BYTES, ByteOrder.BIG_ENDIAN, ROWS, ROW / 8),
          Array.rowMajor("narrow", OFFSET, Integer.BYTES, ByteOrder.LITTLE_ENDIAN, ROWS, ROW / 4));

  private final long seed;

  Work(long seed) {
    this.seed = seed;
  }

  /** One put. */
  private final class Op {
    final int array;
    final int row;
    final int rows;
    final int column;
    final int columns;
    final int stride;
    final long number;
    final int rank;

    Op(int rank, long number) {
      Random random = new Random(seed * 1_000_003 + rank * 7919L + number * 104_729);
      random.nextInt();
      this.rank = rank;
      this.number = number;
      array = random.nextInt(3) == 0 ? 1 : 0;
      int mine = BYTES_PER_RANK / width();
      row = random.nextInt(ROWS);
      rows = 1 + random.nextInt(Math.min(4, ROWS - row));
      stride = 1 + random.nextInt(2);
      int from = random.nextInt(mine);
      columns = 1 + random.nextInt((mine - from - 1) / stride + 1);
      column = rank * mine + from;
    }

    int width() {
      return ARRAYS.get(array).elementSize();
    }

    long value(int i) {
      return number << 16 | (long) rank << 12 | i;
    }

    Region region() {
      return Region.of(
          new long[] {row, column}, new long[] {rows, columns}, new long[] {1, stride});
    }
  }

  /** Does one put of a rank. */
  void put(List<BufferedArray> arrays, int rank, long number) throws IOException {
    Op op = new Op(rank, number);
    if (op.array == 0) {
      long[] values = new long[op.rows * op.columns];
      for (int i = 0; i < values.length; i++) {
        values[i] = op.value(i);
      }
      arrays.get(0).put(op.region(), values);
    } else {
      int[] values = new int[op.rows * op.columns];
      for (int i = 0; i < values.length; i++) {
        values[i] = (int) op.value(i);
      }
      arrays.get(1).put(op.region(), values);
    }
  }

  /** Does one put of a rank to a picture of the file. */
  void apply(byte[] file, int rank, long number) {
    Op op = new Op(rank, number);
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ARRAYS.get(op.array).order());
    int i = 0;
    for (int r = 0; r < op.rows; r++) {
      for (int c = 0; c < op.columns; c++) {
        int at = OFFSET + (op.row + r) * ROW + (op.column + c * op.stride) * op.width();
        if (op.array == 0) {
          bytes.putLong(at, op.value(i++));
        } else {
          bytes.putInt(at, (int) op.value(i++));
        }
      }
    }
  }

  /** How many puts a rank does between two drains. */
  int puts(int rank, int phase) {
    return 1 + new Random(seed + 31L * phase + 17L * rank).nextInt(40);
  }
}
