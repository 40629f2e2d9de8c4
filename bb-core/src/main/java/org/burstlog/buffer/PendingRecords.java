package org.burstlog.buffer;

import java.io.IOException;
import java.util.IdentityHashMap;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.Epoch;
import org.burstlog.log.EpochLogs;
import org.burstlog.log.RecordIndex;
import org.burstlog.plan.PendingReader;

/**
 * Reads what is pending in any epoch of this process: of bytes that several have, the last one's.
 *
 * <p>For one thread at a time, and while nobody puts or seals.
 */
final class PendingRecords {
  private final EpochLogs logs;

  /** A reader of each log, by its index: logs come and stay. */
  private final IdentityHashMap<RecordIndex, PendingReader> readers = new IdentityHashMap<>();

  PendingRecords(EpochLogs logs) {
    this.logs = logs;
  }

  /**
   * Writes into memory what is pending of a region, and leaves the rest of the memory as it is.
   *
   * <p>Behind an epoch that is not the last sealed one lies another, in which any process may have
   * put to the same bytes. So only what the last sealed one and the current one have is certain.
   *
   * @return how much of it is certain: 0 when nothing is; all of the region's bytes only when all
   *     are, else some number between
   */
  long read(Array array, Region region, Object into, long offset) throws IOException {
    long last = 0;
    for (Epoch epoch : logs.sealed()) {
      last = reader(epoch).read(array, region, into, offset);
    }
    return Math.max(last, reader(logs.hold()).read(array, region, into, offset));
  }

  private PendingReader reader(Epoch epoch) {
    return readers.computeIfAbsent(
        epoch.records(), index -> new PendingReader(index, epoch::arrays, epoch.view()));
  }

  /** To be called when records are about to go. */
  void forget() {
    readers.values().forEach(PendingReader::forget);
  }
}
