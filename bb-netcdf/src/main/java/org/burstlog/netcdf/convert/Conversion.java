package org.burstlog.netcdf.convert;

import java.nio.ByteBuffer;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.header.Variable;

/**
 * How the elements of one memory type become those of one file type, and back.
 *
 * <p>The rules are those of the C libraries:
 *
 * <ul>
 *   <li>Text goes with {@link NcType#CHAR} and numbers with the rest; there is no way between.
 *   <li>A number that does not fit is stored as the fill value, the variable's on the way to the
 *       file, the memory type's default on the way back. All others are converted all the same.
 *   <li>A floating-point number becomes an integer by cutting off its fraction; one past the
 *       highest or lowest integer does not fit, however small the excess, nor does one that is not
 *       a number. (The highest 64-bit integers have no {@code double} of their own; 2^63 and 2^64,
 *       the nearest, stand for them.)
 *   <li>An infinite number does not fit a floating-point type it must be converted to; only what
 *       was read as {@code float} becomes a {@code double} whatever it is. Not a number stays that.
 *   <li>An integer becomes the nearest floating-point number, and always fits.
 *   <li>In CDF-1 and CDF-2, which lack unsigned types, unsigned bytes in memory are stored in
 *       {@link NcType#BYTE} and read from it bit by bit.
 * </ul>
 *
 * <p>The buffer with elements of the file's type has a byte order of its own, to which they are
 * swapped. Where memory and file type are the same, elements are moved in one piece. Immutable, and
 * safe for several threads.
 */
public final class Conversion {
  /** Returned when every element fitted. */
  public static final int ALL_FIT = Narrowing.ALL_FIT;

  private final MemoryType memory;
  private final NcType file;
  private final NcType inMemory;
  private final long fillBits;
  private final boolean same;

  private Conversion(MemoryType memory, NcType file, NcType inMemory, long fillBits) {
    this.memory = memory;
    this.file = file;
    this.inMemory = inMemory;
    this.fillBits = fillBits;
    same = inMemory == file;
  }

  /**
   * The conversion for a variable.
   *
   * @param version the file's format version
   * @param variable the variable
   * @param memory what its elements are in memory
   * @return the conversion
   * @throws NcException NC_ECHAR when one is text and the other is not
   */
  public static Conversion of(CdfVersion version, Variable variable, MemoryType memory)
      throws NcException {
    try {
      return of(version, variable.type(), memory, variable.fillBits());
    } catch (NcException e) {
      throw e.variable(variable.name());
    }
  }

  /**
   * The conversion between two types.
   *
   * @param version the file's format version
   * @param file what the elements are in the file
   * @param memory what they are in memory
   * @param fillBits bits of what is stored in the file for a number that does not fit
   * @return the conversion
   * @throws NcException NC_ECHAR when one is text and the other is not
   */
  public static Conversion of(CdfVersion version, NcType file, MemoryType memory, long fillBits)
      throws NcException {
    if ((file == NcType.CHAR) != (memory == MemoryType.TEXT)) {
      throw new NcException(
          NcError.NC_ECHAR, "the file has " + file.symbol() + ", memory is of type " + memory);
    }
    boolean bitByBit =
        version != CdfVersion.CDF5 && file == NcType.BYTE && memory == MemoryType.UNSIGNED_BYTE;
    return new Conversion(memory, file, bitByBit ? NcType.BYTE : memory.same(), fillBits);
  }

  /**
   * Returns what the elements are in memory.
   *
   * @return the memory type
   */
  public MemoryType memory() {
    return memory;
  }

  /**
   * Returns what the elements are in the file.
   *
   * @return the file type
   */
  public NcType file() {
    return file;
  }

  /**
   * Tells whether elements are only moved, so that a buffer of the same byte order may be used as
   * it is.
   *
   * @return true when memory and file type are the same
   */
  public boolean isSame() {
    return same;
  }

  /**
   * Converts elements of an array to the file's type.
   *
   * @param array an array of the memory type
   * @param offset index of the first element
   * @param step from one element to the next, 1 where they lie side by side
   * @param count how many elements
   * @param to where to; absolute, its position is not used
   * @param index of the first byte there
   * @return which element, counted from 0, was the first that did not fit, or {@link #ALL_FIT}
   */
  public int write(Object array, int offset, int step, int count, ByteBuffer to, int index) {
    if (array instanceof char[] text) {
      return Characters.write(text, offset, step, count, to, index, (byte) fillBits);
    }
    if (same && step == 1) {
      Memory.put(array, offset, to, index, count, file.size());
      return ALL_FIT;
    }
    return run(true, inMemory, array, offset, step, file, to, index, 1, count, fillBits);
  }

  /**
   * Converts elements of an array to an array of the file's type.
   *
   * @param array an array of the memory type, but not of characters
   * @param offset index of the first element
   * @param step from one element to the next, 1 where they lie side by side
   * @param count how many elements
   * @param to an array of the file's type
   * @param index of the first element there
   * @return which element, counted from 0, was the first that did not fit, or {@link #ALL_FIT}
   */
  public int write(Object array, int offset, int step, int count, Object to, int index) {
    if (same) {
      Memory.copy(array, offset, step, to, index, 1, count);
      return ALL_FIT;
    }
    return run(true, inMemory, array, offset, step, file, to, index, 1, count, fillBits);
  }

  /**
   * Converts elements of a buffer to the file's type.
   *
   * @param from elements of the memory type in the buffer's byte order; its position is not used
   * @param start index of the first byte
   * @param step from one element to the next, 1 where they lie side by side
   * @param count how many elements
   * @param to where to; absolute, its position is not used
   * @param index of the first byte there
   * @return which element, counted from 0, was the first that did not fit, or {@link #ALL_FIT}
   */
  public int write(ByteBuffer from, int start, int step, int count, ByteBuffer to, int index) {
    if (same && step == 1) {
      Memory.copy(from, start, to, index, count, file.size());
      return ALL_FIT;
    }
    return run(true, inMemory, from, start, step, file, to, index, 1, count, fillBits);
  }

  /**
   * Converts elements of the file's type to an array.
   *
   * @param from elements of the file's type in the buffer's byte order; its position is not used
   * @param index of the first byte
   * @param array an array of the memory type
   * @param offset index of the first element there
   * @param step from one element to the next there, 1 where they lie side by side
   * @param count how many elements
   * @return which element, counted from 0, was the first that did not fit, or {@link #ALL_FIT}
   */
  public int read(ByteBuffer from, int index, Object array, int offset, int step, int count) {
    if (array instanceof char[] text) {
      Characters.read(from, index, text, offset, step, count);
      return ALL_FIT;
    }
    if (same && step == 1) {
      Memory.get(from, index, array, offset, count, file.size());
      return ALL_FIT;
    }
    long fill = memory.same().fillBits();
    return run(false, file, from, index, 1, inMemory, array, offset, step, count, fill);
  }

  /**
   * Converts elements of an array of the file's type to another array.
   *
   * @param from an array of the file's type
   * @param index of the first element
   * @param array an array of the memory type, but not of characters
   * @param offset index of the first element there
   * @param step from one element to the next there, 1 where they lie side by side
   * @param count how many elements
   * @return which element, counted from 0, was the first that did not fit, or {@link #ALL_FIT}
   */
  public int read(Object from, int index, Object array, int offset, int step, int count) {
    if (same) {
      Memory.copy(from, index, 1, array, offset, step, count);
      return ALL_FIT;
    }
    long fill = memory.same().fillBits();
    return run(false, file, from, index, 1, inMemory, array, offset, step, count, fill);
  }

  /**
   * Converts elements of the file's type to a buffer.
   *
   * @param from elements of the file's type in the buffer's byte order; its position is not used
   * @param index of the first byte
   * @param to where to, in that buffer's byte order; its position is not used
   * @param start index of the first byte there
   * @param step from one element to the next there, 1 where they lie side by side
   * @param count how many elements
   * @return which element, counted from 0, was the first that did not fit, or {@link #ALL_FIT}
   */
  public int read(ByteBuffer from, int index, ByteBuffer to, int start, int step, int count) {
    if (same && step == 1) {
      Memory.copy(from, /* start= */ index, to, /* index= */ start, count, file.size());
      return ALL_FIT;
    }
    long fill = memory.same().fillBits();
    return run(false, file, from, index, 1, inMemory, to, start, step, count, fill);
  }

  /**
   * Moves rows of elements from an array to another of the same type.
   *
   * @param from where from
   * @param start index of the first element
   * @param fromStep from one row to the next
   * @param to where to
   * @param target index of the first element there
   * @param toStep from one row to the next there
   * @param length how many elements a row has
   * @param rows how many there are
   */
  public static void moveRows(
      Object from,
      int start,
      int fromStep,
      Object to,
      int target,
      int toStep,
      int length,
      int rows) {
    Memory.copyRows(from, start, fromStep, to, target, toStep, length, rows);
  }

  /**
   * The error to report for an element that did not fit.
   *
   * @param variable the variable's name
   * @param element which element was the first
   * @return NC_ERANGE
   */
  public NcException rangeError(String variable, long element) {
    return new NcException(
            NcError.NC_ERANGE,
            "does not fit: memory is of type " + memory + ", the file has " + file.symbol())
        .variable(variable)
        .index(element);
  }

  private static int run(
      boolean writing,
      NcType type,
      Object from,
      int start,
      int step,
      NcType target,
      Object to,
      int targetStart,
      int targetStep,
      int count,
      long fill) {
    Scratch scratch = Scratch.get();
    int first = ALL_FIT;
    for (int done = 0; done < count; done += Scratch.BLOCK) {
      int block = Math.min(Scratch.BLOCK, count - done);
      boolean direct = step == 1 && !(from instanceof ByteBuffer);
      Object in = direct ? from : scratch.in(type);
      int offset = direct ? start + done : 0;
      if (!direct) {
        load(type, from, start, step, done, in, block);
      }
      boolean directOut = targetStep == 1 && !(to instanceof ByteBuffer);
      Object out = directOut ? to : scratch.out(target);
      int outOffset = directOut ? targetStart + done : 0;
      int outside =
          convert(scratch, writing, type, in, offset, target, out, outOffset, block, fill);
      if (outside != ALL_FIT && first == ALL_FIT) {
        first = done + outside;
      }
      if (!directOut) {
        store(target, out, to, targetStart, targetStep, done, block);
      }
    }
    return first;
  }

  private static int convert(
      Scratch scratch,
      boolean writing,
      NcType type,
      Object in,
      int offset,
      NcType target,
      Object out,
      int outOffset,
      int count,
      long fill) {
    if (type == target) {
      System.arraycopy(in, offset, out, outOffset, count);
      return ALL_FIT;
    }
    if (type == NcType.FLOAT && target == NcType.DOUBLE && !writing) {
      Widening.toDoubles(in, offset, (double[]) out, outOffset, count);
      return ALL_FIT;
    }
    if (Widening.isInteger(type)) {
      boolean wide = type.size() == Long.BYTES;
      long[] longs = wide ? (long[]) in : scratch.longs;
      int start = wide ? offset : 0;
      if (!wide) {
        Widening.toLongs(type, in, offset, longs, count);
      }
      boolean unsigned = type == NcType.UINT64;
      return Narrowing.fromLongs(longs, start, unsigned, target, out, outOffset, count, fill);
    }
    boolean wide = type == NcType.DOUBLE;
    double[] doubles = wide ? (double[]) in : scratch.doubles;
    int start = wide ? offset : 0;
    if (!wide) {
      Widening.toDoubles(in, offset, doubles, 0, count);
    }
    return Narrowing.fromDoubles(doubles, start, target, out, outOffset, count, fill);
  }

  private static void load(
      NcType type, Object from, int start, int step, int done, Object in, int count) {
    if (from instanceof ByteBuffer buffer) {
      int index = start + done * step * type.size();
      if (step == 1) {
        Memory.get(buffer, index, in, 0, count, type.size());
      } else {
        Memory.gather(buffer, index, step, in, 0, count);
      }
    } else {
      Memory.copy(from, start + done * step, step, in, 0, 1, count);
    }
  }

  private static void store(
      NcType type, Object out, Object to, int start, int step, int done, int count) {
    if (to instanceof ByteBuffer buffer) {
      int index = start + done * step * type.size();
      if (step == 1) {
        Memory.put(out, 0, buffer, index, count, type.size());
      } else {
        Memory.scatter(out, 0, buffer, index, step, count);
      }
    } else {
      Memory.copy(out, 0, 1, to, start + done * step, step, count);
    }
  }
}
