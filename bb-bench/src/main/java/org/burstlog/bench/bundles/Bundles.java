package org.burstlog.bench.bundles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.header.NcType;

/**
 * Files of planes of floats. Some variables are one plane, one has all the others. Each plane is
 * cut in two dimensions, and each process has one piece of it.
 *
 * @param planes planes of all files
 * @param edge elements of a plane in each dimension
 * @param rows processes along the first dimension of a plane
 * @param columns processes along the second
 */
record Bundles(int planes, int edge, int rows, int columns) {
  /** Shares of the files in all planes, in hundredths. */
  private static final int[] SHARES = {30, 20, 15, 12, 10, 8, 5};

  /** Of so many planes one is a variable of its own. */
  private static final int FLAT = 4;

  /** Elements whose values differ. */
  private static final int PRIME = 1_000_003;

  /** Cuts planes as evenly as can be. */
  static Bundles of(int planes, int edge, int processes) throws BurstlogException {
    int rows = (int) Math.sqrt(processes);
    while (processes % rows != 0) {
      rows--;
    }
    Bundles made = new Bundles(planes, edge, rows, processes / rows);
    if (edge % made.rows != 0 || edge % made.columns != 0 || planes < 1) {
      throw new BurstlogException(
          planes
              + " planes with edges of "
              + edge
              + " elements cannot be cut for "
              + processes
              + " processes; choose an edge that "
              + made.rows
              + " and "
              + made.columns
              + " divide");
    }
    return made;
  }

  int files() {
    return SHARES.length;
  }

  /** How many planes a file has. */
  int planesOf(int file) {
    return Math.max(1, planes * SHARES[file] / 100);
  }

  private int flatOf(int file) {
    return (planesOf(file) + FLAT - 1) / FLAT;
  }

  /** The most planes of any file. */
  int mostPlanes() {
    return planesOf(0);
  }

  int height() {
    return edge / rows;
  }

  int width() {
    return edge / columns;
  }

  long bytes() {
    long all = 0;
    for (int file = 0; file < files(); file++) {
      all += planesOf(file);
    }
    return all * edge * edge * Float.BYTES;
  }

  int firstRow(int rank) {
    return rank / columns * height();
  }

  int firstColumn(int rank) {
    return rank % columns * width();
  }

  /** Defines the variables of a file. */
  void define(NcFile file, int number) throws IOException {
    NcDimension lat = file.defineDimension("lat", edge);
    NcDimension lon = file.defineDimension("lon", edge);
    int flat = flatOf(number);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < flat; i++) {
      names.add(file.defineVariable("flat" + i, NcType.FLOAT, lat, lon).name());
    }
    int deep = planesOf(number) - flat;
    if (deep > 0) {
      NcDimension level = file.defineDimension("lev", deep);
      names.add(file.defineVariable("deep", NcType.FLOAT, level, lat, lon).name());
    }
    assert names.size() <= planesOf(number);
    file.endDefine();
  }

  /** Puts a part of one plane of a file. */
  interface Put {
    void put(String variable, Region region, float[] values) throws IOException;
  }

  /** Puts a part of a plane where it belongs. */
  void put(int file, int plane, int row, int column, int height, int width, float[] values, Put put)
      throws IOException {
    int flat = flatOf(file);
    if (plane < flat) {
      put.put(
          "flat" + plane, Region.of(new long[] {row, column}, new long[] {height, width}), values);
    } else {
      put.put(
          "deep",
          Region.of(new long[] {plane - flat, row, column}, new long[] {1, height, width}),
          values);
    }
  }

  /** Computes what a process has of a plane. */
  void fill(int step, int file, int plane, int rank, float[] values) {
    long base = ((step * 31L + file) * 1009 + plane) * edge;
    int at = 0;
    for (int row = firstRow(rank); row < firstRow(rank) + height(); row++) {
      for (int column = firstColumn(rank); column < firstColumn(rank) + width(); column++) {
        values[at++] = (int) (((base + row) * edge + column) % PRIME);
      }
    }
  }
}
