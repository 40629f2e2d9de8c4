package org.burstlog.netcdfjava.values;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.convert.MemoryType;
import org.burstlog.netcdf.header.NcType;
import ucar.ma2.DataType;
import ucar.ma2.InvalidRangeException;
import ucar.ma2.Range;
import ucar.ma2.Section;

/**
 * A variable that takes NetCDF-Java's arrays, and whose records are filled as NetCDF-Java fills
 * them.
 *
 * <p>NetCDF-Java fills each new record as a whole before a part of it is written. Here records are
 * filled when it turns out that a part of them was not written: before a write that leaves
 * something out, and at a flush. The file is the same, and the log takes values only.
 */
public final class FilledVariable {
  /** How many bytes are filled by one put or write. */
  private static final int MOST = 1 << 20;

  private final NcVariable variable;
  private final NcType type;

  /** Asked at each write. */
  private final boolean hasRecords;

  private final long[] shape;
  private final Region region;
  private final byte[] fill;

  /** Records before this one need no filling any more. */
  private long filled;

  /**
   * Makes one.
   *
   * @param variable what is put into
   * @param fill the value to fill with, as in the file
   * @param records how many need no filling
   */
  public FilledVariable(NcVariable variable, byte[] fill, long records) {
    this.variable = variable;
    this.fill = fill;
    type = variable.type();
    hasRecords = variable.isRecord();
    shape = variable.shape();
    region = new Region(variable.rank());
    filled = records;
  }

  /**
   * Tells whether it has records.
   *
   * @return true when its first dimension grows
   */
  public boolean hasRecords() {
    return hasRecords;
  }

  /**
   * Says from which record on this is to be filled.
   *
   * @param record the first; {@link Long#MAX_VALUE} for none
   */
  public void fillFrom(long record) {
    filled = record;
  }

  /**
   * Writes a section.
   *
   * @param section where
   * @param values as many as it has elements, or more
   * @throws IOException when that failed
   * @throws InvalidRangeException when the section is none of this variable
   */
  public void write(Section section, ucar.ma2.Array values)
      throws IOException, InvalidRangeException {
    boolean whole = take(section);
    if (hasRecords) {
      Range records = section.getRange(0);
      fillUpTo(whole ? records.first() : records.last() + 1L);
      filled = Math.max(filled, records.last() + 1L);
    }
    NcMemory memory = ArrayMemory.of(values, type);
    if (memory.length() < region.elements()) {
      throw new InvalidRangeException(
          section + " of " + variable.name() + " has more elements than there are values");
    }
    variable.put(region, memory);
  }

  /** Takes the region of a section, and tells whether it covers its records. */
  private boolean take(Section section) throws InvalidRangeException {
    if (section.getRank() != shape.length) {
      throw new InvalidRangeException(section + " has not the rank of " + variable.name());
    }
    boolean whole = true;
    for (int d = 0; d < shape.length; d++) {
      Range range = section.getRange(d);
      region.set(d, range.first(), range.length(), range.stride());
      whole &= range.stride() == 1 && (d == 0 || range.length() == shape[d]);
    }
    return whole;
  }

  /**
   * Fills what was not written of records.
   *
   * @param record the first that is not filled
   * @throws IOException when that failed
   */
  public void fillUpTo(long record) throws IOException {
    if (!hasRecords || filled >= record) {
      return;
    }
    long[] start = new long[shape.length];
    long[] count = shape.clone();
    start[0] = filled;
    count[0] = record - filled;
    long elements = Math.min(MOST / fill.length, Region.of(start, count).elements());
    fill(start, count, NcMemory.of(pattern(elements), memoryType()));
    filled = record;
  }

  private void fill(long[] start, long[] count, NcMemory memory) throws IOException {
    Region part = Region.of(start, count);
    if (part.elements() <= memory.length()) {
      variable.put(part, memory);
      return;
    }
    int d = 0;
    while (count[d] == 1) {
      d++;
    }
    long[] counts = count.clone();
    counts[d] = count[d] / 2;
    fill(start, counts, memory);
    long[] starts = start.clone();
    starts[d] += counts[d];
    counts[d] = count[d] - counts[d];
    fill(starts, counts, memory);
  }

  private MemoryType memoryType() {
    return switch (type) {
      case CHAR -> MemoryType.TEXT;
      case BYTE -> MemoryType.BYTE;
      case UBYTE -> MemoryType.UNSIGNED_BYTE;
      case SHORT -> MemoryType.SHORT;
      case USHORT -> MemoryType.UNSIGNED_SHORT;
      case INT -> MemoryType.INT;
      case UINT -> MemoryType.UNSIGNED_INT;
      case INT64 -> MemoryType.LONG;
      case UINT64 -> MemoryType.UNSIGNED_LONG;
      case FLOAT -> MemoryType.FLOAT;
      case DOUBLE -> MemoryType.DOUBLE;
    };
  }

  private ByteBuffer pattern(long elements) {
    ByteBuffer pattern = ByteBuffer.allocate(Math.toIntExact(elements * fill.length));
    while (pattern.hasRemaining()) {
      pattern.put(fill);
    }
    return pattern.flip();
  }

  /**
   * Fills a variable of a new file, in the file, where nothing else is yet; not one with records.
   *
   * @param file the file
   * @throws IOException when that failed
   */
  public void fillIn(FileChannel file) throws IOException {
    if (hasRecords) {
      return;
    }
    long left = variable.whole().elements() * fill.length;
    long at = variable.offset();
    ByteBuffer pattern = pattern(Math.min(MOST, left) / fill.length);
    while (left > 0) {
      pattern.clear().limit((int) Math.min(pattern.capacity(), left));
      while (pattern.hasRemaining()) {
        int written = file.write(pattern, at);
        at += written;
        left -= written;
      }
    }
  }

  /**
   * Reads a section, with all that was written.
   *
   * @param section where
   * @return its values
   * @throws IOException when that failed
   * @throws InvalidRangeException when the section is none of this variable
   */
  public ucar.ma2.Array read(Section section) throws IOException, InvalidRangeException {
    take(section);
    int elements = Math.toIntExact(region.elements());
    if (type == NcType.CHAR) {
      byte[] bytes = new byte[elements];
      variable.get(region, NcMemory.of(bytes).text());
      char[] characters = new char[elements];
      for (int i = 0; i < elements; i++) {
        characters[i] = (char) (bytes[i] & 0xff);
      }
      return ucar.ma2.Array.factory(DataType.CHAR, section.getShape(), characters);
    }
    DataType theirs = type == NcType.INT64 ? DataType.LONG : DataType.valueOf(type.name());
    Object values = Array.newInstance(theirs.getPrimitiveClassType(), elements);
    variable.get(region, ArrayMemory.of(values));
    return ucar.ma2.Array.factory(theirs, section.getShape(), values);
  }
}
