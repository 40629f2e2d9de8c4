package org.burstlog.netcdf;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.burstlog.array.Region;
import org.burstlog.netcdf.convert.MemoryType;
import org.burstlog.netcdf.convert.Text;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/**
 * Where values are in memory: an array or buffer, what its elements are, and how those of a region
 * lie in it.
 *
 * <p>Unless told otherwise, they lie side by side from the first element on, the last dimension
 * varying fastest. Nothing is copied: what is put is read, and what is got is written, in the array
 * itself.
 *
 * <pre>{@code
 * NcMemory.of(bytes).unsigned();                         // 0 to 255 instead of -128 to 127
 * NcMemory.of(values).from(100);                         // from element 100 on
 * NcMemory.of(grid).interior(new long[] {12, 12}, 1, 1); // a 12 x 12 array without its rim
 * NcMemory.of(columns).strides(1, 10);                   // transposed: an imap
 * }</pre>
 *
 * <p>Of several regions in one call the values follow one another. Where {@link #strides} or {@link
 * #interior} say how far apart they are, the regions lie one behind the other along the first
 * dimension, as blocks of rows: the first index of a region follows the last of the region before
 * it. A region without elements takes no place.
 *
 * <p>An array or another argument that is null is told by the call that uses the memory, with
 * NC_EINVAL: so all processes learn of it when that call is collective.
 *
 * <p>Immutable, but for the values.
 */
public final class NcMemory {
  private final Object values;
  private final MemoryType type;
  private final int offset;
  private final long @Nullable [] strides;
  private final @Nullable NcException wrong;

  private NcMemory(
      Object values,
      MemoryType type,
      int offset,
      long @Nullable [] strides,
      @Nullable NcException wrong) {
    this.values = values;
    this.type = type;
    this.offset = offset;
    this.strides = strides;
    this.wrong = wrong;
  }

  private NcMemory(Object values, MemoryType type) {
    this(values, type, 0, null, null);
  }

  /**
   * Memory that no call can use. The call tells why, so that of a collective call all processes
   * learn it.
   */
  static NcMemory wrong(NcException why) {
    return new NcMemory(new byte[0], MemoryType.BYTE, 0, null, why);
  }

  private static NcMemory of(@Nullable Object values, MemoryType type) {
    return values == null
        ? wrong(Arguments.missing("the array of values"))
        : new NcMemory(values, type);
  }

  /**
   * Bytes, as numbers.
   *
   * @param values the array
   * @return memory of type {@link MemoryType#BYTE}
   */
  public static NcMemory of(byte[] values) {
    return of((Object) values, MemoryType.BYTE);
  }

  /**
   * Shorts.
   *
   * @param values the array
   * @return memory of type {@link MemoryType#SHORT}
   */
  public static NcMemory of(short[] values) {
    return of((Object) values, MemoryType.SHORT);
  }

  /**
   * Ints.
   *
   * @param values the array
   * @return memory of type {@link MemoryType#INT}
   */
  public static NcMemory of(int[] values) {
    return of((Object) values, MemoryType.INT);
  }

  /**
   * Longs.
   *
   * @param values the array
   * @return memory of type {@link MemoryType#LONG}
   */
  public static NcMemory of(long[] values) {
    return of((Object) values, MemoryType.LONG);
  }

  /**
   * Floats.
   *
   * @param values the array
   * @return memory of type {@link MemoryType#FLOAT}
   */
  public static NcMemory of(float[] values) {
    return of((Object) values, MemoryType.FLOAT);
  }

  /**
   * Doubles.
   *
   * @param values the array
   * @return memory of type {@link MemoryType#DOUBLE}
   */
  public static NcMemory of(double[] values) {
    return of((Object) values, MemoryType.DOUBLE);
  }

  /**
   * Characters up to 255, as text.
   *
   * @param values the array
   * @return memory of type {@link MemoryType#TEXT}
   */
  public static NcMemory of(char[] values) {
    return of((Object) values, MemoryType.TEXT);
  }

  /**
   * Text, to be put only.
   *
   * @param text the text; its UTF-8 is put, one element a byte
   * @return memory of type {@link MemoryType#TEXT}
   */
  public static NcMemory of(String text) {
    return text == null
        ? wrong(Arguments.missing("the text"))
        : new NcMemory(Text.encode(text), MemoryType.TEXT);
  }

  /**
   * Elements in a buffer, in the buffer's byte order, from its position on; position and limit are
   * not changed.
   *
   * @param values the buffer
   * @param type what its elements are
   * @return memory of this type
   */
  public static NcMemory of(ByteBuffer values, MemoryType type) {
    if (values == null || type == null) {
      return wrong(Arguments.missing(values == null ? "the buffer" : "the type of the elements"));
    }
    return new NcMemory(values.slice().order(values.order()), type);
  }

  /**
   * Says that the integers are unsigned.
   *
   * @return memory of the unsigned type of the same size
   * @throws IllegalStateException when the elements are not integers
   */
  public NcMemory unsigned() {
    MemoryType unsigned =
        switch (type) {
          case BYTE, UNSIGNED_BYTE -> MemoryType.UNSIGNED_BYTE;
          case SHORT, UNSIGNED_SHORT -> MemoryType.UNSIGNED_SHORT;
          case INT, UNSIGNED_INT -> MemoryType.UNSIGNED_INT;
          case LONG, UNSIGNED_LONG -> MemoryType.UNSIGNED_LONG;
          default -> throw new IllegalStateException("elements of type " + type);
        };
    return new NcMemory(values, unsigned, offset, strides, wrong);
  }

  /**
   * Says that the bytes are text, one a character.
   *
   * @return memory of type {@link MemoryType#TEXT}
   * @throws IllegalStateException when the elements are not bytes or characters
   */
  public NcMemory text() {
    if (type.size() != 1) {
      throw new IllegalStateException("elements of type " + type);
    }
    return new NcMemory(values, MemoryType.TEXT, offset, strides, wrong);
  }

  /**
   * Begins further on.
   *
   * @param element index of the first element, counted from where it was before
   * @return memory from there on
   */
  public NcMemory from(int element) {
    return new NcMemory(values, type, Math.addExact(offset, element), strides, wrong);
  }

  /**
   * Says how far apart the elements of a region are in memory: the C library's imap.
   *
   * @param steps elements from one index to the next, for each dimension of the region
   * @return memory with these steps
   */
  public NcMemory strides(long... steps) {
    return steps == null
        ? wrong(Arguments.missing("the array of strides"))
        : new NcMemory(values, type, offset, steps.clone(), wrong);
  }

  /**
   * Says that the region is a part of a larger array, such as one with ghost cells around.
   *
   * @param shape lengths of the array in memory, as many as the region has dimensions
   * @param start where in that array the region begins
   * @return memory of that part
   * @throws IllegalArgumentException when shape and start are not of the same number of dimensions,
   *     or start is outside
   */
  public NcMemory interior(long[] shape, long... start) {
    if (shape == null || start == null) {
      return wrong(
          Arguments.missing(shape == null ? "the shape in memory" : "the start in memory"));
    }
    if (shape.length != start.length) {
      throw new IllegalArgumentException(
          "the shape has " + shape.length + " dimensions, the start " + start.length);
    }
    long[] steps = new long[shape.length];
    long step = 1;
    long first = offset;
    for (int d = shape.length - 1; d >= 0; d--) {
      Objects.checkIndex(start[d], Math.max(shape[d], 1));
      steps[d] = step;
      first += start[d] * step;
      step = Math.multiplyExact(step, shape[d]);
    }
    return new NcMemory(values, type, Math.toIntExact(first), steps, wrong);
  }

  /**
   * Returns what the elements are.
   *
   * @return their type
   */
  public MemoryType type() {
    return type;
  }

  /**
   * Returns how many elements there are from the first one on.
   *
   * @return the number of elements, whatever lies between those of a region
   */
  public long length() {
    return Math.max(0, capacity() - offset);
  }

  /**
   * The memory of a piece of one of the regions of a call. Regions follow one another: element by
   * element where they lie side by side, else along the first dimension.
   *
   * @param first how many elements come before the piece, where they lie side by side
   * @param rows how many indices of the first dimension the regions before this one have
   */
  NcMemory at(Region region, Region piece, long first, long rows) {
    if (first == 0) {
      return this;
    }
    long at = offset;
    if (strides == null) {
      at += first;
    } else {
      for (int d = 0; d < strides.length; d++) {
        long before = d == 0 ? rows : 0;
        at += (before + (piece.start(d) - region.start(d)) / region.stride(d)) * strides[d];
      }
    }
    return new NcMemory(values, type, Math.toIntExact(at), strides, wrong);
  }

  /** Makes sure that there is memory. */
  void requireRight() throws NcException {
    if (wrong != null) {
      throw wrong;
    }
  }

  Object values() {
    return values;
  }

  int offset() {
    return offset;
  }

  /** Tells whether elements of a region lie side by side. */
  boolean isDense() {
    return strides == null;
  }

  long stride(int dimension) {
    return Objects.requireNonNull(strides)[dimension];
  }

  int rank() {
    return strides == null ? -1 : strides.length;
  }

  int capacity() {
    return values instanceof ByteBuffer buffer
        ? buffer.capacity() / type.size()
        : java.lang.reflect.Array.getLength(values);
  }

  NcException tooSmall(String variable, long wanted) {
    return new NcException(
            NcError.NC_EIOMISMATCH,
            "the region has " + wanted + " elements, memory holds " + length())
        .variable(variable);
  }
}
