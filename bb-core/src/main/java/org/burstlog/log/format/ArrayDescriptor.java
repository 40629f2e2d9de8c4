package org.burstlog.log.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.burstlog.array.Array;

/**
 * The body of an array definition. It stands in each generation before the first put that needs it.
 *
 * <pre>
 *    40       44       48       52       56       60       64
 *    +--------+--------+--------+--------+--------+--------+
 * 40 | array  |  rank  |     offset      |elemsize| order  |
 *    +--------+--------+--------+--------+--------+--------+
 * 64 | length and step of each dimension, i64 each …        |
 *    +--------+---------------------------------------------+
 *    | name: i32 length and UTF-8                (8-aligned) |
 *    +------------------------------------------------------+
 * </pre>
 *
 * <p>Order is 1 for little-endian and 2 for big-endian elements in the target. An unlimited first
 * dimension has length -1.
 */
public final class ArrayDescriptor {
  public static final int ARRAY_AT = 40;
  public static final int DIMENSIONS_AT = 44;
  public static final int OFFSET_AT = 48;
  public static final int ELEMENT_SIZE_AT = 56;
  public static final int ORDER_AT = 60;
  public static final int SHAPE_AT = 64;

  /** Bytes a dimension takes. */
  public static final int PER_DIMENSION = 2 * Long.BYTES;

  /** The longest name that is kept whole. */
  public static final int MAX_NAME = 4096;

  private ArrayDescriptor() {}

  /** Returns the most bytes that the entry of an array takes. */
  public static int length(Array array) {
    // UTF-8 takes at most three bytes for a char.
    return SHAPE_AT + PER_DIMENSION * array.rank() + 3 * array.name().length() + 2 * Long.BYTES;
  }

  /** Writes the body and returns the length of the entry. */
  public static int encode(ByteBuffer entry, int number, Array array) {
    entry.putInt(ARRAY_AT, number);
    entry.putInt(DIMENSIONS_AT, array.rank());
    entry.putLong(OFFSET_AT, array.offset());
    entry.putInt(ELEMENT_SIZE_AT, array.elementSize());
    entry.putInt(
        ORDER_AT,
        array.order() == ByteOrder.LITTLE_ENDIAN ? SlotDescriptor.LITTLE : SlotDescriptor.BIG);
    int at = SHAPE_AT;
    for (int d = 0; d < array.rank(); d++) {
      entry.putLong(at, array.shape(d));
      entry.putLong(at + 8, array.step(d));
      at += PER_DIMENSION;
    }
    byte[] name = array.name().getBytes(StandardCharsets.UTF_8);
    entry.putInt(at, name.length);
    entry.put(at + Integer.BYTES, name);
    int end = at + Integer.BYTES + name.length;
    while ((end & 7) != 0) {
      entry.put(end++, (byte) 0);
    }
    return end;
  }

  /**
   * Reads the array.
   *
   * @throws IllegalArgumentException when the entry does not describe one
   */
  public static Array decode(ByteBuffer entry, int length) {
    int rank = entry.getInt(DIMENSIONS_AT);
    if (rank < 0 || rank > Array.MAX_RANK || SHAPE_AT + PER_DIMENSION * rank + 4 > length) {
      throw new IllegalArgumentException(rank + " dimensions in an entry of " + length + " bytes");
    }
    long[] shape = new long[rank];
    long[] steps = new long[rank];
    int at = SHAPE_AT;
    for (int d = 0; d < rank; d++) {
      shape[d] = entry.getLong(at);
      steps[d] = entry.getLong(at + 8);
      at += PER_DIMENSION;
    }
    int nameLength = entry.getInt(at);
    if (nameLength < 0 || nameLength > length - at - Integer.BYTES) {
      throw new IllegalArgumentException(
          "a name of " + nameLength + " bytes in an entry of " + length);
    }
    byte[] name = new byte[nameLength];
    entry.get(at + Integer.BYTES, name);
    return Array.strided(
        new String(name, StandardCharsets.UTF_8),
        entry.getLong(OFFSET_AT),
        entry.getInt(ELEMENT_SIZE_AT),
        entry.getInt(ORDER_AT) == SlotDescriptor.LITTLE
            ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN,
        shape,
        steps);
  }
}
