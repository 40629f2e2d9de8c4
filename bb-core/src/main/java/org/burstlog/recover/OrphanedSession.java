package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.plan.PendingReader;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * A session that nobody writes any more, and whose logs were read to their ends before. Which bytes
 * of the target each lane has is known since then, so that only those lanes are opened that have
 * something of what is read.
 */
final class OrphanedSession implements AttachedSession {
  private final TierSession found;
  private final OpenLogs logs;
  private final int leader;
  private final NavigableMap<Integer, EpochView> epochs = new TreeMap<>();
  private final List<Integer> unreached = new ArrayList<>();
  private final Storage storage;
  private long end;

  /** Whether somebody has recovered or discarded it: what it had is not to be read any more. */
  private boolean over;

  private boolean overWasTold;

  /**
   * A session as it was judged.
   *
   * @param leader the process of this node that looked for sessions
   */
  OrphanedSession(Storage storage, TierSession found, Judgement judgement, int leader) {
    this.found = found;
    this.storage = storage;
    this.logs = new OpenLogs(storage);
    this.leader = leader;
    for (LaneJudgement lane : judgement.lanes()) {
      if (lane.records() == 0) {
        continue;
      }
      end = Math.max(end, lane.end());
      Path meta = reach(found, lane.log(), leader);
      if (meta == null) {
        unreached.add(lane.rank());
      } else {
        epochs.computeIfAbsent(lane.epoch(), epoch -> new EpochView()).add(lane, meta);
      }
    }
  }

  private static @Nullable Path reach(TierSession session, String log, int leader) {
    for (FoundDirectory directory : session.pending()) {
      if (directory.finder() == leader && directory.hasLog(log)) {
        return FoundLog.meta(directory.path(), log);
      }
    }
    return null;
  }

  /** Returns the ranks whose logs this node cannot reach. */
  List<Integer> unreached() {
    return unreached;
  }

  /** A lane whose records nobody needed so far. */
  private record Unread(Path meta, int lane, long first, long end) {}

  /**
   * The records of an epoch, of all its processes: in which order theirs are makes no difference.
   */
  private final class EpochView {
    private final List<Unread> unread = new ArrayList<>();
    private final MergedRecords records = new MergedRecords();
    private final PendingReader reader =
        new PendingReader(records.index(), () -> List.copyOf(records.arrays()), records.view());

    void add(LaneJudgement lane, Path meta) {
      unread.add(new Unread(meta, lane.lane(), lane.first(), lane.end()));
    }

    long read(Array array, Region region, Footprint footprint, Object into, long offset)
        throws IOException {
      for (Iterator<Unread> all = unread.iterator(); all.hasNext(); ) {
        Unread lane = all.next();
        if (footprint.first() < lane.end && footprint.last() >= lane.first) {
          read(lane);
          all.remove();
        }
      }
      return reader.read(array, region, into, offset);
    }

    private void read(Unread lane) throws IOException {
      LaneReader from = logs.records(lane.meta, lane.lane);
      MergedRecords.Lane into = records.lane(from.header(), logs.view(lane.meta, lane.lane));
      for (LogRecord r = from.next(); r != null; r = from.next()) {
        into.add(r);
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
    long covered = 0;
    try {
      for (EpochView epoch : over ? List.<EpochView>of() : epochs.values()) {
        covered = Math.max(covered, epoch.read(array, region, footprint, into, offset));
      }
      return covered;
    } catch (IOException e) {
      if (!isOver()) {
        throw e;
      }
      over = true;
      return 0;
    }
  }

  @Override
  public void catchUp() {
    // Nobody adds anything.
  }

  /** A program that has recovered it may have put newer values since. */
  @Override
  public boolean isStill() throws IOException {
    over |= isOver();
    boolean news = over && !overWasTold;
    overWasTold = over;
    return !news;
  }

  private boolean isOver() throws IOException {
    for (FoundDirectory directory : found.pending()) {
      if (directory.finder() == leader && isOver(directory)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOver(FoundDirectory directory) throws IOException {
    if (storage.facts(Marker.RECOVERED.in(directory.path())) != null) {
      return true;
    }
    // One of them is enough: logs are removed behind that mark, or with all others.
    return !directory.logs().isEmpty()
        && storage.facts(FoundLog.meta(directory.path(), directory.logs().get(0).name())) == null;
  }

  @Override
  public void look() {
    // Nobody adds anything.
  }

  @Override
  public long end() {
    return end;
  }

  @Override
  public void close() throws IOException {
    logs.close();
  }
}
