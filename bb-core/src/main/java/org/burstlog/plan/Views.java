package org.burstlog.plan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Views of one byte buffer as longs, ints and shorts, for each place an element may begin at modulo
 * its size. Made when first asked for and kept until another buffer comes.
 *
 * <p>An index in the view is the index in the buffer divided by the size.
 */
final class Views {
  private @Nullable ByteBuffer buffer;
  private ByteOrder order = ByteOrder.BIG_ENDIAN;
  private final @Nullable LongBuffer[] longs = new LongBuffer[Long.BYTES];
  private final @Nullable IntBuffer[] ints = new IntBuffer[Integer.BYTES];
  private final @Nullable ShortBuffer[] shorts = new ShortBuffer[Short.BYTES];

  /** Turns to a buffer; the same as before is free. */
  @SuppressWarnings("ReferenceEquality") // it is the identity that tells whether views still hold
  void of(ByteBuffer newBuffer, ByteOrder newOrder) {
    if (newBuffer != buffer || newOrder != order) {
      buffer = newBuffer;
      order = newOrder;
      Arrays.fill(longs, null);
      Arrays.fill(ints, null);
      Arrays.fill(shorts, null);
    }
  }

  LongBuffer longs(int index) {
    int phase = index & (Long.BYTES - 1);
    LongBuffer view = longs[phase];
    if (view == null) {
      view = from(phase).asLongBuffer();
      longs[phase] = view;
    }
    return view;
  }

  IntBuffer ints(int index) {
    int phase = index & (Integer.BYTES - 1);
    IntBuffer view = ints[phase];
    if (view == null) {
      view = from(phase).asIntBuffer();
      ints[phase] = view;
    }
    return view;
  }

  ShortBuffer shorts(int index) {
    int phase = index & (Short.BYTES - 1);
    ShortBuffer view = shorts[phase];
    if (view == null) {
      view = from(phase).asShortBuffer();
      shorts[phase] = view;
    }
    return view;
  }

  private ByteBuffer from(int phase) {
    ByteBuffer all = Objects.requireNonNull(buffer).duplicate();
    return all.limit(all.capacity()).position(phase).slice().order(order);
  }
}
