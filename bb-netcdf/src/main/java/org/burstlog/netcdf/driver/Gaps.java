package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.burstlog.array.Region;
import org.burstlog.recover.RegionFill;

/**
 * Reads from the target what is missing of a region that was filled from logs. It reads the region
 * in slabs and leaves out those that have no gap.
 */
final class Gaps {
  /** Bytes of a slab at most. */
  private static final int SLAB = 1 << 20;

  private final Driver target;
  private final int variable;
  private final RegionFill fill;
  private long read;

  /** The gaps of a region of a variable, in a target that a driver reads. */
  Gaps(Driver target, int variable, RegionFill fill) {
    this.target = target;
    this.variable = variable;
    this.fill = fill;
  }

  /** Fills them and returns how many bytes were read for that. */
  long fill() throws IOException {
    fill(0, fill.region(), 0, fill.length());
    return read;
  }

  /**
   * Fills those of a part of the region.
   *
   * @param dimension the first in which the part has more than one index, or may have
   * @param position where among the region's bytes the part begins
   */
  private void fill(int dimension, Region part, long position, long length) throws IOException {
    if (fill.gap(position) >= position + length) {
      return;
    }
    if (length <= SLAB) {
      read(part, position, (int) length);
      return;
    }
    long count = part.count(dimension);
    long row = length / count;
    long each = Math.max(1, SLAB / row);
    for (long at = 0; at < count; at += each) {
      long rows = Math.min(each, count - at);
      Region slab = copy(part);
      long stride = part.stride(dimension);
      slab.set(dimension, part.start(dimension) + at * stride, rows, stride);
      fill(dimension + 1, slab, position + at * row, rows * row);
    }
  }

  private void read(Region part, long position, int length) throws IOException {
    ByteBuffer elements = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
    target.get(variable, part, elements, 0, length);
    read += length;
    fill.putIntoGaps(elements, position, length);
  }

  private static Region copy(Region of) {
    Region copy = new Region(of.rank());
    for (int d = 0; d < of.rank(); d++) {
      copy.set(d, of.start(d), of.count(d), of.stride(d));
    }
    return copy;
  }
}
