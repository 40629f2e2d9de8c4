package org.burstlog.netcdf.convert;

import java.nio.ByteBuffer;

/** Java characters as single bytes: those up to 255 are the bytes of the same number. */
final class Characters {
  private Characters() {}

  static int write(
      char[] from, int offset, int step, int count, ByteBuffer to, int index, byte fill) {
    int first = Conversion.ALL_FIT;
    for (int i = 0; i < count; i++) {
      char c = from[offset + i * step];
      if (c > 0xFF && first == Conversion.ALL_FIT) {
        first = i;
      }
      to.put(index + i, c > 0xFF ? fill : (byte) c);
    }
    return first;
  }

  static void read(ByteBuffer from, int index, char[] to, int offset, int step, int count) {
    for (int i = 0; i < count; i++) {
      to[offset + i * step] = (char) (from.get(index + i) & 0xFF);
    }
  }
}
