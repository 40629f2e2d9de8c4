package org.burstlog.netcdf.header;

/**
 * A dimension: a name and a length.
 *
 * @param name in normal form C, unique among the dimensions
 * @param length how many indices; {@link #UNLIMITED} when it grows as records are written
 */
public record Dimension(String name, long length) {
  /** The length that says a dimension has none, in the header and in the C interface. */
  public static final long UNLIMITED = 0;

  /**
   * Tells whether this is the record dimension.
   *
   * @return true when it grows as records are written
   */
  public boolean isUnlimited() {
    return length == UNLIMITED;
  }
}
