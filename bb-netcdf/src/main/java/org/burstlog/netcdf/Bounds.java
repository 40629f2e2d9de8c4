package org.burstlog.netcdf;

import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.Variable;

/** Whether a region lies inside a variable: the one place where that is checked. */
final class Bounds {
  /** Instead of a number of records: there may be any. */
  static final long ANY = Long.MAX_VALUE;

  private Bounds() {}

  /**
   * Checks a region.
   *
   * @param records how many records may be accessed
   * @return the number of its elements
   */
  static long check(Variable variable, Region region, long records) throws NcException {
    if (region == null) {
      throw Arguments.noRegion(variable.name());
    }
    if (region.rank() != variable.rank()) {
      throw new NcException(
              NcError.NC_EINVAL,
              "the region has " + region.rank() + " dimensions, the variable " + variable.rank())
          .remedy("give start, count and stride for each dimension")
          .variable(variable.name());
    }
    long elements = 1;
    boolean empty = false;
    for (int d = 0; d < region.rank(); d++) {
      checkDimension(variable, region, d, records);
      empty |= region.count(d) == 0;
      elements *= region.count(d);
      if (elements > Integer.MAX_VALUE * 8L && !empty) {
        throw wrong(NcError.NC_EMAX_REQ, variable, region, d, "more elements than memory holds");
      }
    }
    return empty ? 0 : elements;
  }

  private static void checkDimension(Variable variable, Region region, int d, long records)
      throws NcException {
    long length = variable.shape(d) == Array.UNLIMITED ? records : variable.shape(d);
    long start = region.start(d);
    long count = region.count(d);
    long stride = region.stride(d);
    if (count < 0) {
      throw wrong(NcError.NC_ENEGATIVECNT, variable, region, d, "count " + count);
    }
    if (start < 0 || start > length || (start == length && count > 0)) {
      throw wrong(
          NcError.NC_EINVALCOORDS, variable, region, d, "start " + start + ", length " + length);
    }
    if (stride < 1) {
      throw wrong(NcError.NC_ESTRIDE, variable, region, d, "stride " + stride);
    }
    if (count > 0 && (count - 1 > (length - 1 - start) / stride)) {
      throw wrong(
          NcError.NC_EEDGE,
          variable,
          region,
          d,
          "start " + start + ", count " + count + ", stride " + stride + ", length " + length);
    }
  }

  private static NcException wrong(
      NcError error, Variable variable, Region region, int d, String what) {
    return new NcException(error, "dimension " + d + ": " + what + " (" + region + ")")
        .variable(variable.name())
        .index(region.start(d));
  }
}
