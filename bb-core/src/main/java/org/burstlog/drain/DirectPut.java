package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.array.memory.Bytes;
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
  private final Bytes content = new Bytes();
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
   * @param source a primitive array, a byte buffer in machine byte order of which absolute
   *     positions count, or {@link org.burstlog.array.memory.PiecewiseValues}
   * @param offset bytes into the source
   * @param length the region's bytes
   * @throws IOException when it could not be written; part of it may have been
   */
  public void put(Array array, Region region, Object source, long offset, long length)
      throws IOException {
    if (buffer.capacity() < Math.min(length, size)) {
      buffer = ByteBuffer.allocateDirect((int) Math.min(length, size));
      content.of(buffer);
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
      content.put(0, source, offset, bytes, array);
      sink.write(extents, buffer.limit(bytes).position(0));
      buffer.clear();
      extents.clear();
    }
    return bytes;
  }
}
