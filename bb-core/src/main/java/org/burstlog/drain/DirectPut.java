package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.target.TargetFile;

/**
 * Writes one put straight to the target, without a log: when the burst buffer is switched off, and
 * for what no log can take.
 */
public final class DirectPut {
  private final Sink sink;
  private final int size;
  private final int mostExtents;
  private final ExtentCursor cursor = new ExtentCursor();
  private final ExtentList extents = new ExtentList();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(0);

  /** Where extents and their bytes go. */
  @FunctionalInterface
  public interface Sink {
    /**
     * Writes extents.
     *
     * @param extents where, ascending
     * @param data the bytes of all extents one after the other, in a direct buffer; both are used
     *     again after the call
     * @throws IOException when they could not be written
     */
    void write(ExtentList extents, ByteBuffer data) throws IOException;
  }

  /**
   * Prepares for puts into one target, independently of what other processes do.
   *
   * @param target the target
   * @param options how much to write at once
   */
  public DirectPut(TargetFile target, DrainOptions options) {
    this(target::write, options);
  }

  /**
   * Prepares for puts that are written in some other way.
   *
   * @param sink what writes
   * @param options how much to write at once
   */
  public DirectPut(Sink sink, DrainOptions options) {
    this.sink = sink;
    this.size = options.buffer();
    this.mostExtents = options.extents();
  }

  /**
   * Writes a region.
   *
   * @param array the array
   * @param region where in the array
   * @param source a primitive array, or a byte buffer in machine byte order of which absolute
   *     positions count
   * @param offset bytes into the source
   * @throws IOException when it could not be written; part of it may have been
   */
  public void put(Array array, Region region, Object source, long offset) throws IOException {
    long length = region.elements() * array.elementSize();
    if (buffer.capacity() < Math.min(length, size)) {
      buffer = ByteBuffer.allocateDirect((int) Math.min(length, size));
    }
    extents.clear();
    long written = 0;
    cursor.reset(array, region);
    while (cursor.next()) {
      long at = cursor.offset();
      long left = cursor.length();
      while (left > 0) {
        long room = (buffer.capacity() - extents.bytes()) & -array.elementSize();
        long taken = Math.min(left, room);
        if (taken == 0 || extents.size() == mostExtents || at < extents.end()) {
          written += flush(array, source, offset + written);
          continue;
        }
        extents.add(at, taken);
        at += taken;
        left -= taken;
      }
    }
    flush(array, source, offset + written);
  }

  private long flush(Array array, Object source, long offset) throws IOException {
    int bytes = (int) extents.bytes();
    if (bytes > 0) {
      fill(source, offset, bytes, array);
      sink.write(extents, buffer.limit(bytes).position(0));
      buffer.clear();
      extents.clear();
    }
    return bytes;
  }

  private void fill(Object source, long offset, int bytes, Array array) {
    ByteBuffer into = buffer.clear().order(array.order());
    int width = array.elementSize();
    int from = (int) (offset / width);
    int count = bytes / width;
    if (source instanceof double[] a) {
      into.asDoubleBuffer().put(a, from, count);
    } else if (source instanceof float[] a) {
      into.asFloatBuffer().put(a, from, count);
    } else if (source instanceof long[] a) {
      into.asLongBuffer().put(a, from, count);
    } else if (source instanceof int[] a) {
      into.asIntBuffer().put(a, from, count);
    } else if (source instanceof short[] a) {
      into.asShortBuffer().put(a, from, count);
    } else if (source instanceof char[] a) {
      into.asCharBuffer().put(a, from, count);
    } else if (source instanceof byte[] a) {
      into.put(0, a, (int) offset, bytes);
    } else if (source instanceof ByteBuffer b) {
      fillFrom(b.slice((int) offset, bytes).order(ByteOrder.nativeOrder()), into, width);
    } else {
      throw new IllegalArgumentException("cannot put from " + source.getClass().getName());
    }
  }

  private static void fillFrom(ByteBuffer source, ByteBuffer into, int width) {
    switch (width) {
      case Long.BYTES -> into.asLongBuffer().put(source.asLongBuffer());
      case Integer.BYTES -> into.asIntBuffer().put(source.asIntBuffer());
      case Short.BYTES -> into.asShortBuffer().put(source.asShortBuffer());
      default -> into.put(0, source, 0, source.limit());
    }
  }
}
