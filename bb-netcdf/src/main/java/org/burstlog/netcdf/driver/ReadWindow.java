package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.memory.Bytes;
import org.burstlog.target.TargetFile;

/** A part of the target in memory, as large as what is read at a time. */
final class ReadWindow {
  /** The most bytes between two extents that are read together. */
  static final int WIDEST_GAP = 16 << 10;

  private final TargetFile target;
  private final int size;
  private final Bytes bytes = new Bytes();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(0);

  /**
   * A window.
   *
   * @param most the most bytes to read at a time
   */
  ReadWindow(TargetFile target, int most) {
    this.target = target;
    this.size = Math.max(most & -8, 4096);
  }

  int size() {
    return size;
  }

  /** Returns the bytes that were read last, or what the buffer was changed to since. */
  Bytes bytes() {
    return bytes;
  }

  /** Reads bytes; those past the end of the file are zero. The buffer serves until the next. */
  ByteBuffer read(long position, int length) throws IOException {
    if (buffer.capacity() < length) {
      buffer =
          ByteBuffer.allocateDirect(
              Math.min(size, Math.max(length, Math.max(4096, 2 * buffer.capacity()))));
      bytes.of(buffer);
    }
    buffer.clear().limit(length);
    target.read(position, buffer);
    while (buffer.remaining() >= Long.BYTES) {
      buffer.putLong(0);
    }
    while (buffer.hasRemaining()) {
      buffer.put((byte) 0);
    }
    return buffer.clear();
  }
}
