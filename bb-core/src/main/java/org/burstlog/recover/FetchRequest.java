package org.burstlog.recover;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteOrder;
import org.burstlog.array.Array;
import org.burstlog.array.Region;

/**
 * What one process asks of another.
 *
 * @param layer which layer of what sessions have, counted over all of them, the oldest 0
 * @param number which of the asking process's regions it is
 * @param array the array, whose name and byte order do not matter: bytes travel as they are in the
 *     target
 * @param region where in it
 */
record FetchRequest(int layer, int number, Array array, Region region) {
  void write(DataOutput out) throws IOException {
    out.writeInt(layer);
    out.writeInt(number);
    out.writeLong(array.offset());
    out.writeByte(array.elementSize());
    out.writeInt(array.rank());
    for (int d = 0; d < array.rank(); d++) {
      out.writeLong(array.shape(d));
      out.writeLong(array.step(d));
      out.writeLong(region.start(d));
      out.writeLong(region.count(d));
      out.writeLong(region.stride(d));
    }
  }

  static FetchRequest read(DataInput in) throws IOException {
    int layer = in.readInt();
    int number = in.readInt();
    long offset = in.readLong();
    int elementSize = in.readByte();
    int rank = in.readInt();
    long[] shape = new long[rank];
    long[] steps = new long[rank];
    Region region = new Region(rank);
    for (int d = 0; d < rank; d++) {
      shape[d] = in.readLong();
      steps[d] = in.readLong();
      region.set(d, in.readLong(), in.readLong(), in.readLong());
    }
    Array array = Array.strided("", offset, elementSize, ByteOrder.BIG_ENDIAN, shape, steps);
    return new FetchRequest(layer, number, array, region);
  }
}
