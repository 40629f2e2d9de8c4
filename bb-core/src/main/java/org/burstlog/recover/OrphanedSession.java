package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * A session that nobody writes any more, and whose logs were read to their ends before. Which bytes
 * of the target each lane has is known since then, so that only those lanes are opened that have
 * something of what is read.
 *
 * <p>Its layers are its epochs, the oldest first.
 */
final class OrphanedSession implements AttachedSession {
  private final TierSession found;
  private final OpenLogs logs;
  private final Storage storage;
  private final int leader;

  /** Whether somebody has recovered or discarded it: what it had is not to be read any more. */
  private boolean over;

  private boolean overWasTold;

  /** By layer, the lanes that this node reaches. */
  private final List<EpochLanes> near = new ArrayList<>();

  /** By layer, those of them that this process reads for other nodes. */
  private final List<EpochLanes> served = new ArrayList<>();

  private final List<FarLane> far = new ArrayList<>();
  private final List<Integer> unreached = new ArrayList<>();
  private boolean apart;
  private long end;

  /** A session as it was judged, the same in every process. */
  OrphanedSession(Storage storage, TierSession found, Judgement judgement, ProcessGroup group)
      throws IOException {
    this.found = found;
    this.storage = storage;
    this.logs = new OpenLogs(storage);
    LaneServers servers = new LaneServers(found, group.nodes(), group.size());
    List<LaneJudgement> lanes = new ArrayList<>();
    this.leader = group.nodes().leader(group.rank());
    for (LaneJudgement lane : judgement.lanes()) {
      if (lane.records() == 0) {
        continue;
      }
      end = Math.max(end, lane.end());
      if (servers.isReached(lane.log())) {
        lanes.add(lane);
      } else {
        unreached.add(lane.rank());
      }
    }
    Map<Integer, Integer> layers = new HashMap<>();
    for (int epoch : lanes.stream().map(LaneJudgement::epoch).sorted().distinct().toList()) {
      layers.put(epoch, near.size());
      near.add(EpochLanes.whole(logs));
      served.add(EpochLanes.inParts(logs));
    }
    for (LaneJudgement lane : lanes) {
      place(lane, layers.getOrDefault(lane.epoch(), 0), servers, leader, group.rank());
    }
  }

  private void place(LaneJudgement lane, int layer, LaneServers servers, int leader, int rank) {
    Path meta = reach(found, lane.log(), leader);
    if (meta != null) {
      near.get(layer).add(lane, meta);
    }
    if (servers.isNearToAll(lane.log())) {
      return;
    }
    apart = true;
    int server = servers.next(lane.log());
    if (meta == null) {
      far.add(new FarLane(layer, lane.rank(), lane.first(), lane.end(), server));
    } else if (server == rank) {
      served.get(layer).add(lane, meta);
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

  /** Returns the ranks whose logs no node reaches; the same in every process. */
  List<Integer> unreached() {
    return unreached;
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
      for (EpochLanes lanes : over ? List.<EpochLanes>of() : near) {
        covered = Math.max(covered, lanes.read(array, region, footprint, into, offset));
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
  public int layers() {
    return near.size();
  }

  @Override
  public void read(int layer, Footprint footprint, RegionFill into) throws IOException {
    if (!over) {
      near.get(layer).read(footprint, into);
    }
  }

  @Override
  public boolean isApart() {
    return apart;
  }

  @Override
  public List<FarLane> far() {
    return far;
  }

  @Override
  public EpochLanes served(int layer) {
    return served.get(layer);
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
