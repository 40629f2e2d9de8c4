package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.Variable;

/** This process's share of filling a variable or one record of it, a run of equal elements. */
final class Filling {
  private final long offset;
  private final long bytes;
  private final int width;
  private final long bits;

  private Filling(long offset, long bytes, int width, long bits) {
    this.offset = offset;
    this.bytes = bytes;
    this.width = width;
    this.bits = bits;
  }

  static Filling of(Variable variable, Array array, long record, ProcessGroup group) {
    int width = array.elementSize();
    long elements = 1;
    for (int d = variable.isRecord() ? 1 : 0; d < variable.rank(); d++) {
      elements *= variable.shape(d);
    }
    long begin = array.offset() + (variable.isRecord() ? record * array.step(0) : 0);
    long share = elements / group.size();
    long rest = elements % group.size();
    long first = share * group.rank() + Math.min(rest, group.rank());
    long count = share + (group.rank() < rest ? 1 : 0);
    return new Filling(begin + first * width, count * width, width, variable.fillBits());
  }

  long mean() {
    return JointWrite.mean(bytes, bytes == 0 ? 0 : 1);
  }

  void write(DirectPut.Sink sink, DrainOptions options) throws IOException {
    int size = (int) Math.min(bytes, options.buffer());
    ByteBuffer pattern = ByteBuffer.allocateDirect(size);
    while (pattern.hasRemaining()) {
      switch (width) {
        case Long.BYTES -> pattern.putLong(bits);
        case Integer.BYTES -> pattern.putInt((int) bits);
        case Short.BYTES -> pattern.putShort((short) bits);
        default -> pattern.put((byte) bits);
      }
    }
    ExtentList extent = new ExtentList();
    for (long done = 0; done < bytes; done += size) {
      int length = (int) Math.min(size, bytes - done);
      extent.clear();
      extent.add(offset + done, length);
      sink.write(extent, pattern.clear().limit(length));
    }
  }
}
