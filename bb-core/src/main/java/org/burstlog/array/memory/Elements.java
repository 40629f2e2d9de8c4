package org.burstlog.array.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes as elements of any primitive type, one behind the other, in one byte order.
 *
 * <p>The view for a type is made when it is first needed, and kept. From then on a copy is one bulk
 * move and allocates nothing, but for elements that are swapped on their way from or to another
 * byte buffer. Not safe for several threads.
 *
 * <p>All places and lengths are in bytes, and multiples of the size of the elements that are
 * copied.
 */
public final class Elements {
  private final ByteBuffer bytes;
  private final boolean swapped;
  private @Nullable DoubleBuffer doubles;
  private @Nullable FloatBuffer floats;
  private @Nullable LongBuffer longs;
  private @Nullable IntBuffer ints;
  private @Nullable ShortBuffer shorts;
  private @Nullable CharBuffer chars;

  /**
   * Elements in a part of a buffer.
   *
   * @param buffer the buffer; its position and byte order do not matter
   * @param begin index of the first byte
   * @param length how many bytes
   * @param order the byte order of the elements
   */
  public Elements(ByteBuffer buffer, int begin, int length, ByteOrder order) {
    bytes = buffer.slice(begin, length).order(order);
    swapped = order != ByteOrder.nativeOrder();
  }

  /**
   * Copies elements from memory.
   *
   * @param at where to
   * @param memory a primitive array, a byte buffer in the machine's byte order, or {@link
   *     PiecewiseValues}
   * @param offset where in the memory the first of them is
   * @param length how many bytes
   * @param width bytes of an element; only a byte buffer does not tell it by itself
   */
  public void put(int at, Object memory, long offset, int length, int width) {
    if (memory instanceof double[] a) {
      doubles().put(at >> 3, a, (int) (offset >> 3), length >> 3);
    } else if (memory instanceof float[] a) {
      floats().put(at >> 2, a, (int) (offset >> 2), length >> 2);
    } else if (memory instanceof ByteBuffer b) {
      if (swapped && width > 1) {
        copy(at, inMemory(b, offset, length), 0, length, width);
      } else {
        bytes.put(at, b, (int) offset, length);
      }
    } else if (memory instanceof int[] a) {
      ints().put(at >> 2, a, (int) (offset >> 2), length >> 2);
    } else if (memory instanceof long[] a) {
      longs().put(at >> 3, a, (int) (offset >> 3), length >> 3);
    } else if (memory instanceof short[] a) {
      shorts().put(at >> 1, a, (int) (offset >> 1), length >> 1);
    } else if (memory instanceof byte[] a) {
      bytes.put(at, a, (int) offset, length);
    } else if (memory instanceof char[] a) {
      chars().put(at >> 1, a, (int) (offset >> 1), length >> 1);
    } else if (memory instanceof PiecewiseValues values) {
      putPieces(at, values, offset, length, width);
    } else {
      throw new IllegalArgumentException("cannot put from " + memory.getClass().getName());
    }
  }

  private void putPieces(int at, PiecewiseValues values, long offset, int length, int width) {
    for (int done = 0; done < length; ) {
      int step = values.bring(offset + done, length - done);
      put(at + done, values.piece(), 0, step, width);
      done += step;
    }
  }

  /**
   * Copies elements to memory.
   *
   * @param at where the first of them is
   * @param memory a primitive array, or a byte buffer that gets them in the machine's byte order
   * @param offset where in the memory
   * @param length how many bytes
   * @param width bytes of an element; only a byte buffer does not tell it by itself
   */
  public void get(int at, Object memory, long offset, int length, int width) {
    if (memory instanceof double[] a) {
      doubles().get(at >> 3, a, (int) (offset >> 3), length >> 3);
    } else if (memory instanceof float[] a) {
      floats().get(at >> 2, a, (int) (offset >> 2), length >> 2);
    } else if (memory instanceof ByteBuffer b) {
      if (swapped && width > 1) {
        inMemory(b, offset, length).copy(0, this, at, length, width);
      } else {
        b.put((int) offset, bytes, at, length);
      }
    } else if (memory instanceof int[] a) {
      ints().get(at >> 2, a, (int) (offset >> 2), length >> 2);
    } else if (memory instanceof long[] a) {
      longs().get(at >> 3, a, (int) (offset >> 3), length >> 3);
    } else if (memory instanceof short[] a) {
      shorts().get(at >> 1, a, (int) (offset >> 1), length >> 1);
    } else if (memory instanceof byte[] a) {
      bytes.get(at, a, (int) offset, length);
    } else if (memory instanceof char[] a) {
      chars().get(at >> 1, a, (int) (offset >> 1), length >> 1);
    } else {
      throw new IllegalArgumentException("cannot get into " + memory.getClass().getName());
    }
  }

  private static Elements inMemory(ByteBuffer memory, long offset, int length) {
    return new Elements(memory, (int) offset, length, ByteOrder.nativeOrder());
  }

  /**
   * Copies other elements, from their byte order to this one.
   *
   * @param at where to
   * @param from where from; other bytes than these
   * @param start where there the first of them is
   * @param length how many bytes
   * @param width bytes of an element: 1, 2, 4 or 8
   */
  public void copy(int at, Elements from, int start, int length, int width) {
    switch (width) {
      case Long.BYTES -> longs().put(at >> 3, from.longs(), start >> 3, length >> 3);
      case Integer.BYTES -> ints().put(at >> 2, from.ints(), start >> 2, length >> 2);
      case Short.BYTES -> shorts().put(at >> 1, from.shorts(), start >> 1, length >> 1);
      default -> bytes.put(at, from.bytes, start, length);
    }
  }

  private DoubleBuffer doubles() {
    DoubleBuffer view = doubles;
    if (view == null) {
      view = bytes.asDoubleBuffer();
      doubles = view;
    }
    return view;
  }

  private FloatBuffer floats() {
    FloatBuffer view = floats;
    if (view == null) {
      view = bytes.asFloatBuffer();
      floats = view;
    }
    return view;
  }

  private LongBuffer longs() {
    LongBuffer view = longs;
    if (view == null) {
      view = bytes.asLongBuffer();
      longs = view;
    }
    return view;
  }

  private IntBuffer ints() {
    IntBuffer view = ints;
    if (view == null) {
      view = bytes.asIntBuffer();
      ints = view;
    }
    return view;
  }

  private ShortBuffer shorts() {
    ShortBuffer view = shorts;
    if (view == null) {
      view = bytes.asShortBuffer();
      shorts = view;
    }
    return view;
  }

  private CharBuffer chars() {
    CharBuffer view = chars;
    if (view == null) {
      view = bytes.asCharBuffer();
      chars = view;
    }
    return view;
  }
}
