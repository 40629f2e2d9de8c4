package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteOrder;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.HeaderCodec;
import org.jspecify.annotations.Nullable;

/**
 * The number of records of a file as this process knows it.
 *
 * <p>The first process also puts it into its log, at its place in the header, whenever it grows, so
 * that a drain brings the header along with the data. The others do not: of numbers that several
 * processes wrote to one place, not the largest would win but any.
 */
final class RecordCount {
  private static final Region SCALAR = new Region(0);

  private final BurstBuffer buffer;
  private final boolean logs;
  private @Nullable BufferedArray inHeader;
  private volatile long known;

  RecordCount(BurstBuffer buffer, ProcessGroup group, long known) {
    this.buffer = buffer;
    this.logs = group.rank() == 0;
    this.known = known;
  }

  /** The number has its place from now on. */
  synchronized void use(CdfVersion version) throws IOException {
    if (logs && inHeader == null) {
      inHeader =
          buffer.define(
              Array.rowMajor(
                  "number of records",
                  HeaderCodec.RECORDS_OFFSET,
                  version.countBytes(),
                  ByteOrder.BIG_ENDIAN));
    }
  }

  long known() {
    return known;
  }

  /** Says that there are at least so many. */
  void atLeast(long records) throws IOException {
    if (records > known) {
      raise(records);
    }
  }

  /** One at a time, so that the largest is also the last in the log. */
  private synchronized void raise(long records) throws IOException {
    if (records <= known) {
      return;
    }
    known = records;
    BufferedArray place = inHeader;
    if (place != null) {
      int width = place.array().elementSize();
      Object value = width == Integer.BYTES ? new int[] {(int) records} : new long[] {records};
      place.putChecked(SCALAR, value, 0, width);
    }
  }
}
