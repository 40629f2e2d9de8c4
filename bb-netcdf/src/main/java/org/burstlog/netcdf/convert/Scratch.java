package org.burstlog.netcdf.convert;

import org.burstlog.netcdf.header.NcType;

/**
 * What a conversion needs in between, one block at a time: small enough to stay in the processor's
 * cache, made once for each thread.
 */
final class Scratch {
  /** The most elements in a block. */
  static final int BLOCK = 512;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  final long[] longs = new long[BLOCK];
  final double[] doubles = new double[BLOCK];
  private final Object[] in = arrays();
  private final Object[] out = arrays();

  static Scratch get() {
    return OF_THREAD.get();
  }

  /** An array for elements of a type as they come from memory or file. */
  Object in(NcType type) {
    return in[type.code()];
  }

  /** An array for elements of a type as they go to memory or file. */
  Object out(NcType type) {
    return out[type.code()];
  }

  private static Object[] arrays() {
    NcType[] types = NcType.values();
    Object[] arrays = new Object[types.length + 1];
    byte[] bytes = new byte[BLOCK];
    short[] shorts = new short[BLOCK];
    int[] ints = new int[BLOCK];
    long[] longs = new long[BLOCK];
    float[] floats = new float[BLOCK];
    double[] doubles = new double[BLOCK];
    for (NcType type : types) {
      arrays[type.code()] =
          switch (type) {
            case BYTE, UBYTE, CHAR -> bytes;
            case SHORT, USHORT -> shorts;
            case INT, UINT -> ints;
            case INT64, UINT64 -> longs;
            case FLOAT -> floats;
            case DOUBLE -> doubles;
          };
    }
    return arrays;
  }
}
