package org.burstlog.log.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
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
  private static final ByteBuffer ZEROS =
      ByteBuffer.allocate(SlotDescriptor.SLOT).asReadOnlyBuffer();

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
      long at = spare == null ? data() : -1;
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
      // A lane without a tally was never opened, or was emptied by its process; what lies in it is
      // rubbish.
      return tally.opened() ? "was opened by its process" : "";
    }
    int latest = tally.latest(spare.generation() - 1);
    long entries = tally.entries(latest);
    return latest >= spare.generation() || entries > 0
        ? "tells of " + entries + " entries of generation " + latest
        : "";
  }

  /**
   * Returns where the first page is that is neither zeros nor the header slot of a lane that a
   * process had not written to its end when it was killed, -1 when there is none. In the first
   * header block there may be anything of such a slot.
   */
  private long data() throws IOException {
    ByteBuffer window = ByteBuffer.allocate(WINDOW).order(ByteOrder.LITTLE_ENDIAN);
    int found = 1;
    for (long at = SlotDescriptor.BLOCK; found > 0; at += found) {
      found = data.read(at, window.clear());
      Arrays.fill(window.array(), found, WINDOW, (byte) 0);
      for (int page = 0; page < found; page += SlotDescriptor.SLOT) {
        ByteBuffer slot = window.slice(page, SlotDescriptor.SLOT).order(ByteOrder.LITTLE_ENDIAN);
        if (!slot.equals(ZEROS) && !SlotDescriptor.begun(slot, SlotDescriptor.DATA)) {
          return at + page;
        }
      }
    }
    return -1;
  }
}
