package org.burstlog.netcdf.convert;

import org.burstlog.netcdf.header.NcType;

/**
 * The second half of a conversion: longs or doubles become what is asked for, checked for range.
 *
 * <p>A block is converted whole in loops without branches; only when a value in it did not fit is
 * it gone through again for those that did not.
 */
final class Narrowing {
  /** Every value fits. */
  static final int ALL_FIT = -1;

  private static final double TWO_63 = 0x1p63;

  private Narrowing() {}

  /** The lowest value of an integer type. */
  static long lowest(NcType type) {
    return switch (type) {
      case BYTE -> Byte.MIN_VALUE;
      case SHORT -> Short.MIN_VALUE;
      case INT -> Integer.MIN_VALUE;
      case INT64 -> Long.MIN_VALUE;
      default -> 0;
    };
  }

  /** The highest value of an integer type that is also a long. */
  static long highest(NcType type) {
    return switch (type) {
      case BYTE -> Byte.MAX_VALUE;
      case UBYTE, CHAR -> 0xFF;
      case SHORT -> Short.MAX_VALUE;
      case USHORT -> 0xFFFF;
      case INT -> Integer.MAX_VALUE;
      case UINT -> 0xFFFF_FFFFL;
      default -> Long.MAX_VALUE;
    };
  }

  /**
   * Converts longs.
   *
   * @param start index of the first
   * @param unsigned they are unsigned: a negative one is 2^64 higher, and fits no integer type
   * @param to the type to convert to
   * @param out an array for elements of that type
   * @param fill bits to store for what does not fit
   * @return index of the first that does not, or {@link #ALL_FIT}
   */
  static int fromLongs(
      long[] in,
      int start,
      boolean unsigned,
      NcType to,
      Object out,
      int offset,
      int count,
      long fill) {
    switch (to) {
      case BYTE, UBYTE, CHAR -> toBytes(in, start, (byte[]) out, offset, count);
      case SHORT, USHORT -> toShorts(in, start, (short[]) out, offset, count);
      case INT, UINT -> toInts(in, start, (int[]) out, offset, count);
      case INT64, UINT64 -> System.arraycopy(in, start, out, offset, count);
      case FLOAT -> toFloats(in, start, unsigned, (float[]) out, offset, count);
      case DOUBLE -> toDoubles(in, start, unsigned, (double[]) out, offset, count);
    }
    if (!Widening.isInteger(to)) {
      return ALL_FIT;
    }
    long low = unsigned ? 0 : lowest(to);
    long high = highest(to);
    if (low == Long.MIN_VALUE) {
      return ALL_FIT;
    }
    // Where a difference overflows it is negative too, and so is one of a value that does not fit.
    long outside = 0;
    for (int i = 0; i < count; i++) {
      outside |= (in[start + i] - low) | (high - in[start + i]);
    }
    if (outside >= 0) {
      return ALL_FIT;
    }
    int first = ALL_FIT;
    for (int i = count - 1; i >= 0; i--) {
      if (in[start + i] < low || in[start + i] > high) {
        Memory.set(to, out, offset + i, fill);
        first = i;
      }
    }
    return first;
  }

  /**
   * Converts doubles; fractions are cut off. What is not a number fits no integer type, what is
   * infinite fits no type.
   *
   * @param start index of the first
   * @param to the type to convert to
   * @param out an array for elements of that type
   * @param fill bits to store for what does not fit
   * @return index of the first that does not, or {@link #ALL_FIT}
   */
  static int fromDoubles(
      double[] in, int start, NcType to, Object out, int offset, int count, long fill) {
    switch (to) {
      case BYTE, UBYTE, CHAR -> toBytes(in, start, (byte[]) out, offset, count);
      case SHORT, USHORT -> toShorts(in, start, (short[]) out, offset, count);
      case INT -> toInts(in, start, (int[]) out, offset, count);
      case UINT -> toUnsignedInts(in, start, (int[]) out, offset, count);
      case INT64 -> toLongs(in, start, (long[]) out, offset, count);
      case UINT64 -> toUnsignedLongs(in, start, (long[]) out, offset, count);
      case FLOAT -> toFloats(in, start, (float[]) out, offset, count);
      case DOUBLE -> System.arraycopy(in, start, out, offset, count);
    }
    double low;
    double high;
    boolean integer = Widening.isInteger(to);
    if (integer) {
      low = lowest(to);
      // The highest 64-bit values round up to a power of two, which is let pass and stored as them.
      high = to == NcType.UINT64 ? 2 * TWO_63 : highest(to);
    } else {
      high = to == NcType.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE;
      low = -high;
    }
    int fit = 0;
    for (int i = 0; i < count; i++) {
      fit += in[start + i] >= low && in[start + i] <= high ? 1 : 0;
    }
    if (fit == count) {
      return ALL_FIT;
    }
    int first = ALL_FIT;
    for (int i = count - 1; i >= 0; i--) {
      if (integer
          ? !(in[start + i] >= low && in[start + i] <= high)
          : in[start + i] < low || in[start + i] > high) {
        Memory.set(to, out, offset + i, fill);
        first = i;
      }
    }
    return first;
  }

  private static void toBytes(long[] in, int start, byte[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (byte) in[start + i];
    }
  }

  private static void toShorts(long[] in, int start, short[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (short) in[start + i];
    }
  }

  private static void toInts(long[] in, int start, int[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (int) in[start + i];
    }
  }

  private static void toFloats(
      long[] in, int start, boolean unsigned, float[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      long value = in[start + i];
      // Halved, with the lost bit kept for rounding, an unsigned value is a signed one.
      out[offset + i] =
          unsigned && value < 0 ? 2 * (float) ((value >>> 1) | (value & 1)) : (float) value;
    }
  }

  private static void toDoubles(
      long[] in, int start, boolean unsigned, double[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      long value = in[start + i];
      out[offset + i] =
          unsigned && value < 0 ? 2 * (double) ((value >>> 1) | (value & 1)) : (double) value;
    }
  }

  private static void toBytes(double[] in, int start, byte[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (byte) (int) in[start + i];
    }
  }

  private static void toShorts(double[] in, int start, short[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (short) (int) in[start + i];
    }
  }

  private static void toInts(double[] in, int start, int[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (int) in[start + i];
    }
  }

  private static void toUnsignedInts(double[] in, int start, int[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (int) (long) in[start + i];
    }
  }

  private static void toLongs(double[] in, int start, long[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (long) in[start + i];
    }
  }

  private static void toUnsignedLongs(double[] in, int start, long[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      double value = in[start + i];
      out[offset + i] = value < TWO_63 ? (long) value : (long) (value - TWO_63) ^ Long.MIN_VALUE;
    }
  }

  private static void toFloats(double[] in, int start, float[] out, int offset, int count) {
    for (int i = 0; i < count; i++) {
      out[offset + i] = (float) in[start + i];
    }
  }
}
