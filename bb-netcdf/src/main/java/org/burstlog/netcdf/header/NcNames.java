package org.burstlog.netcdf.header;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;

/**
 * The rules for names of dimensions, variables and attributes.
 *
 * <p>A name begins with a letter, digit, underscore or any character beyond ASCII; goes on with any
 * character but a slash and control characters; does not end with a blank; and is at most {@value
 * #MAX_BYTES} bytes of UTF-8 in normal form C, so that names which look the same are the same.
 */
public final class NcNames {
  /** The longest name. */
  public static final int MAX_BYTES = 256;

  private NcNames() {}

  /**
   * Checks a name that is about to be defined.
   *
   * @param name the name
   * @return the name in normal form C
   * @throws NcException NC_EBADNAME or NC_EMAXNAME when a rule is broken
   */
  public static String check(String name) throws NcException {
    if (name == null || name.isEmpty()) {
      throw new NcException(NcError.NC_EBADNAME, "a name is " + (name == null ? "null" : "empty"));
    }
    String normal = Normalizer.normalize(name, Normalizer.Form.NFC);
    int bytes = utf8Length(normal);
    if (bytes > MAX_BYTES) {
      throw new NcException(
          NcError.NC_EMAXNAME, "name '" + shorten(normal) + "' is " + bytes + " bytes of UTF-8");
    }
    char first = normal.charAt(0);
    if (first < 0x80 && !isLetterOrDigit(first) && first != '_') {
      throw bad(normal, "begins with '" + printable(first) + "'");
    }
    for (int i = 1; i < normal.length(); i++) {
      char c = normal.charAt(i);
      if (c == '/' || c < ' ' || c == 0x7F) {
        throw bad(normal, "has '" + printable(c) + "' at index " + i);
      }
    }
    if (normal.endsWith(" ")) {
      throw bad(normal, "ends with a blank");
    }
    return normal;
  }

  /** The bytes of a name that was checked or read. */
  static byte[] encode(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * A name from a file. Only what could not be written back is refused: rules for new names were
   * different in the past and are in other libraries.
   */
  static String decode(byte[] bytes) throws NcException {
    if (bytes.length == 0) {
      throw new NcException(NcError.NC_EBADNAME, "a name is empty");
    }
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      String name = text.toString();
      if (name.indexOf('\0') >= 0) {
        throw new NcException(NcError.NC_EBADNAME, "a name has a zero byte");
      }
      return name;
    } catch (CharacterCodingException e) {
      throw new NcException(NcError.NC_EBADNAME, "a name is not UTF-8", e);
    }
  }

  private static int utf8Length(String normal) throws NcException {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(normal)).remaining();
    } catch (CharacterCodingException e) {
      throw new NcException(NcError.NC_EBADNAME, "a name has half a surrogate pair", e);
    }
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static NcException bad(String name, String what) {
    return new NcException(NcError.NC_EBADNAME, "name '" + printable(name) + "' " + what);
  }

  private static String shorten(String name) {
    return printable(name.substring(0, name.offsetByCodePoints(0, 40))) + "…";
  }

  private static String printable(char c) {
    return c < ' ' || c == 0x7F
        ? String.format(Locale.ROOT, "\\x%02x", (int) c)
        : String.valueOf(c);
  }

  private static String printable(String name) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      text.append(printable(name.charAt(i)));
    }
    return text.toString();
  }
}
