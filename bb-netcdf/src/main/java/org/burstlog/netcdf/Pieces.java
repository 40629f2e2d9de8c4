package org.burstlog.netcdf;

import java.io.IOException;
import org.burstlog.array.Region;

/** Cuts a region into pieces of bounded size that follow one another in row-major order. */
final class Pieces {
  private final Region whole;
  private final long most;
  private final Taker taker;
  private final long[] start;
  private final long[] count;
  private long done;

  /** Takes the pieces in turn. */
  interface Taker {
    /**
     * Takes a piece.
     *
     * @param first how many elements of the region come before it
     * @param elements how many it has
     */
    void take(Region piece, long first, long elements) throws IOException;
  }

  private Pieces(Region whole, long most, Taker taker) {
    this.whole = whole;
    this.most = most;
    this.taker = taker;
    start = new long[whole.rank()];
    count = new long[whole.rank()];
    for (int d = 0; d < whole.rank(); d++) {
      start[d] = whole.start(d);
      count[d] = whole.count(d);
    }
  }

  /**
   * Cuts.
   *
   * @param most the most elements of a piece
   */
  static void cut(Region region, long most, Taker taker) throws IOException {
    long elements = region.elements();
    if (elements <= most) {
      taker.take(region, 0, elements);
    } else {
      new Pieces(region, most, taker).cut(0, elements);
    }
  }

  /** Cuts what has one index only in each dimension before this one. */
  private void cut(int d, long elements) throws IOException {
    long row = elements / whole.count(d);
    long rows = Math.min(Math.max(1, most / row), whole.count(d));
    for (long i = 0; i < whole.count(d); i += rows) {
      start[d] = whole.start(d) + i * whole.stride(d);
      count[d] = Math.min(rows, whole.count(d) - i);
      if (row > most) {
        cut(d + 1, row);
      } else {
        Region piece = new Region(whole.rank());
        for (int k = 0; k < whole.rank(); k++) {
          piece.set(k, start[k], count[k], whole.stride(k));
        }
        long taken = count[d] * row;
        taker.take(piece, done, taken);
        done += taken;
      }
    }
    start[d] = whole.start(d);
    count[d] = whole.count(d);
  }
}
