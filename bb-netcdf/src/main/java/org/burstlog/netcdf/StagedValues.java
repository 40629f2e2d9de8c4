package org.burstlog.netcdf;

import org.burstlog.array.Region;
import org.burstlog.array.memory.PiecewiseValues;
import org.burstlog.netcdf.convert.Conversion;

/**
 * Values of a put that cannot be used as they are in the user's memory: they lie apart, or are of
 * another type. They are brought together in the file's type a piece at a time, while they are
 * copied to where they go, so that they are not written to memory and read from it once more.
 */
final class StagedValues implements PiecewiseValues {
  /** Bytes of a piece: what was brought together is in the first-level cache when it is copied. */
  static final int PIECE = 1 << 14;

  private final Staging staging;
  private final int width;
  private final Object piece;
  private long unfit = Conversion.ALL_FIT;

  /**
   * Brings nothing together yet.
   *
   * @param region at least one element
   * @param values where in the user's memory they are
   * @param piece memory of the file's type for some of them; may serve several, one after the other
   */
  StagedValues(Region region, NcMemory values, Conversion conversion, Object piece) {
    this.staging = new Staging(region, values, conversion);
    this.width = conversion.file().size();
    this.piece = piece;
  }

  @Override
  public int bring(long offset, int length) {
    int count = Math.min(length, PIECE) / width;
    long outside = staging.write(offset / width, count, piece);
    if (outside != Conversion.ALL_FIT && (unfit == Conversion.ALL_FIT || outside < unfit)) {
      unfit = outside;
    }
    return count * width;
  }

  @Override
  public Object piece() {
    return piece;
  }

  /** The first element that did not fit, of all that were brought together so far. */
  long unfit() {
    return unfit;
  }
}
