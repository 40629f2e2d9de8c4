package org.burstlog.netcdf.convert;

import org.burstlog.netcdf.header.NcType;

/** The first half of a conversion: any number becomes a long or a double. */
final class Widening {
  private Widening() {}

  static boolean isInteger(NcType type) {
    return type != NcType.FLOAT && type != NcType.DOUBLE;
  }

  /** Integers of less than 64 bits as longs. */
  static void toLongs(NcType type, Object from, int offset, long[] to, int count) {
    switch (type) {
      case BYTE -> {
        byte[] in = (byte[]) from;
        for (int i = 0; i < count; i++) {
          to[i] = in[offset + i];
        }
      }
      case UBYTE, CHAR -> {
        byte[] in = (byte[]) from;
        for (int i = 0; i < count; i++) {
          to[i] = in[offset + i] & 0xFF;
        }
      }
      case SHORT -> {
        short[] in = (short[]) from;
        for (int i = 0; i < count; i++) {
          to[i] = in[offset + i];
        }
      }
      case USHORT -> {
        short[] in = (short[]) from;
        for (int i = 0; i < count; i++) {
          to[i] = in[offset + i] & 0xFFFF;
        }
      }
      case INT -> {
        int[] in = (int[]) from;
        for (int i = 0; i < count; i++) {
          to[i] = in[offset + i];
        }
      }
      case UINT -> {
        int[] in = (int[]) from;
        for (int i = 0; i < count; i++) {
          to[i] = in[offset + i] & 0xFFFF_FFFFL;
        }
      }
      default -> throw new IllegalArgumentException(type.symbol());
    }
  }

  /** Floats as doubles. */
  static void toDoubles(Object from, int offset, double[] to, int start, int count) {
    float[] in = (float[]) from;
    for (int i = 0; i < count; i++) {
      to[start + i] = in[offset + i];
    }
  }
}
