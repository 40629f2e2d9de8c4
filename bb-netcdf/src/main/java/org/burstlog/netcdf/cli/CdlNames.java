package org.burstlog.netcdf.cli;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.burstlog.cli.Words;

/** Names as netCDF's text form has them: with a backslash before what means something there. */
final class CdlNames {
  private static final String SPECIAL = " !\"#$%&'()*,:;<=>?[\\]^`{|}~/";

  private CdlNames() {}

  static String of(String name) {
    StringBuilder text = new StringBuilder();
    name.codePoints()
        .forEach(
            c -> {
              boolean begins = text.length() == 0;
              if (!Words.isShown(c)) {
                for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                  text.append(String.format(Locale.ROOT, "\\%%%02x", b & 0xFF));
                }
                return;
              }
              if (SPECIAL.indexOf(c) >= 0 || (begins && c >= '0' && c <= '9')) {
                text.append('\\');
              }
              text.appendCodePoint(c);
            });
    return text.toString();
  }
}
