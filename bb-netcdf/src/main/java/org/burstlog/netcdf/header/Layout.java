package org.burstlog.netcdf.header;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.array.Array;

/**
 * Where the variables of a file lie.
 *
 * <p>Behind the header come the variables without records, each padded to a multiple of four bytes,
 * then the records. A record holds one slice of each record variable, padded likewise; where there
 * is only one record variable, its records are not padded. Immutable.
 */
public final class Layout {
  private final Header header;
  private final long headerSize;
  private final long[] begins;
  private final long recordBegin;
  private final long recordSize;
  private final long fixedEnd;

  Layout(
      Header header,
      long headerSize,
      long[] begins,
      long recordBegin,
      long recordSize,
      long fixedEnd) {
    this.header = header;
    this.headerSize = headerSize;
    this.begins = begins;
    this.recordBegin = recordBegin;
    this.recordSize = recordSize;
    this.fixedEnd = fixedEnd;
  }

  /**
   * Lays out a new file.
   *
   * @param header what is defined
   * @param settings boundaries and free space
   * @return where everything lies
   * @throws NcException NC_EVARSIZE, naming the variable, when the format cannot hold one of that
   *     size there
   */
  public static Layout of(Header header, LayoutSettings settings) throws NcException {
    return new LayoutPlanner(header, settings).plan();
  }

  /** The layout that a file's header states, if such a file can be. */
  static Layout ofFile(Header header, long[] begins) throws NcException {
    VariableSizes sizes = VariableSizes.of(header);
    long headerSize = HeaderEncoder.size(header);
    long end = headerSize;
    for (Variable variable : byBegin(header, begins, false)) {
      end = place(variable, begins[variable.id()], end, sizes.padded(variable.id()));
    }
    long fixedEnd = end;
    long recordBegin = end;
    boolean first = true;
    for (Variable variable : byBegin(header, begins, true)) {
      if (first) {
        recordBegin = begins[variable.id()];
        first = false;
      }
      end = place(variable, begins[variable.id()], end, sizes.padded(variable.id()));
      if (end - recordBegin > sizes.paddedRecordSize()) {
        throw new NcException(
                NcError.NC_ENOTNC,
                "ends " + (end - recordBegin) + " bytes into a record of " + sizes.recordSize())
            .variable(variable.name());
      }
    }
    return new Layout(header, headerSize, begins, recordBegin, sizes.recordSize(), fixedEnd);
  }

  /** Checks that a variable begins behind all before it, and returns its end. */
  private static long place(Variable variable, long begin, long end, long size) throws NcException {
    if (begin < end) {
      throw new NcException(
              NcError.NC_ENOTNC, "begins at " + begin + ", but what lies before ends at " + end)
          .variable(variable.name());
    }
    if (size > Long.MAX_VALUE - begin) {
      throw new NcException(NcError.NC_ENOTNC, "begins at " + begin + " and ends past 2^63")
          .variable(variable.name());
    }
    return begin + size;
  }

  /** The variables with or without records in the order they lie in, whatever their places. */
  static List<Variable> byBegin(Header header, long[] begins, boolean record) {
    Stream<Variable> chosen = header.variables().stream().filter(v -> v.isRecord() == record);
    return chosen.sorted(Comparator.comparingLong(v -> begins[v.id()])).toList();
  }

  /**
   * Returns what is defined.
   *
   * @return the header
   */
  public Header header() {
    return header;
  }

  /**
   * Returns the length of the header itself.
   *
   * @return bytes, without what is kept free behind it
   */
  public long headerSize() {
    return headerSize;
  }

  /**
   * Returns where a variable begins.
   *
   * @param variable its place
   * @return offset of its first byte, for a record variable that of the first record
   */
  public long begin(int variable) {
    return begins[variable];
  }

  /**
   * Returns where the records begin.
   *
   * @return offset of the first record; where one would lie if there is no record variable
   */
  public long recordBegin() {
    return recordBegin;
  }

  /**
   * Returns the size of a record.
   *
   * @return bytes from one record to the next, 0 without record variables
   */
  public long recordSize() {
    return recordSize;
  }

  /**
   * Returns where the variables without records end.
   *
   * @return offset of the first byte behind them and their padding
   */
  public long fixedEnd() {
    return fixedEnd;
  }

  /**
   * Returns where the first variable begins, up to which the header may grow in place.
   *
   * @return an offset; the end of the header when there is no variable
   */
  public long dataBegin() {
    return Arrays.stream(begins).min().orElse(headerSize);
  }

  /**
   * Returns the size of a variable or of one record of it, padded.
   *
   * @param variable its place
   * @return bytes, a multiple of 4
   */
  public long paddedSize(int variable) {
    return VariableSizes.pad(header.variables().get(variable).bytes());
  }

  /**
   * Returns how long the file is when all is written.
   *
   * @param records the number of records
   * @return the offset of the first byte behind header, variables and records
   * @throws ArithmeticException when it is past 2^63
   */
  public long size(long records) {
    if (records == 0 || recordSize == 0) {
      return fixedEnd;
    }
    return Math.addExact(recordBegin, Math.multiplyExact(records, recordSize));
  }

  /**
   * Returns how many whole records a file of some length holds, which is what its header means when
   * it says {@link HeaderCodec#STREAMING}.
   *
   * @param fileSize length of the file
   * @return number of records
   */
  public long recordsIn(long fileSize) {
    return recordSize == 0 || fileSize <= recordBegin ? 0 : (fileSize - recordBegin) / recordSize;
  }

  /**
   * Returns how many records a file of some length has at least a byte of.
   *
   * @param fileSize length of the file
   * @return number of records, the last of which may not be whole
   */
  public long recordsBegunIn(long fileSize) {
    long whole = recordsIn(fileSize);
    return recordSize > 0 && fileSize > recordBegin + whole * recordSize ? whole + 1 : whole;
  }

  /**
   * Returns a variable as an array in the target.
   *
   * @param variable its place
   * @return the array; its first dimension is {@link Array#UNLIMITED} and has the record size as
   *     its step if the variable has records
   */
  public Array array(int variable) {
    Variable v = header.variables().get(variable);
    long[] steps = new long[v.rank()];
    long step = v.type().size();
    for (int d = steps.length - 1; d >= 0; d--) {
      boolean record = d == 0 && v.isRecord();
      steps[d] = record ? recordSize : step;
      step *= record ? 1 : v.shape(d);
    }
    return Array.strided(
        v.name(), begins[variable], v.type().size(), ByteOrder.BIG_ENDIAN, v.ownedShape(), steps);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Layout l
        && header.equals(l.header)
        && Arrays.equals(begins, l.begins)
        && recordSize == l.recordSize;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(begins);
  }

  @Override
  public String toString() {
    return "header "
        + headerSize
        + ", variables at "
        + Arrays.toString(begins)
        + ", records of "
        + recordSize;
  }
}
