package org.burstlog.netcdf.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.recover.Attachment;
import org.burstlog.target.TargetFile;

/**
 * The bytes of a target as they are once all that logs have of it is drained: the whole file is one
 * array of bytes, so that it makes no difference to which arrays the records were put.
 */
final class MergedBytes {
  private static final Array FILE =
      Array.rowMajor("file", 0, 1, ByteOrder.BIG_ENDIAN, Array.UNLIMITED);

  private final TargetFile target;
  private final Attachment attachment;
  private final Region region = new Region(1);

  MergedBytes(TargetFile target, Attachment attachment) {
    this.target = target;
    this.attachment = attachment;
  }

  /**
   * Reads bytes; those that are nowhere are zero.
   *
   * @param position where the first of them is in the file
   * @param into a direct buffer, filled from its beginning to its limit
   * @return false when all of them are nowhere
   */
  boolean read(long position, ByteBuffer into) throws IOException {
    int length = into.limit();
    region.set(0, position, length, 1);
    boolean any;
    do {
      zero(into);
      long found = attachment.read(FILE, region, into, 0);
      any = found > 0;
      if (found < length) {
        any |= target.read(position, into.clear().limit(length)) > 0;
        if (found > 0) {
          attachment.read(FILE, region, into, 0);
        }
      }
    } while (!attachment.isStill());
    into.position(0).limit(length);
    return any;
  }

  private static void zero(ByteBuffer buffer) {
    int i = 0;
    for (; i + Long.BYTES <= buffer.limit(); i += Long.BYTES) {
      buffer.putLong(i, 0);
    }
    for (; i < buffer.limit(); i++) {
      buffer.put(i, (byte) 0);
    }
  }
}
