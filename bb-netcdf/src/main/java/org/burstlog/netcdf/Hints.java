package org.burstlog.netcdf;

import java.util.HashMap;
import java.util.Map;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;

/** Hints as PnetCDF's environment variable has them: {@code name=value;name=value}. */
final class Hints {
  private Hints() {}

  static Map<String, String> parse(String text) throws NcException {
    Map<String, String> hints = new HashMap<>();
    for (String hint : text.split(";", -1)) {
      if (hint.isBlank()) {
        continue;
      }
      int equals = hint.indexOf('=');
      if (equals < 1) {
        throw new NcException(
                NcError.NC_EINVAL, "'" + hint.strip() + "' in PNETCDF_HINTS is no hint")
            .remedy("write name=value;name=value");
      }
      hints.put(hint.substring(0, equals).strip(), hint.substring(equals + 1).strip());
    }
    return hints;
  }
}
