package org.burstlog.bench.kernel;

import org.burstlog.array.Region;

/**
 * A field that is cut into one block a rank, as nearly square a grid of blocks as their number
 * allows.
 *
 * @param rows rows of the field
 * @param columns columns of the field
 * @param down how many blocks lie one below the other
 * @param across how many lie beside each other
 */
record Tiling(int rows, int columns, int down, int across) {
  static Tiling of(int rows, int columns, int ranks) {
    int down = (int) Math.sqrt(ranks);
    while (ranks % down != 0) {
      down--;
    }
    return new Tiling(rows, columns, down, ranks / down);
  }

  long elements() {
    return (long) rows * columns;
  }

  /** Elements of the largest block. */
  long largest() {
    return ((rows + down - 1L) / down) * ((columns + across - 1L) / across);
  }

  /** Puts the block of a rank into the last two dimensions of a region. */
  Region place(int rank, Region region) {
    cut(rank / across, down, rows, region, region.rank() - 2);
    cut(rank % across, across, columns, region, region.rank() - 1);
    return region;
  }

  private static void cut(int part, int parts, int length, Region region, int dimension) {
    long first = (long) length * part / parts;
    region.set(dimension, first, (long) length * (part + 1) / parts - first, 1);
  }
}
