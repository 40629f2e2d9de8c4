package org.burstlog.guard.parity;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.storage.StorageFile;

/**
 * The body of a lane: all behind its header block.
 *
 * @param file the file that the lane is in
 * @param lane which part of it the lane is
 * @param generation the generation of the log, as its header tells it
 */
public record Body(StorageFile file, Lane lane, int generation) {
  private interface Part {
    void at(long position) throws IOException;
  }

  /** Fills a buffer, with zeros where the file does not reach. */
  void read(long position, ByteBuffer into) throws IOException {
    byParts(
        position,
        into,
        at -> {
          int begin = into.position();
          int got = file.read(at, into.duplicate());
          for (int i = begin + got; i < into.limit(); i++) {
            into.put(i, (byte) 0);
          }
        });
  }

  /** Writes what is in a buffer. */
  void write(long position, ByteBuffer from) throws IOException {
    byParts(position, from, at -> file.write(at, from.duplicate()));
  }

  /** Writes the header block in front of it, which lies in one piece. */
  void writeHeader(ByteBuffer block) throws IOException {
    file.write(lane.inFile(0), block);
  }

  /** Sets the limit to each part that lies in one piece in the file. */
  private void byParts(long position, ByteBuffer buffer, Part part) throws IOException {
    int end = buffer.limit();
    long at = SlotDescriptor.BLOCK + position;
    while (buffer.position() < end) {
      int length = (int) Math.min(end - buffer.position(), lane.contiguous(at));
      buffer.limit(buffer.position() + length);
      part.at(lane.inFile(at));
      buffer.position(buffer.limit()).limit(end);
      at += length;
    }
  }
}
