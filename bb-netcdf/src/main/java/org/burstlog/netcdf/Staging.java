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

  /** Dimensions outside a run. */
  private final int outer;

  private Staging(Region region, NcMemory memory, Conversion conversion) {
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
   * Converts values to the file's type.
   *
   * @param to an array of that type, or a buffer
   * @param index where the first goes: of an element in an array, of a byte in a buffer
   * @return the first element that did not fit, or {@link Conversion#ALL_FIT}
   */
  static long write(Region region, NcMemory memory, Conversion conversion, Object to, int index) {
    return new Staging(region, memory, conversion).run(to, index, true);
  }

  /**
   * Converts values of the file's type to the user's.
   *
   * @param from an array of that type, or a buffer
   * @param index where the first is: of an element in an array, of a byte in a buffer
   * @return the first element that did not fit, or {@link Conversion#ALL_FIT}
   */
  static long read(Region region, NcMemory memory, Conversion conversion, Object from, int index) {
    return new Staging(region, memory, conversion).run(from, index, false);
  }

  private long run(Object dense, int index, boolean writing) {
    long first = Conversion.ALL_FIT;
    long done = 0;
    int unit = dense instanceof ByteBuffer ? conversion.file().size() : 1;
    long[] position = new long[outer];
    long at = memory.offset();
    while (true) {
      int from = index + (int) done * unit;
      int outside = writing ? write(at, dense, from) : read(dense, from, at);
      if (outside != Conversion.ALL_FIT && first == Conversion.ALL_FIT) {
        first = done + outside;
      }
      done += runLength;
      int d = outer - 1;
      while (d >= 0 && position[d] + 1 == region.count(d)) {
        at -= position[d] * memory.stride(d);
        position[d] = 0;
        d--;
      }
      if (d < 0) {
        return first;
      }
      position[d]++;
      at += memory.stride(d);
    }
  }

  private int write(long at, Object to, int index) {
    if (!(to instanceof ByteBuffer dense)) {
      return conversion.write(memory.values(), (int) at, runStep, runLength, to, index);
    }
    if (memory.values() instanceof ByteBuffer buffer) {
      int start = (int) at * memory.type().size();
      return conversion.write(buffer, start, runStep, runLength, dense, index);
    }
    return conversion.write(memory.values(), (int) at, runStep, runLength, dense, index);
  }

  private int read(Object from, int index, long at) {
    if (!(from instanceof ByteBuffer dense)) {
      return conversion.read(from, index, memory.values(), (int) at, runStep, runLength);
    }
    if (memory.values() instanceof ByteBuffer buffer) {
      int start = (int) at * memory.type().size();
      return conversion.read(dense, index, buffer, start, runStep, runLength);
    }
    return conversion.read(dense, index, memory.values(), (int) at, runStep, runLength);
  }
}
