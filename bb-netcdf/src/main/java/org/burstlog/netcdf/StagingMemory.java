package org.burstlog.netcdf;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.burstlog.netcdf.header.NcType;
import org.jspecify.annotations.Nullable;

/**
 * Dense memory of the file's type, for values on their way to the driver and back. What a call has
 * used is kept for the next: new memory would be cleared first, and would not be in the processor's
 * cache. Several threads may use it; each gets memory of its own.
 */
final class StagingMemory {
  /** Larger memory is left to the collector: one large put must not hold it for good. */
  private static final long MOST_KEPT = 16 << 20;

  private @Nullable Object kept;

  /**
   * Takes memory for values that come from, or go to, the user's.
   *
   * @param memory the user's
   * @param type the file's
   * @param bytes how many there must be at least
   * @return an array of the type, or a buffer where the user's memory is text or a buffer
   */
  Object take(NcMemory memory, NcType type, long bytes) {
    if (memory.values() instanceof ByteBuffer || memory.values() instanceof char[]) {
      return buffer(bytes);
    }
    Class<?> element = element(type);
    int elements = Math.toIntExact(bytes / type.size());
    synchronized (this) {
      Object free = kept;
      if (free != null
          && free.getClass().getComponentType() == element
          && Array.getLength(free) >= elements) {
        kept = null;
        return free;
      }
    }
    return Array.newInstance(element, elements);
  }

  /**
   * Takes memory for a piece of values that are {@link StagedValues}.
   *
   * @param memory the user's
   * @param type the file's
   * @param bytes how many all of them have
   * @return as {@link #take} does
   */
  Object piece(NcMemory memory, NcType type, long bytes) {
    return take(memory, type, Math.min(bytes, StagedValues.PIECE));
  }

  /**
   * Makes memory for values of one of several regions: they are combined, byte by byte.
   *
   * @param bytes how many there must be
   * @return a buffer in the machine's byte order
   */
  static ByteBuffer buffer(long bytes) {
    return ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
  }

  /**
   * Keeps memory for the next call, unless there is more of the same type already.
   *
   * @param memory what was {@linkplain #take taken} and is not used any more
   * @param type the file's
   */
  void giveBack(Object memory, NcType type) {
    if (!(memory instanceof ByteBuffer)
        && (long) Array.getLength(memory) * type.size() <= MOST_KEPT) {
      synchronized (this) {
        Object other = kept;
        if (other == null
            || other.getClass() != memory.getClass()
            || Array.getLength(other) < Array.getLength(memory)) {
          kept = memory;
        }
      }
    }
  }

  private static Class<?> element(NcType type) {
    return switch (type) {
      case BYTE, UBYTE, CHAR -> byte.class;
      case SHORT, USHORT -> short.class;
      case INT, UINT -> int.class;
      case INT64, UINT64 -> long.class;
      case FLOAT -> float.class;
      case DOUBLE -> double.class;
    };
  }
}
