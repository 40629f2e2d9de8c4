package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.burstlog.array.ExtentList;

/**
 * The stripes of one owner in one window, put together from what all processes sent. What nobody
 * sent stays a hole between extents: nothing is read to fill it.
 */
final class Batch {
  private static final int PAGE = 4096;

  private final Owners owners;
  private final ByteBuffer buffer;
  private final List<Segment> segments = new ArrayList<>();
  private int end;
  private int expected;

  /** Extents whose bytes lie behind each other in the buffer. */
  private record Segment(ExtentList extents, int at) {}

  Batch(Owners owners, ByteBuffer buffer) {
    this.owners = owners;
    this.buffer = buffer;
  }

  /**
   * Puts a window together. Where processes overlap, one of them wins.
   *
   * @param received what came from the others, parcel behind parcel
   * @param lengths bytes of each parcel
   */
  void assemble(ByteBuffer received, int[] lengths) {
    segments.clear();
    end = 0;
    expected = 0;
    var queue = new PriorityQueue<>(Comparator.comparingLong(Parcel.Reader::offset));
    int at = 0;
    for (int length : lengths) {
      if (length > 0) {
        Parcel.Reader reader = new Parcel.Reader(received, at);
        if (reader.next()) {
          queue.add(reader);
        }
      }
      at += length;
    }
    expected = at;
    long reach = -1;
    for (var next = queue.poll(); next != null; next = queue.poll()) {
      long offset = next.offset();
      int skip = (int) Math.min(next.length(), Math.max(0, reach - offset));
      if (next.length() > skip) {
        add(offset + skip, next.length() - skip, received, next.data() + skip, reach);
        reach = offset + next.length();
      }
      if (next.next()) {
        queue.add(next);
      }
    }
  }

  private void add(long offset, int length, ByteBuffer received, int from, long reach) {
    if (offset != reach && (reach < 0 || owners.stripeBegin(offset) >= reach)) {
      // The kernel takes large pieces whole only from memory that is aligned as the file is.
      int pad = (int) (offset - end) & (PAGE - 1);
      if (end + pad + expected > buffer.capacity()) {
        pad = 0;
      }
      if (segments.isEmpty() || pad > 0) {
        end += pad;
        segments.add(new Segment(new ExtentList(), end));
      }
    }
    segments.get(segments.size() - 1).extents().add(offset, length);
    buffer.put(end, received, from, length);
    end += length;
    expected -= length;
  }

  void write(DirectPut.Sink sink) throws IOException {
    for (Segment segment : segments) {
      int length = (int) segment.extents().bytes();
      sink.write(segment.extents(), buffer.slice(segment.at(), length));
    }
  }
}
