package org.burstlog.bench.simulate;

import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.drain.Pending;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;

/** Records of which only the places matter, and a file of which only the length does. */
final class NoData {
  private static final ByteBuffer BYTES = ByteBuffer.allocateDirect(1 << 20);

  private NoData() {}

  /** What a drain drains, once. */
  record Records(RecordIndex index, List<Array> arrays) implements Pending {
    @Override
    public DataView view() {
      return new View();
    }

    @Override
    public void reset() {}
  }

  private static final class View implements DataView {
    @Override
    public int seek(long position, int wanted) {
      return Math.min(wanted, BYTES.capacity());
    }

    @Override
    public ByteBuffer buffer() {
      return BYTES;
    }

    @Override
    public int index() {
      return 0;
    }
  }

  /** A file that all processes write. */
  static final class File implements SimulatedTarget.Content {
    private long size;
    private long bytes;

    /** Bytes that were written, twice where they were written twice. */
    long bytes() {
      return bytes;
    }

    @Override
    public void write(int rank, ExtentList extents, ByteBuffer data) {
      if (extents.size() > 0) {
        size = Math.max(size, extents.end());
        bytes += extents.bytes();
      }
    }

    @Override
    public void sync(int rank) {}

    @Override
    public long size() {
      return size;
    }
  }
}
