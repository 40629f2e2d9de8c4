package org.burstlog.guard.code;

import java.util.Arrays;

/** Small square matrices over the {@link Field}, a row after the other. */
final class Matrix {
  private Matrix() {}

  /**
   * Inverts a matrix by elimination; it is spoiled.
   *
   * @throws ArithmeticException when it has no inverse
   */
  static int[][] invert(int[][] matrix) {
    int size = matrix.length;
    int[][] inverse = new int[size][size];
    Arrays.setAll(inverse, i -> unit(size, i));
    for (int column = 0; column < size; column++) {
      int pivot = column;
      while (pivot < size && matrix[pivot][column] == 0) {
        pivot++;
      }
      if (pivot == size) {
        throw new ArithmeticException("a matrix without an inverse");
      }
      swap(matrix, pivot, column);
      swap(inverse, pivot, column);
      int factor = Field.inverse(matrix[column][column]);
      scale(matrix[column], factor);
      scale(inverse[column], factor);
      for (int row = 0; row < size; row++) {
        int times = matrix[row][column];
        if (row != column && times != 0) {
          add(matrix[row], matrix[column], times);
          add(inverse[row], inverse[column], times);
        }
      }
    }
    return inverse;
  }

  private static int[] unit(int size, int at) {
    int[] row = new int[size];
    row[at] = 1;
    return row;
  }

  private static void swap(int[][] rows, int a, int b) {
    int[] row = rows[a];
    rows[a] = rows[b];
    rows[b] = row;
  }

  private static void scale(int[] row, int factor) {
    Arrays.setAll(row, i -> Field.times(row[i], factor));
  }

  private static void add(int[] into, int[] row, int factor) {
    for (int i = 0; i < into.length; i++) {
      into[i] ^= Field.times(row[i], factor);
    }
  }
}
