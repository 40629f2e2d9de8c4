package org.burstlog.netcdfjava.values;

import java.lang.reflect.Array;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.header.NcType;
import ucar.ma2.Index;
import ucar.ma2.IndexIterator;

/**
 * The values of NetCDF-Java's arrays as memory that a variable is put from.
 *
 * <p>An array whose elements have the variable's type and lie side by side is taken as it is.
 * Others are copied in the order in which NetCDF-Java itself goes through them, and converted as it
 * does: by the casts of Java.
 */
public final class ArrayMemory {
  private ArrayMemory() {}

  /**
   * Returns the values of an array.
   *
   * @param values as many as are put
   * @param type the type of the variable
   * @return the array's own memory where that is possible
   */
  public static NcMemory of(ucar.ma2.Array values, NcType type) {
    return switch (type) {
      case BYTE, UBYTE -> of(values, byte.class);
      case CHAR -> NcMemory.of(characters(values)).text();
      case SHORT, USHORT -> of(values, short.class);
      case INT, UINT -> of(values, int.class);
      case INT64, UINT64 -> of(values, long.class);
      case FLOAT -> of(values, float.class);
      case DOUBLE -> of(values, double.class);
    };
  }

  private static NcMemory of(ucar.ma2.Array values, Class<?> type) {
    if (values.getElementType() != type || values.isConstant()) {
      return of(converted(values, type));
    }
    Object storage = values.getStorage();
    if (Array.getLength(storage) != values.getSize()) {
      int first = firstOfDense(values);
      if (first >= 0) {
        return of(storage).from(first);
      }
    }
    // The storage itself, when its elements are in order.
    return of(values.get1DJavaArray(type));
  }

  /** Where a part of a larger array begins whose elements lie side by side; -1 when they do not. */
  private static int firstOfDense(ucar.ma2.Array values) {
    Index index = values.getIndex();
    index.set(new int[index.getRank()]);
    int first = index.currentElement();
    long step = 1;
    for (int d = index.getRank() - 1; d >= 0; d--) {
      int length = index.getShape(d);
      if (length > 1) {
        index.setDim(d, 1);
        if (index.currentElement() - first != step) {
          return -1;
        }
        index.setDim(d, 0);
      }
      step *= length;
    }
    return first;
  }

  /** NetCDF-Java writes the low byte of each character. */
  private static byte[] characters(ucar.ma2.Array values) {
    if (values.getElementType() != char.class || values.isConstant()) {
      return (byte[]) converted(values, byte.class);
    }
    char[] characters = (char[]) values.get1DJavaArray(char.class);
    byte[] bytes = new byte[characters.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) characters[i];
    }
    return bytes;
  }

  private static Object converted(ucar.ma2.Array values, Class<?> type) {
    int length = Math.toIntExact(values.getSize());
    Object converted = Array.newInstance(type, length);
    IndexIterator each = values.getIndexIterator();
    for (int i = 0; i < length; i++) {
      if (converted instanceof byte[] bytes) {
        bytes[i] = each.getByteNext();
      } else if (converted instanceof short[] shorts) {
        shorts[i] = each.getShortNext();
      } else if (converted instanceof int[] ints) {
        ints[i] = each.getIntNext();
      } else if (converted instanceof long[] longs) {
        longs[i] = each.getLongNext();
      } else if (converted instanceof float[] floats) {
        floats[i] = each.getFloatNext();
      } else {
        ((double[]) converted)[i] = each.getDoubleNext();
      }
    }
    return converted;
  }

  /** A primitive array as memory. */
  static NcMemory of(Object array) {
    if (array instanceof byte[] bytes) {
      return NcMemory.of(bytes);
    } else if (array instanceof short[] shorts) {
      return NcMemory.of(shorts);
    } else if (array instanceof int[] ints) {
      return NcMemory.of(ints);
    } else if (array instanceof long[] longs) {
      return NcMemory.of(longs);
    } else if (array instanceof float[] floats) {
      return NcMemory.of(floats);
    }
    return NcMemory.of((double[]) array);
  }
}
