package org.burstlog.netcdf.convert;

import java.nio.ByteBuffer;
import org.burstlog.array.memory.Elements;
import org.burstlog.netcdf.header.NcType;

/**
 * Moves elements, unchanged but for byte order, between plain arrays and the places they come from
 * or go to: byte buffers, and arrays in which they do not lie side by side.
 *
 * <p>Positions in a buffer are bytes and absolute; its own position is neither used nor changed.
 */
final class Memory {
  /** Up to so many elements, a loop is as fast as a block and makes no view of the buffer. */
  private static final int FEW = 16;

  private Memory() {}

  /** Copies from a buffer to an array, as one block of memory. */
  static void get(ByteBuffer from, int index, Object to, int offset, int count, int size) {
    if (to instanceof byte[] bytes) {
      from.get(index, bytes, offset, count);
      return;
    }
    if (count <= FEW) {
      gather(from, index, 1, to, offset, count);
      return;
    }
    elements(from, index, count, size).get(0, to, (long) offset * size, count * size, size);
  }

  /** Copies from an array to a buffer, as one block of memory. */
  static void put(Object from, int offset, ByteBuffer to, int index, int count, int size) {
    if (from instanceof byte[] bytes) {
      to.put(index, bytes, offset, count);
      return;
    }
    if (count <= FEW) {
      scatter(from, offset, to, index, 1, count);
      return;
    }
    elements(to, index, count, size).put(0, from, (long) offset * size, count * size, size);
  }

  /** Copies between buffers, swapping bytes where their orders differ. */
  static void copy(ByteBuffer from, int start, ByteBuffer to, int index, int count, int size) {
    if (size == 1 || from.order() == to.order()) {
      to.put(index, from, start, Math.multiplyExact(count, size));
    } else {
      elements(to, index, count, size)
          .copy(0, elements(from, start, count, size), 0, count * size, size);
    }
  }

  private static Elements elements(ByteBuffer buffer, int index, int count, int size) {
    return new Elements(buffer, index, Math.multiplyExact(count, size), buffer.order());
  }

  /** Copies between arrays, in each of which the elements lie as far apart as its step says. */
  static void copy(
      Object from, int start, int step, Object to, int target, int targetStep, int count) {
    if (step == 1 && targetStep == 1) {
      copyRows(from, start, /* fromStep= */ 0, to, target, /* toStep= */ 0, count, /* rows= */ 1);
      return;
    }
    int at = start;
    int put = target;
    if (from instanceof double[] in) {
      double[] out = (double[]) to;
      for (int i = 0; i < count; i++, at += step, put += targetStep) {
        out[put] = in[at];
      }
    } else if (from instanceof float[] in) {
      float[] out = (float[]) to;
      for (int i = 0; i < count; i++, at += step, put += targetStep) {
        out[put] = in[at];
      }
    } else if (from instanceof int[] in) {
      int[] out = (int[]) to;
      for (int i = 0; i < count; i++, at += step, put += targetStep) {
        out[put] = in[at];
      }
    } else if (from instanceof long[] in) {
      long[] out = (long[]) to;
      for (int i = 0; i < count; i++, at += step, put += targetStep) {
        out[put] = in[at];
      }
    } else if (from instanceof short[] in) {
      short[] out = (short[]) to;
      for (int i = 0; i < count; i++, at += step, put += targetStep) {
        out[put] = in[at];
      }
    } else {
      byte[] in = (byte[]) from;
      byte[] out = (byte[]) to;
      for (int i = 0; i < count; i++, at += step, put += targetStep) {
        out[put] = in[at];
      }
    }
  }

  /**
   * Copies rows of elements that lie side by side. Typed, as the virtual machine copies a short
   * array of a known type without a call.
   */
  static void copyRows(
      Object from,
      int start,
      int fromStep,
      Object to,
      int target,
      int toStep,
      int length,
      int rows) {
    int at = start;
    int put = target;
    if (from instanceof double[] in) {
      double[] out = (double[]) to;
      for (int i = 0; i < rows; i++, at += fromStep, put += toStep) {
        System.arraycopy(in, at, out, put, length);
      }
    } else if (from instanceof float[] in) {
      float[] out = (float[]) to;
      for (int i = 0; i < rows; i++, at += fromStep, put += toStep) {
        System.arraycopy(in, at, out, put, length);
      }
    } else if (from instanceof int[] in) {
      int[] out = (int[]) to;
      for (int i = 0; i < rows; i++, at += fromStep, put += toStep) {
        System.arraycopy(in, at, out, put, length);
      }
    } else if (from instanceof long[] in) {
      long[] out = (long[]) to;
      for (int i = 0; i < rows; i++, at += fromStep, put += toStep) {
        System.arraycopy(in, at, out, put, length);
      }
    } else if (from instanceof short[] in) {
      short[] out = (short[]) to;
      for (int i = 0; i < rows; i++, at += fromStep, put += toStep) {
        System.arraycopy(in, at, out, put, length);
      }
    } else {
      byte[] in = (byte[]) from;
      byte[] out = (byte[]) to;
      for (int i = 0; i < rows; i++, at += fromStep, put += toStep) {
        System.arraycopy(in, at, out, put, length);
      }
    }
  }

  /** Copies elements that lie {@code step} apart in a buffer to an array. */
  static void gather(ByteBuffer from, int index, int step, Object to, int offset, int count) {
    int at = index;
    int end = offset + count;
    if (to instanceof double[] out) {
      for (int i = offset; i < end; i++, at += step * Double.BYTES) {
        out[i] = from.getDouble(at);
      }
    } else if (to instanceof float[] out) {
      for (int i = offset; i < end; i++, at += step * Float.BYTES) {
        out[i] = from.getFloat(at);
      }
    } else if (to instanceof int[] out) {
      for (int i = offset; i < end; i++, at += step * Integer.BYTES) {
        out[i] = from.getInt(at);
      }
    } else if (to instanceof long[] out) {
      for (int i = offset; i < end; i++, at += step * Long.BYTES) {
        out[i] = from.getLong(at);
      }
    } else if (to instanceof short[] out) {
      for (int i = offset; i < end; i++, at += step * Short.BYTES) {
        out[i] = from.getShort(at);
      }
    } else {
      byte[] out = (byte[]) to;
      for (int i = offset; i < end; i++, at += step) {
        out[i] = from.get(at);
      }
    }
  }

  /** Copies an array to elements that lie {@code step} apart in a buffer. */
  static void scatter(Object from, int offset, ByteBuffer to, int index, int step, int count) {
    int at = index;
    int end = offset + count;
    if (from instanceof double[] in) {
      for (int i = offset; i < end; i++, at += step * Double.BYTES) {
        to.putDouble(at, in[i]);
      }
    } else if (from instanceof float[] in) {
      for (int i = offset; i < end; i++, at += step * Float.BYTES) {
        to.putFloat(at, in[i]);
      }
    } else if (from instanceof int[] in) {
      for (int i = offset; i < end; i++, at += step * Integer.BYTES) {
        to.putInt(at, in[i]);
      }
    } else if (from instanceof long[] in) {
      for (int i = offset; i < end; i++, at += step * Long.BYTES) {
        to.putLong(at, in[i]);
      }
    } else if (from instanceof short[] in) {
      for (int i = offset; i < end; i++, at += step * Short.BYTES) {
        to.putShort(at, in[i]);
      }
    } else {
      byte[] in = (byte[]) from;
      for (int i = offset; i < end; i++, at += step) {
        to.put(at, in[i]);
      }
    }
  }

  /** Sets one element of an array. */
  static void set(NcType type, Object array, int at, long bits) {
    switch (type) {
      case BYTE, UBYTE, CHAR -> ((byte[]) array)[at] = (byte) bits;
      case SHORT, USHORT -> ((short[]) array)[at] = (short) bits;
      case INT, UINT -> ((int[]) array)[at] = (int) bits;
      case INT64, UINT64 -> ((long[]) array)[at] = bits;
      case FLOAT -> ((float[]) array)[at] = Float.intBitsToFloat((int) bits);
      case DOUBLE -> ((double[]) array)[at] = Double.longBitsToDouble(bits);
    }
  }
}
