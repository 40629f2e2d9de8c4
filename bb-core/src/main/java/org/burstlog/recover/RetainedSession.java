package org.burstlog.recover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.log.DrainedLog;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.plan.PendingReader;
import org.burstlog.storage.Storage;

/**
 * A session whose records are in the target and whose logs were kept. The target has all that it
 * has, so where anything is not as its catalogue says nothing of it is used any more.
 */
final class RetainedSession implements AttachedSession {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  private final Storage storage;
  private final TierSession found;
  private final ByteBuffer head;
  private final List<Unread> unread = new ArrayList<>();
  private final List<LogReader> open = new ArrayList<>();
  private final MergedRecords records = new MergedRecords();
  private final PendingReader reader =
      new PendingReader(records.index(), () -> List.copyOf(records.arrays()), records.view());
  private boolean usable = true;

  /** A lane whose records nobody needed so far. */
  private record Unread(Path meta, DrainedLog lane) {}

  /**
   * A session whose target is as it was when it was closed.
   *
   * @param head the first bytes of the target
   * @param lanes what all its lanes have
   * @param leader the process of this node that looked for sessions
   */
  RetainedSession(
      Storage storage, TierSession found, ByteBuffer head, List<DrainedLog> lanes, int leader) {
    this.storage = storage;
    this.found = found;
    this.head = head;
    for (DrainedLog lane : lanes) {
      for (FoundDirectory directory : found.directories()) {
        if (directory.finder() == leader && directory.hasLog(lane.log())) {
          unread.add(new Unread(FoundLog.meta(directory.path(), lane.log()), lane));
          break;
        }
      }
    }
  }

  @Override
  public TierSession found() {
    return found;
  }

  @Override
  public long read(Array array, Region region, Footprint footprint, Object into, long offset)
      throws IOException {
    return load(footprint) ? reader.read(array, region, into, offset) : 0;
  }

  /** Reads the records that may be of a region; returns false when nothing is used any more. */
  private boolean load(Footprint footprint) {
    if (!usable) {
      return false;
    }
    try {
      for (Iterator<Unread> all = unread.iterator(); all.hasNext(); ) {
        Unread next = all.next();
        if (footprint.first() < next.lane.end() && footprint.last() >= next.lane.first()) {
          read(next);
          all.remove();
        }
      }
      return true;
    } catch (IOException e) {
      // What was taken from it before is right, and the rest is in the target.
      LOGGER.log(System.Logger.Level.DEBUG, found + " is not used any more", e);
      usable = false;
      return false;
    }
  }

  @Override
  public int layers() {
    return 1;
  }

  @Override
  public void read(int layer, Footprint footprint, RegionFill into) throws IOException {
    if (load(footprint)) {
      into.takeFrom(reader);
    }
  }

  /** What other nodes have is read from the target. */
  @Override
  public boolean isApart() {
    return false;
  }

  @Override
  public List<FarLane> far() {
    return List.of();
  }

  @Override
  public EpochLanes served(int layer) {
    throw new IllegalStateException("nobody asks for lanes of a retained session");
  }

  private void read(Unread next) throws IOException {
    DrainedLog lane = next.lane;
    LogReader log = LogReader.open(storage, next.meta);
    open.add(log);
    LaneReader from = log.drained(lane.lane(), lane.generation());
    if (from == null) {
      throw new IOException(next.meta + " has gone on since it was drained");
    }
    MergedRecords.Lane into = records.lane(from.header(), from.view());
    long count = 0;
    for (LogRecord r = from.nextWritten(); r != null; r = from.nextWritten()) {
      into.add(r);
      count++;
    }
    if (count != lane.records()) {
      throw new IOException(
          next.meta + " has " + count + " whole records of " + lane.records() + " that it had");
    }
  }

  @Override
  public void catchUp() {
    // Nobody adds anything.
  }

  @Override
  public boolean isStill() {
    return true;
  }

  @Override
  public void look() {
    // Nobody adds anything.
  }

  @Override
  public long end() {
    // The target, and its header, have all of it.
    return 0;
  }

  /**
   * Copies what is known of the beginning of the target.
   *
   * @return how many bytes; -1 where they are not known
   */
  int head(long position, ByteBuffer into) {
    if (position >= head.limit()) {
      return -1;
    }
    int length = (int) Math.min(into.remaining(), head.limit() - position);
    into.put(head.slice((int) position, length));
    return length;
  }

  @Override
  public void close() throws IOException {
    usable = false;
    IOException failure = null;
    for (LogReader log : open) {
      try {
        log.close();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    open.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
