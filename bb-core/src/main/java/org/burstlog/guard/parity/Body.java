package org.burstlog.guard.parity;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.storage.ReadableFile;

/**
 * The body of a lane: all behind its header block, in the order in which it was put.
 *
 * @param file the file that the lane is in
 * @param lane which part of it the lane is
 * @param generation the generation of the log, as its header tells it
 * @param start where in the lane it begins
 * @param tail how many bytes lie there; what comes behind them lies behind the header block
 */
public record Body(ReadableFile file, Lane lane, int generation, long start, long tail) {
  /**
   * A body that lies in one piece behind the header block.
   *
   * @param file the file that the lane is in
   * @param lane which part of it the lane is
   * @param generation the generation of the log, as its header tells it
   */
  public Body(ReadableFile file, Lane lane, int generation) {
    this(file, lane, generation, SlotDescriptor.BLOCK, Long.MAX_VALUE);
  }

  /** Fills a buffer, with zeros where the file does not reach. */
  void read(long position, ByteBuffer into) throws IOException {
    int end = into.limit();
    long from = position;
    while (into.position() < end) {
      long at = from < tail ? start + from : SlotDescriptor.BLOCK + from - tail;
      long together = Math.min(lane.contiguous(at), from < tail ? tail - from : Long.MAX_VALUE);
      int length = (int) Math.min(end - into.position(), together);
      into.limit(into.position() + length);
      int got = file.read(lane.inFile(at), into.duplicate());
      for (int i = into.position() + got; i < into.limit(); i++) {
        into.put(i, (byte) 0);
      }
      into.position(into.limit()).limit(end);
      from += length;
    }
  }
}
