package org.burstlog.netcdf.convert;

import org.burstlog.netcdf.header.NcType;
import org.jspecify.annotations.Nullable;

/**
 * What the elements of an array or buffer in memory are.
 *
 * <p>Java has no unsigned numbers: the unsigned types say that the bits of a {@code byte}, {@code
 * short}, {@code int} or {@code long} are to be read as one. Text is one byte a character.
 */
public enum MemoryType {
  /** {@code byte}, signed. */
  BYTE(NcType.BYTE),
  /** {@code byte}, 0 to 255. */
  UNSIGNED_BYTE(NcType.UBYTE),
  /** {@code short}, signed. */
  SHORT(NcType.SHORT),
  /** {@code short}, 0 to 65535. */
  UNSIGNED_SHORT(NcType.USHORT),
  /** {@code int}, signed. */
  INT(NcType.INT),
  /** {@code int}, 0 to 2^32 - 1. */
  UNSIGNED_INT(NcType.UINT),
  /** {@code long}, signed. */
  LONG(NcType.INT64),
  /** {@code long}, 0 to 2^64 - 1. */
  UNSIGNED_LONG(NcType.UINT64),
  /** {@code float}. */
  FLOAT(NcType.FLOAT),
  /** {@code double}. */
  DOUBLE(NcType.DOUBLE),
  /** {@code byte}, or {@code char} up to 255, as text. */
  TEXT(NcType.CHAR);

  private final NcType same;

  MemoryType(NcType same) {
    this.same = same;
  }

  /**
   * Returns what an array holds unless its caller says otherwise.
   *
   * @param array an array
   * @return the signed type of its elements, text for {@code char}; null for any other object
   */
  public static @Nullable MemoryType of(Object array) {
    if (array instanceof double[]) {
      return DOUBLE;
    } else if (array instanceof float[]) {
      return FLOAT;
    } else if (array instanceof int[]) {
      return INT;
    } else if (array instanceof long[]) {
      return LONG;
    } else if (array instanceof short[]) {
      return SHORT;
    } else if (array instanceof byte[]) {
      return BYTE;
    }
    return array instanceof char[] ? TEXT : null;
  }

  /**
   * Returns the external type with the same values.
   *
   * @return the type to or from which nothing is converted
   */
  public NcType same() {
    return same;
  }

  /**
   * Returns the size in a byte buffer.
   *
   * @return bytes an element
   */
  public int size() {
    return same.size();
  }
}
