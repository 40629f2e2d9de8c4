package org.burstlog.netcdf.cli;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

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
              if (!isShown(c)) {
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

  /** Tells whether a terminal only shows a character, and does nothing else with it. */
  static boolean isShown(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
