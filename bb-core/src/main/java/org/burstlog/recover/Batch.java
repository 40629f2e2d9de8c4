package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.drain.Pending;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * The records of this process's lanes, some of them at a time, so that memory does not grow with
 * the logs.
 *
 * <p>A lane goes on in the next batch where the last one ended, and batches are drained one after
 * the other: so a later put always wins over an earlier one. Several lanes may share a batch, as
 * their order does not matter: they are of the same epoch and of different processes.
 */
final class Batch implements Pending, Closeable {
  /**
   * The limits of a batch.
   *
   * @param records most records
   * @param coordinates most numbers that say where the records are, three for each dimension
   * @param lanes most lanes, each of which has files open and a window into them
   */
  record Limits(int records, long coordinates, int lanes) {
    static final Limits DEFAULT = new Limits(1 << 17, 1 << 21, 16);
  }

  private final Storage storage;
  private final Limits limits;
  private final Deque<LaneShare.Lane> waiting;
  private final Deque<LogReader> open = new ArrayDeque<>();
  private final MergedRecords records = new MergedRecords();
  private @Nullable LaneReader current;
  private long coordinates;

  Batch(Storage storage, List<LaneShare.Lane> lanes, Limits limits) {
    this.storage = storage;
    this.waiting = new ArrayDeque<>(lanes.stream().filter(LaneShare.Lane::pending).toList());
    this.limits = limits;
  }

  /**
   * Goes on to the next batch.
   *
   * @return false when nothing is left; true does not mean that there are records in this batch
   */
  boolean next() throws IOException {
    begin();
    int lanes = 0;
    while (!full()) {
      LaneReader lane = current;
      if (lane == null) {
        if (lanes == limits.lanes() || waiting.isEmpty()) {
          break;
        }
        lane = open(waiting.remove());
        current = lane;
      }
      lanes++;
      take(lane);
    }
    return records.index().size() > 0 || current != null || !waiting.isEmpty();
  }

  /** Lets go of all lanes but the one that goes on. */
  private void begin() throws IOException {
    records.clear();
    coordinates = 0;
    while (open.size() > (current == null ? 0 : 1)) {
      open.remove().close();
    }
  }

  private boolean full() {
    return records.index().size() >= limits.records() || coordinates >= limits.coordinates();
  }

  private LaneReader open(LaneShare.Lane lane) throws IOException {
    LogReader reader = LogReader.open(storage, FoundLog.meta(lane.directory(), lane.log()));
    open.add(reader);
    return reader.lane(lane.lane());
  }

  private void take(LaneReader lane) throws IOException {
    MergedRecords.Lane into = records.lane(lane.header(), lane.view());
    while (!full()) {
      LogRecord r = lane.next();
      if (r == null) {
        current = null;
        return;
      }
      into.add(r);
      coordinates += 3L * r.region().rank();
    }
  }

  @Override
  public RecordIndex index() {
    return records.index();
  }

  @Override
  public List<Array> arrays() {
    return records.arrays();
  }

  @Override
  public DataView view() {
    return records.view();
  }

  @Override
  public void reset() {
    // The logs stay until all batches are in the target.
  }

  @Override
  public boolean proveContent() {
    return true;
  }

  @Override
  public void close() throws IOException {
    current = null;
    begin();
  }
}
