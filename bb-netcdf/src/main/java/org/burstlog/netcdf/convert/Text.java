package org.burstlog.netcdf.convert;

import java.nio.charset.StandardCharsets;

/** Strings as the bytes of a variable of type NC_CHAR. */
public final class Text {
  private Text() {}

  /**
   * Returns the bytes to store.
   *
   * @param text the text
   * @return its UTF-8, one element a byte
   */
  public static byte[] encode(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the text in bytes that were stored.
   *
   * @param bytes UTF-8, perhaps filled up with zero bytes
   * @return the text up to the first zero byte; what is not UTF-8 is replaced
   */
  public static String decode(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
