package org.burstlog.netcdf.header;

/**
 * A version of the classic netCDF file format: how wide the numbers of its header are, and so how
 * large things may be.
 *
 * <p>All of a header's integers are big-endian. Counts, lengths and sizes ({@code NON_NEG}) are 4
 * bytes wide, 8 in CDF-5; the offset at which a variable begins is 4 bytes wide in CDF-1 and 8 in
 * the others.
 */
public enum CdfVersion {
  /** The original format: a variable begins below 2 GiB. */
  CDF1(1, 4, 4, Integer.MAX_VALUE - 3L, Integer.MAX_VALUE - 3L, Integer.MAX_VALUE),

  /** 64-bit offsets: variables begin anywhere, but each is smaller than 4 GiB. */
  CDF2(2, 4, 8, 0xFFFF_FFFFL - 3, 0xFFFF_FFFFL - 3, Long.MAX_VALUE),

  /** 64-bit data: five more types, and no limit below 2^63. */
  CDF5(5, 8, 8, Long.MAX_VALUE, Long.MAX_VALUE - 3, Long.MAX_VALUE);

  private final int number;
  private final int countBytes;
  private final int offsetBytes;
  private final long maxDimension;
  private final long maxSize;
  private final long maxBegin;

  CdfVersion(
      int number, int countBytes, int offsetBytes, long maxDimension, long maxSize, long maxBegin) {
    this.number = number;
    this.countBytes = countBytes;
    this.offsetBytes = offsetBytes;
    this.maxDimension = maxDimension;
    this.maxSize = maxSize;
    this.maxBegin = maxBegin;
  }

  /**
   * Returns the number in the file's fourth byte.
   *
   * @return 1, 2 or 5
   */
  public int number() {
    return number;
  }

  /**
   * Returns how wide counts, lengths and sizes are.
   *
   * @return 4 or 8 bytes
   */
  public int countBytes() {
    return countBytes;
  }

  /**
   * Returns how wide the begin of a variable is.
   *
   * @return 4 or 8 bytes
   */
  public int offsetBytes() {
    return offsetBytes;
  }

  /**
   * Returns the longest dimension that may be defined.
   *
   * @return the limit; beyond it defining is {@link NcError#NC_EDIMSIZE}
   */
  public long maxDimension() {
    return maxDimension;
  }

  /**
   * Returns the size up to which a variable, or one record of it, may be followed by another.
   *
   * @return bytes; in CDF-1 and CDF-2 only the last variable may be larger
   */
  public long maxSize() {
    return maxSize;
  }

  /**
   * Returns the highest offset at which a variable may begin.
   *
   * @return the limit; beyond it laying out is {@link NcError#NC_EVARSIZE}
   */
  public long maxBegin() {
    return maxBegin;
  }

  /**
   * Tells whether variables and attributes of a type may be in a file of this version.
   *
   * @param type the external type
   * @return true unless the type came with a later version
   */
  public boolean allows(NcType type) {
    return number >= type.since();
  }
}
