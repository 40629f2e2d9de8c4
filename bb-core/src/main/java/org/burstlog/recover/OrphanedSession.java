package org.burstlog.recover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.storage.Storage;

/**
 * A session that nobody writes any more, and whose logs were read to their ends before. Which bytes
 * of the target each lane has is known since then, so that only those lanes are opened that have
 * something of what is read.
 *
 * <p>Its layers are its epochs, the oldest first.
 */
final class OrphanedSession extends EndedSession {
  private final Storage storage;
  private final int leader;

  /** Whether somebody has recovered or discarded it: what it had is not to be read any more. */
  private boolean over;

  private boolean overWasTold;

  /** A session as it was judged, the same in every process. */
  OrphanedSession(Storage storage, TierSession found, Judgement judgement, ProcessGroup group)
      throws IOException {
    super(found, lanes(storage, found, judgement, group));
    this.storage = storage;
    this.leader = group.nodes().leader(group.rank());
  }

  private static EndedLanes lanes(
      Storage storage, TierSession found, Judgement judgement, ProcessGroup group)
      throws IOException {
    List<EndedLanes.Span> spans = new ArrayList<>();
    for (LaneJudgement lane : judgement.lanes()) {
      if (lane.records() > 0) {
        spans.add(
            new EndedLanes.Span(
                lane.log(),
                lane.lane(),
                lane.rank(),
                lane.epoch(),
                lane.records(),
                lane.first(),
                lane.end()));
      }
    }
    // Where all was whole, nobody has changed it since. Else what was not is passed over again.
    boolean whole = judgement.state() == LogVerdict.State.CLEAN;
    OpenLogs logs =
        new OpenLogs(
            storage, (meta, log, lane) -> whole ? log.lane(lane).trustData() : log.lane(lane));
    return new EndedLanes(found, spans, logs, /* trust= */ null, group);
  }

  /** Returns the ranks whose logs no node reaches; the same in every process. */
  List<Integer> unreached() {
    return lanes().unreached();
  }

  @Override
  public long read(Array array, Region region, Footprint footprint, Object into, long offset)
      throws IOException {
    long covered = 0;
    try {
      for (EpochLanes epoch : over ? List.<EpochLanes>of() : lanes().near()) {
        covered = Math.max(covered, epoch.read(array, region, footprint, into, offset));
      }
      return covered;
    } catch (IOException e) {
      throwUnlessOver(e);
      return 0;
    }
  }

  private void throwUnlessOver(IOException e) throws IOException {
    if (!isOver()) {
      throw e;
    }
    over = true;
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
    for (FoundDirectory directory : found().pending()) {
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
    if (directory.logs().isEmpty()
        || storage.facts(FoundLog.meta(directory.path(), directory.logs().get(0).name())) != null) {
      return false;
    }
    // One of them is enough: a process that discards a session holds it, and removes all of it.
    // Where logs are missing from a session that no process holds, something else has taken them.
    return Takeover.live(storage, directory.path()) || storage.facts(directory.path()) == null;
  }

  @Override
  public void read(int layer, Footprint footprint, RegionFill into) throws IOException {
    try {
      if (!over) {
        lanes().near().get(layer).read(footprint, into);
      }
    } catch (IOException e) {
      throwUnlessOver(e);
    }
  }

  @Override
  public List<FarLane> far() {
    return over ? List.of() : super.far();
  }

  @Override
  boolean isLost() {
    return over;
  }

  @Override
  void lose() {
    over = true;
  }

  @Override
  boolean isLostBy(Throwable failure) {
    try {
      over |= failure instanceof IOException && isOver();
      return over;
    } catch (IOException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  @Override
  public long end() {
    return lanes().end();
  }
}
