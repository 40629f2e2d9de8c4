package org.burstlog.netcdf.header;

import java.util.List;

/**
 * The padded sizes of a header's variables, checked against what its format version can hold.
 *
 * <p>In CDF-1 and CDF-2 a variable, or one record of it, is at most 2^31 - 4 or 2^32 - 4 bytes; but
 * the last variable without records may be larger if there is no record variable, and so may the
 * last record variable. In CDF-5 none may be larger than 2^63 - 4.
 */
final class VariableSizes {
  private final long[] padded;
  private final long recordSize;
  private final long paddedRecordSize;

  private VariableSizes(long[] padded, long recordSize, long paddedRecordSize) {
    this.padded = padded;
    this.recordSize = recordSize;
    this.paddedRecordSize = paddedRecordSize;
  }

  static VariableSizes of(Header header) throws NcException {
    List<Variable> variables = header.variables();
    long[] padded = new long[variables.size()];
    long recordSize = 0;
    int lastFixed = -1;
    int lastRecord = -1;
    int recordVariables = 0;
    for (Variable variable : variables) {
      int id = variable.id();
      long bytes = variable.bytes();
      if (bytes < 0) {
        throw tooLarge(variable, "is larger than 2^63 - 4 bytes");
      }
      padded[id] = pad(bytes);
      if (variable.isRecord()) {
        lastRecord = id;
        recordVariables++;
        recordSize += padded[id];
        if (recordSize < 0) {
          throw tooLarge(variable, "makes a record larger than 2^63 bytes");
        }
      } else {
        lastFixed = id;
      }
    }
    int mayBeLarger = lastRecord >= 0 ? lastRecord : lastFixed;
    for (Variable variable : variables) {
      if (variable.id() != mayBeLarger) {
        checkSize(variable, header.version().maxSize());
      }
    }
    long unpadded = recordVariables == 1 ? variables.get(lastRecord).bytes() : recordSize;
    return new VariableSizes(padded, unpadded, recordSize);
  }

  private static void checkSize(Variable variable, long most) throws NcException {
    long bytes = variable.bytes();
    if (bytes > most) {
      String where = variable.isRecord() ? " in each record" : "";
      throw tooLarge(
          variable, "has " + bytes + " bytes" + where + ", over " + most + ", and is not the last");
    }
  }

  static long pad(long bytes) {
    return (bytes + 3) & ~3L;
  }

  /** Size of a variable or of one record of it, padded. */
  long padded(int variable) {
    return padded[variable];
  }

  /** From one record to the next: not padded where there is only one record variable. */
  long recordSize() {
    return recordSize;
  }

  /** The sum of all padded slices. */
  long paddedRecordSize() {
    return paddedRecordSize;
  }

  static NcException tooLarge(Variable variable, String what) {
    return new NcException(NcError.NC_EVARSIZE, what).variable(variable.name());
  }
}
