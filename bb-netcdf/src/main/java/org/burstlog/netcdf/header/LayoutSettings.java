package org.burstlog.netcdf.header;

import java.util.Map;

/**
 * How variables are placed in a file: on which boundaries, and with how much room for later growth.
 *
 * <p>Boundaries are rounded up to a multiple of 4, which the format demands. They and the free
 * space hold where something is placed anew; what lies in a file already is moved only when its
 * place is needed.
 *
 * @param headerAlign boundary of the end of the header, where the variables begin
 * @param variableAlign boundary of the begin of each variable without records
 * @param recordAlign boundary of the begin of the records
 * @param headerFree bytes kept free behind the header
 * @param variableFree bytes kept free between the variables without records and the records
 */
public record LayoutSettings(
    long headerAlign, long variableAlign, long recordAlign, long headerFree, long variableFree) {

  /** No gaps at all: what the netCDF library does unless told otherwise. */
  public static final LayoutSettings COMPACT = new LayoutSettings(4, 4, 4, 0, 0);

  private static final String HEADER_HINT = "nc_header_align_size";
  private static final String VARIABLE_HINT = "nc_var_align_size";
  private static final String RECORD_HINT = "nc_record_align_size";

  /**
   * Checks and rounds.
   *
   * @param headerAlign boundary of the end of the header
   * @param variableAlign boundary of each variable without records
   * @param recordAlign boundary of the records
   * @param headerFree bytes kept free behind the header
   * @param variableFree bytes kept free before the records
   * @throws IllegalArgumentException when a value is negative or past 2^62
   */
  public LayoutSettings {
    headerAlign = boundary(headerAlign);
    variableAlign = boundary(variableAlign);
    recordAlign = boundary(recordAlign);
    checkRange(headerFree);
    checkRange(variableFree);
  }

  /**
   * Takes boundaries from PnetCDF's hints {@code nc_header_align_size}, {@code nc_var_align_size}
   * and {@code nc_record_align_size}; other hints are left to others. As there, 0 stands for no
   * wish.
   *
   * @param hints names and values
   * @return these settings with what the hints say
   * @throws NcException NC_EINVAL when a value is not a number of bytes
   */
  public LayoutSettings withHints(Map<String, String> hints) throws NcException {
    return new LayoutSettings(
        hint(hints, HEADER_HINT, headerAlign),
        hint(hints, VARIABLE_HINT, variableAlign),
        hint(hints, RECORD_HINT, recordAlign),
        headerFree,
        variableFree);
  }

  private static long hint(Map<String, String> hints, String name, long otherwise)
      throws NcException {
    String value = hints.get(name);
    if (value == null) {
      return otherwise;
    }
    try {
      long bytes = Long.parseLong(value.strip());
      if (bytes >= 0 && bytes <= 1L << 62) {
        return bytes == 0 ? otherwise : bytes;
      }
    } catch (NumberFormatException e) {
      throw badHint(name, value);
    }
    throw badHint(name, value);
  }

  private static NcException badHint(String name, String value) {
    return new NcException(
            NcError.NC_EINVAL, "hint " + name + " is '" + value + "', not a number of bytes")
        .remedy("write it as a decimal number, such as 1048576");
  }

  private static long boundary(long align) {
    checkRange(align);
    return Math.max((align + 3) & ~3L, 4);
  }

  private static void checkRange(long bytes) {
    if (bytes < 0 || bytes > 1L << 62) {
      throw new IllegalArgumentException(bytes + " bytes are not within 0 and 2^62");
    }
  }
}
