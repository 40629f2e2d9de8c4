package org.burstlog.netcdf;

import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/** Whether arguments are there that a call cannot do without. */
final class Arguments {
  private Arguments() {}

  static void require(@Nullable Object argument, String what) throws NcException {
    if (argument == null) {
      throw missing(what);
    }
  }

  static void requireName(@Nullable String name) throws NcException {
    if (name == null) {
      throw new NcException(NcError.NC_EBADNAME, "the name is null");
    }
  }

  /** The error of an argument that is null. */
  static NcException missing(String what) {
    return new NcException(NcError.NC_EINVAL, what + " is null").remedy("pass one");
  }

  /** The error of a region that is null, or of a list of regions. */
  static NcException noRegion(String variable) {
    return new NcException(NcError.NC_ENULLSTART, "the region is null").variable(variable);
  }
}
