package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;

/**
 * What the ranks of a program do, as a function of a seed: put number so-and-so of a rank is always
 * the same, so that whoever knows how many were acknowledged knows the file.
 *
 * <p>Each rank writes bytes of its own, some columns of a matrix, again and again and through two
 * arrays that lie on the same bytes: one of 8-byte integers, big-endian, and one of 4-byte ones,
 * little-endian. Now and then a put is so large that a log writes it instead of storing it: then it
 * goes to the rank's row of a third array, behind the matrix. Values tell put, place and rank.
 */
final class Work {
  static final int RANKS = 4;
  static final int ROWS = 16;
  static final int BYTES_PER_RANK = 128;
  static final int ROW = RANKS * BYTES_PER_RANK;
  static final int OFFSET = 40;
  static final int BULK = OFFSET + ROWS * ROW;
  static final int BULK_ROW = 40_000;
  static final int SIZE = BULK + RANKS * BULK_ROW;

  static final List<Array> ARRAYS =
      List.of(
          Array.rowMajor("wide", OFFSET, Long.BYTES, ByteOrder.BIG_ENDIAN, ROWS, ROW / 8),
          Array.rowMajor("narrow", OFFSET, Integer.BYTES, ByteOrder.LITTLE_ENDIAN, ROWS, ROW / 4),
          Array.rowMajor("bulk", BULK, Long.BYTES, ByteOrder.BIG_ENDIAN, RANKS, BULK_ROW / 8));

  /** One put of so many goes to the third array. */
  private static final int BULK_EVERY = 25;

  /** Bytes from which a log writes a put, and more. */
  private static final int BULK_LEAST = 1 << 15;

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
      if (random.nextInt(BULK_EVERY) == 0) {
        array = 2;
        row = rank;
        rows = 1;
        stride = 1;
        columns = BULK_LEAST / width() + random.nextInt((BULK_ROW - BULK_LEAST) / width());
        column = random.nextInt(BULK_ROW / width() - columns);
        return;
      }
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

    /** The byte of the file where the element of a row and a column, both of this put, begins. */
    int at(int r, int c) {
      int first = array == 2 ? BULK : OFFSET;
      int rowLength = array == 2 ? BULK_ROW : ROW;
      return first + (row + r) * rowLength + (column + c * stride) * width();
    }

    long value(int i) {
      return number << 20 | (long) rank << 16 | i;
    }

    Region region() {
      return Region.of(
          new long[] {row, column}, new long[] {rows, columns}, new long[] {1, stride});
    }
  }

  /** Does one put of a rank. */
  void put(List<BufferedArray> arrays, int rank, long number) throws IOException {
    Op op = new Op(rank, number);
    if (op.width() == Long.BYTES) {
      long[] values = new long[op.rows * op.columns];
      for (int i = 0; i < values.length; i++) {
        values[i] = op.value(i);
      }
      arrays.get(op.array).put(op.region(), values);
    } else {
      int[] values = new int[op.rows * op.columns];
      for (int i = 0; i < values.length; i++) {
        values[i] = (int) op.value(i);
      }
      arrays.get(op.array).put(op.region(), values);
    }
  }

  /** Does one put of a rank to a picture of the file. */
  void apply(byte[] file, int rank, long number) {
    Op op = new Op(rank, number);
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ARRAYS.get(op.array).order());
    int i = 0;
    for (int r = 0; r < op.rows; r++) {
      for (int c = 0; c < op.columns; c++) {
        if (op.width() == Long.BYTES) {
          bytes.putLong(op.at(r, c), op.value(i++));
        } else {
          bytes.putInt(op.at(r, c), (int) op.value(i++));
        }
      }
    }
  }

  /** Tells how long the file is at least, with a put of a rank. */
  int end(int rank, long number) {
    Op op = new Op(rank, number);
    return op.at(op.rows - 1, op.columns - 1) + op.width();
  }

  /** How many puts a rank does between two drains. */
  int puts(int rank, int phase) {
    return 1 + new Random(seed + 31L * phase + 17L * rank).nextInt(40);
  }
}
