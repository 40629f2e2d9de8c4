package org.burstlog.netcdf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.burstlog.array.Region;
import org.burstlog.netcdf.convert.Conversion;

/**
 * Moves the values of a region between the user's memory and dense memory of the file's type, in
 * runs along which the elements are equally far apart.
 */
final class Staging {
  private final Region region;
  private final NcMemory memory;
  private final Conversion conversion;
  private final int runLength;
  private final int runStep;

  /** Whether elements of arrays are moved as they are, and those of a run lie side by side. */
  private final boolean moves;

  /** Dimensions outside a run. */
  private final int outer;

  /** Which run is at hand: an index for each of those dimensions. */
  private final long[] position;

  Staging(Region region, NcMemory memory, Conversion conversion) {
    this.region = region;
    this.memory = memory;
    this.conversion = conversion;
    int d = region.rank() - 1;
    long length = 1;
    long step = 1;
    if (memory.isDense()) {
      length = region.elements();
      d = -1;
    } else if (d >= 0) {
      length = region.count(d);
      step = memory.stride(d);
      d--;
      // Rows that follow each other in memory as their elements do are one run.
      while (d >= 0 && memory.stride(d) == length * step) {
        length *= region.count(d);
        d--;
      }
    }
    runLength = Math.toIntExact(length);
    runStep = Math.toIntExact(step);
    outer = d + 1;
    moves =
        step == 1
            && conversion.isSame()
            && !(memory.values() instanceof ByteBuffer)
            && !(memory.values() instanceof char[]);
    position = new long[outer];
  }

  /** Tells whether the user's memory can be used as it is. */
  static boolean isNeeded(NcMemory memory, Conversion conversion) {
    return !memory.isDense()
        || !conversion.isSame()
        || memory.values() instanceof char[]
        || (memory.values() instanceof ByteBuffer b
            && memory.type().size() > 1
            && b.order() != ByteOrder.nativeOrder());
  }

  /**
   * Converts all values to the file's type.
   *
   * @param to an array of that type, or a buffer
   * @param index where the first goes: of an element in an array, of a byte in a buffer
   * @return the first element that did not fit, or {@link Conversion#ALL_FIT}
   */
  static long write(Region region, NcMemory memory, Conversion conversion, Object to, int index) {
    Staging all = new Staging(region, memory, conversion);
    return all.run(0, region.elements(), to, index, true);
  }

  /**
   * Converts all values of the file's type to the user's.
   *
   * @param from an array of that type, or a buffer
   * @param index where the first is: of an element in an array, of a byte in a buffer
   * @return the first element that did not fit, or {@link Conversion#ALL_FIT}
   */
  static long read(Region region, NcMemory memory, Conversion conversion, Object from, int index) {
    Staging all = new Staging(region, memory, conversion);
    return all.run(0, region.elements(), from, index, false);
  }

  /**
   * Converts some values to the file's type.
   *
   * @param first how many of the region come before them
   * @param count how many
   * @param to an array of that type, or a buffer; the first goes to its beginning
   * @return the first element of the region that did not fit, or {@link Conversion#ALL_FIT}
   */
  long write(long first, int count, Object to) {
    return run(first, count, to, 0, true);
  }

  private long run(long first, long count, Object dense, int begin, boolean writing) {
    long unfit = Conversion.ALL_FIT;
    if (count == 0) {
      return unfit;
    }
    int unit = dense instanceof ByteBuffer ? conversion.file().size() : 1;
    int skipped = (int) (first % runLength);
    long at = seek(first / runLength);
    long done = 0;
    while (true) {
      int rows = 1;
      int length = (int) Math.min(runLength - skipped, count - done);
      if (length == runLength) {
        rows = (int) Math.min(rowsAhead(), (count - done) / runLength);
      }
      int index = begin + (int) done * unit;
      long outside = rows(at + (long) skipped * runStep, length, rows, dense, index, writing);
      if (outside != Conversion.ALL_FIT && unfit == Conversion.ALL_FIT) {
        unfit = first + done + outside;
      }
      done += (long) rows * length;
      if (done == count) {
        return unfit;
      }
      skipped = 0;
      at = next(at, rows);
    }
  }

  /** How many runs lie equally far apart, from the one at hand on. */
  private long rowsAhead() {
    return outer == 0 ? 1 : region.count(outer - 1) - position[outer - 1];
  }

  /** Moves runs that lie equally far apart in memory. */
  private long rows(long at, int length, int rows, Object dense, int index, boolean writing) {
    int step = rows == 1 ? 0 : Math.toIntExact(memory.stride(outer - 1));
    if (moves && !(dense instanceof ByteBuffer)) {
      if (writing) {
        Conversion.moveRows(memory.values(), (int) at, step, dense, index, length, length, rows);
      } else {
        Conversion.moveRows(dense, index, length, memory.values(), (int) at, step, length, rows);
      }
      return Conversion.ALL_FIT;
    }
    long unfit = Conversion.ALL_FIT;
    int unit = dense instanceof ByteBuffer ? conversion.file().size() : 1;
    for (int row = 0; row < rows; row++) {
      long begin = at + (long) row * step;
      int to = index + row * length * unit;
      int outside = writing ? write(begin, length, dense, to) : read(dense, to, begin, length);
      if (outside != Conversion.ALL_FIT && unfit == Conversion.ALL_FIT) {
        unfit = (long) row * length + outside;
      }
    }
    return unfit;
  }

  /** Goes to a run, and returns where in memory it begins. */
  private long seek(long run) {
    long at = memory.offset();
    long left = run;
    for (int d = outer - 1; d >= 0; d--) {
      position[d] = left % region.count(d);
      left /= region.count(d);
      at += position[d] * memory.stride(d);
    }
    return at;
  }

  /** Goes some runs further, to one that there is, and returns where in memory it begins. */
  private long next(long before, int rows) {
    int d = outer - 1;
    position[d] += rows;
    long at = before + rows * memory.stride(d);
    while (position[d] == region.count(d)) {
      at -= position[d] * memory.stride(d);
      position[d] = 0;
      d--;
      position[d]++;
      at += memory.stride(d);
    }
    return at;
  }

  private int write(long at, int length, Object to, int index) {
    if (!(to instanceof ByteBuffer dense)) {
      return conversion.write(memory.values(), (int) at, runStep, length, to, index);
    }
    if (memory.values() instanceof ByteBuffer buffer) {
      int start = (int) at * memory.type().size();
      return conversion.write(buffer, start, runStep, length, dense, index);
    }
    return conversion.write(memory.values(), (int) at, runStep, length, dense, index);
  }

  private int read(Object from, int index, long at, int length) {
    if (!(from instanceof ByteBuffer dense)) {
      return conversion.read(from, index, memory.values(), (int) at, runStep, length);
    }
    if (memory.values() instanceof ByteBuffer buffer) {
      int start = (int) at * memory.type().size();
      return conversion.read(dense, index, buffer, start, runStep, length);
    }
    return conversion.read(dense, index, memory.values(), (int) at, runStep, length);
  }
}
