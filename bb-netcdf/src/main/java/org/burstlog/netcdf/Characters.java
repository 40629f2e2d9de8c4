package org.burstlog.netcdf;

import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.netcdf.convert.Text;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;

/** Text as long as the place it goes to. */
final class Characters {
  private Characters() {}

  /** Text that does not fit is told by the call that puts it. */
  static NcMemory fit(String text, Region region, String variable) {
    if (text == null || region == null) {
      // Of a region that is null the put tells by itself.
      return NcMemory.of(text);
    }
    byte[] bytes = Text.encode(text);
    long elements;
    try {
      elements = region.elements();
    } catch (ArithmeticException e) {
      elements = Long.MAX_VALUE;
    }
    if (bytes.length > elements) {
      return NcMemory.wrong(
          new NcException(
                  NcError.NC_EEDGE,
                  "the text is " + bytes.length + " bytes of UTF-8, the region has " + elements)
              .variable(variable));
    }
    byte[] whole = Arrays.copyOf(bytes, (int) Math.min(elements, Integer.MAX_VALUE - 8));
    return NcMemory.of(whole).text();
  }
}
