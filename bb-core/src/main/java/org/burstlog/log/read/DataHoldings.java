package org.burstlog.log.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.Tally;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * Whether a data log holds anything that was put. Asked where the metadata log says that nothing
 * was, or is gone.
 */
final class DataHoldings {
  private static final int WINDOW = 1 << 18;

  private final StorageFile data;
  private final HeaderReader headers;

  DataHoldings(StorageFile data, HeaderReader headers) {
    this.data = data;
    this.headers = headers;
  }

  /**
   * Looks at all lanes.
   *
   * @param spare what the metadata log says of itself as a spare one, null when it says nothing
   * @return what speaks for a put, empty when nothing does
   */
  String since(@Nullable LogHeader spare) throws IOException {
    LogHeader header = headers.search().header();
    if (header == null) {
      // In the header block itself lies what a process had written of it when it was killed.
      long at = spare == null ? nonzero(Lane.SOLE, SlotDescriptor.BLOCK) : -1;
      return at < 0 ? "" : "has no whole header and holds data at " + at;
    }
    for (int i = 0; i < header.lanes(); i++) {
      Lane lane = new Lane(i, header.lanes(), header.blockSize());
      if (lane.inFile(0) >= data.size()) {
        break;
      }
      String held = ofLane(lane, spare);
      if (!held.isEmpty()) {
        return held;
      }
    }
    return "";
  }

  /** As {@link #since}, of one lane. */
  String ofLane(Lane lane, @Nullable LogHeader spare) throws IOException {
    Tally tally = headers.tally(lane.inFile(0));
    if (spare == null) {
      if (tally.opened()) {
        return "was opened by its process";
      }
      long at = nonzero(lane, SlotDescriptor.BLOCK);
      return at < 0 ? "" : "holds data at " + at;
    }
    int latest = tally.latest(spare.generation() - 1);
    long entries = tally.entries(latest);
    return latest >= spare.generation() || entries > 0
        ? "tells of " + entries + " entries of generation " + latest
        : "";
  }

  /** Returns where in the lane the first byte is that is not zero, -1 when all are. */
  private long nonzero(Lane lane, long from) throws IOException {
    long length = lane.length(data.size());
    ByteBuffer window = ByteBuffer.allocate((int) Math.min(WINDOW, Math.max(0, length - from)));
    for (long at = from; at < length; ) {
      window.clear().limit((int) Math.min(window.capacity(), lane.contiguous(at)));
      int found = data.read(lane.inFile(at), window);
      for (int i = 0; i < found; i++) {
        if (window.get(i) != 0) {
          return at + i;
        }
      }
      if (found == 0) {
        break;
      }
      at += found;
    }
    return -1;
  }
}
