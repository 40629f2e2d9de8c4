package org.burstlog.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.zip.CRC32C;

/**
 * Memory that puts are copied into, with a view for each primitive type made once, so that copying
 * an array is one bulk move and allocates nothing.
 */
final class Memory {
  /** Copied and checksummed at a time: small enough to be in the first-level cache still. */
  private static final int STEP = 1 << 14;

  /** All of it, little-endian, as entries are written. */
  final ByteBuffer bytes;

  private final ByteBuffer checked;
  private final ShortBuffer shorts;
  private final CharBuffer chars;
  private final IntBuffer ints;
  private final LongBuffer longs;
  private final FloatBuffer floats;
  private final DoubleBuffer doubles;

  Memory(ByteBuffer memory) {
    ByteBuffer all = memory.duplicate().clear().order(ByteOrder.nativeOrder());
    shorts = all.asShortBuffer();
    chars = all.asCharBuffer();
    ints = all.asIntBuffer();
    longs = all.asLongBuffer();
    floats = all.asFloatBuffer();
    doubles = all.asDoubleBuffer();
    checked = memory.duplicate();
    bytes = memory.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Copies a part of a source and computes its checksum on the way.
   *
   * @param index byte index in this memory, a multiple of the source's element size
   * @param source a primitive array or a byte buffer
   * @param offset bytes into the source, a multiple of its element size
   * @param length bytes to copy, a multiple of its element size
   * @param crc what the copied bytes are added to
   */
  void copy(int index, Object source, long offset, int length, CRC32C crc) {
    for (int done = 0; done < length; done += STEP) {
      int step = Math.min(STEP, length - done);
      copyStep(index + done, source, offset + done, step);
      crc.update(checked.limit(index + done + step).position(index + done));
    }
  }

  private void copyStep(int index, Object source, long offset, int length) {
    if (source instanceof double[] a) {
      doubles.put(index >> 3, a, (int) (offset >> 3), length >> 3);
    } else if (source instanceof float[] a) {
      floats.put(index >> 2, a, (int) (offset >> 2), length >> 2);
    } else if (source instanceof ByteBuffer b) {
      bytes.put(index, b, (int) offset, length);
    } else if (source instanceof int[] a) {
      ints.put(index >> 2, a, (int) (offset >> 2), length >> 2);
    } else if (source instanceof long[] a) {
      longs.put(index >> 3, a, (int) (offset >> 3), length >> 3);
    } else if (source instanceof short[] a) {
      shorts.put(index >> 1, a, (int) (offset >> 1), length >> 1);
    } else if (source instanceof byte[] a) {
      bytes.put(index, a, (int) offset, length);
    } else if (source instanceof char[] a) {
      chars.put(index >> 1, a, (int) (offset >> 1), length >> 1);
    } else {
      throw new IllegalArgumentException("cannot put from " + source.getClass().getName());
    }
  }

  /** Returns the bytes of an element of a source, 1 for a byte buffer. */
  static int elementSize(Object source) {
    if (source instanceof double[] || source instanceof long[]) {
      return Long.BYTES;
    }
    if (source instanceof float[] || source instanceof int[]) {
      return Integer.BYTES;
    }
    if (source instanceof short[] || source instanceof char[]) {
      return Short.BYTES;
    }
    return 1;
  }
}
