package org.burstlog.log.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.burstlog.array.memory.Elements;

/** Memory that puts are copied into, with their checksums computed on the way. */
public final class Memory {
  /** Copied and checksummed at a time: small enough to be in the first-level cache still. */
  private static final int STEP = 1 << 14;

  /** All of it, little-endian, as entries are written. */
  final ByteBuffer bytes;

  private final ByteBuffer checked;
  private final Elements elements;

  Memory(ByteBuffer memory) {
    bytes = memory.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
    checked = bytes.duplicate();
    elements = new Elements(bytes, 0, bytes.capacity(), ByteOrder.nativeOrder());
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
      // In the machine's byte order; elements of a byte buffer may be as wide as they like.
      elements.put(index + done, source, offset + done, step, 1);
      crc.update(checked.limit(index + done + step).position(index + done));
    }
  }
}
