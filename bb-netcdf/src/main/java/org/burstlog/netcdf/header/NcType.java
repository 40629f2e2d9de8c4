package org.burstlog.netcdf.header;

import org.jspecify.annotations.Nullable;

/**
 * An external type: what the elements of a variable or attribute are in the file.
 *
 * <p>Elements are big-endian in the file. Variables and attribute values are padded to a multiple
 * of four bytes, so only types of one or two bytes ever need padding.
 */
public enum NcType {
  /** Signed 8-bit integer. */
  BYTE(1, 1, 1, -127),
  /** One byte of text. */
  CHAR(2, 1, 1, 0),
  /** Signed 16-bit integer. */
  SHORT(3, 2, 1, -32767),
  /** Signed 32-bit integer. */
  INT(4, 4, 1, -2147483647),
  /** IEEE single precision. */
  FLOAT(5, 4, 1, Float.floatToRawIntBits(0x1.ep122f)),
  /** IEEE double precision. */
  DOUBLE(6, 8, 1, Double.doubleToRawLongBits(0x1.ep122)),
  /** Unsigned 8-bit integer. */
  UBYTE(7, 1, 5, 255),
  /** Unsigned 16-bit integer. */
  USHORT(8, 2, 5, 65535),
  /** Unsigned 32-bit integer. */
  UINT(9, 4, 5, 0xFFFF_FFFFL),
  /** Signed 64-bit integer. */
  INT64(10, 8, 5, -9223372036854775806L),
  /** Unsigned 64-bit integer. */
  UINT64(11, 8, 5, -2L);

  private static final NcType[] TYPES = values();

  private final int code;
  private final int size;
  private final int since;
  private final long fillBits;

  NcType(int code, int size, int since, long fillBits) {
    this.code = code;
    this.size = size;
    this.since = since;
    this.fillBits = fillBits;
  }

  /**
   * Finds a type by the number that stands for it in a header.
   *
   * @param code the number
   * @return the type, or null when there is none
   */
  public static @Nullable NcType ofCode(int code) {
    return code >= 1 && code <= TYPES.length ? TYPES[code - 1] : null;
  }

  /**
   * Returns the number that stands for this type in a header.
   *
   * @return 1 to 11
   */
  public int code() {
    return code;
  }

  /**
   * Returns the external size.
   *
   * @return bytes an element: 1, 2, 4 or 8
   */
  public int size() {
    return size;
  }

  /**
   * Returns the first format version with this type.
   *
   * @return 1 or 5
   */
  public int since() {
    return since;
  }

  /**
   * Returns the default fill value: what an element holds that was never written.
   *
   * @return its bits in the low bytes, signed integers sign-extended
   */
  public long fillBits() {
    return fillBits;
  }

  /**
   * Returns the name the type has in the C interface.
   *
   * @return such as {@code NC_INT64}
   */
  public String symbol() {
    return "NC_" + name();
  }
}
