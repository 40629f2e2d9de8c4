package org.burstlog.recover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.DrainedLog;
import org.burstlog.log.read.LaneReader;
import org.burstlog.storage.Storage;

/**
 * A session whose records are in the target and whose logs were kept. The target has all that it
 * has, so where anything is not as its catalogue says nothing of it is used any more.
 */
final class RetainedSession extends EndedSession {
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final Storage storage;
  private final int own;
  private final ByteBuffer head;
  private final Trust trust;

  /** What lies over the lanes, and on nodes that nobody here can look at. */
  private final List<EndedLanes.Span> elsewhere;

  /**
   * A session whose target is as it was when it was closed.
   *
   * @param catalogues what is said of its logs, the same in every process
   */
  RetainedSession(
      Storage storage, TierSession found, List<Catalogue> catalogues, ProcessGroup group)
      throws IOException {
    this(
        storage,
        found,
        catalogues.stream()
            .map(Catalogue::head)
            .filter(head -> head.limit() > 0)
            .findFirst()
            .orElse(NONE),
        catalogues.stream().flatMap(one -> one.lanes().stream()).toList(),
        catalogues.size() == catalogues.get(0).nodes() ? List.of() : catalogues.get(0).epochs(),
        group,
        new Trust(found));
  }

  private RetainedSession(
      Storage storage,
      TierSession found,
      ByteBuffer head,
      List<DrainedLog> drained,
      List<Catalogue.Extent> elsewhere,
      ProcessGroup group,
      Trust trust)
      throws IOException {
    super(found, lanes(storage, found, drained, group, trust));
    this.storage = storage;
    this.own = group.rank();
    this.head = head;
    this.trust = trust;
    this.elsewhere =
        elsewhere.stream()
            .map(
                epoch ->
                    new EndedLanes.Span("", 0, -1, epoch.drain(), 0, epoch.first(), epoch.end()))
            .toList();
  }

  private static EndedLanes lanes(
      Storage storage, TierSession found, List<DrainedLog> drained, ProcessGroup group, Trust trust)
      throws IOException {
    List<EndedLanes.Span> spans = new ArrayList<>();
    for (int part = 0; part < drained.size(); part++) {
      DrainedLog lane = drained.get(part);
      spans.add(
          new EndedLanes.Span(
              lane.log(),
              part,
              lane.rank(),
              lane.drain(),
              lane.records(),
              lane.first(),
              lane.end()));
    }
    OpenLogs logs =
        new OpenLogs(
            storage,
            (meta, log, part) -> {
              DrainedLog lane = drained.get(part);
              LaneReader reader = log.drained(lane.lane(), lane.generation(), lane.entries());
              if (reader == null) {
                throw new IOException(meta + " has gone on since it was drained");
              }
              return reader;
            });
    return new EndedLanes(found, spans, logs, trust, group);
  }

  /**
   * {@inheritDoc}
   *
   * <p>An epoch that cannot be read here hides those before it: what they have may be older than
   * what the target has.
   */
  @Override
  public int uncovered(Footprint footprint) {
    return Math.max(lanes().uncovered(footprint), lanes().uncovered(footprint, elsewhere));
  }

  /** As above, for a process that reads alone, without what others reach. */
  private int uncoveredHere(Footprint footprint) {
    int layer = uncovered(footprint);
    for (FarLane lane : far()) {
      if (lane.mayHave(footprint)) {
        layer = Math.max(layer, lane.layer());
      }
    }
    return layer;
  }

  @Override
  public long read(Array array, Region region, Footprint footprint, Object into, long offset)
      throws IOException {
    if (trust.isLost()) {
      return 0;
    }
    List<EpochLanes> epochs =
        lanes().near().subList(uncoveredHere(footprint), layers()).stream()
            .filter(epoch -> epoch.mayHave(footprint))
            .toList();
    long covered = 0;
    try {
      if (epochs.size() == 1) {
        covered = epochs.get(0).read(array, region, footprint, into, offset);
      } else if (!epochs.isEmpty()) {
        // Together they may have all of it, though none of them has.
        RegionFill fill = new RegionFill(array, region, into, offset, footprint.bytes());
        for (EpochLanes epoch : epochs) {
          epoch.read(footprint, fill);
        }
        covered = fill.filled();
      }
    } catch (IOException e) {
      trust.lose(e);
    }
    return trust.isLost() ? 0 : covered;
  }

  @Override
  public void read(int layer, Footprint footprint, RegionFill into) throws IOException {
    if (!trust.isLost() && layer >= uncovered(footprint)) {
      try {
        lanes().near().get(layer).read(footprint, into);
      } catch (IOException e) {
        trust.lose(e);
      }
    }
  }

  @Override
  public List<FarLane> far() {
    return trust.isLost() ? List.of() : super.far();
  }

  @Override
  boolean isLost() {
    return trust.isLost();
  }

  @Override
  void lose() {
    trust.lose();
  }

  /** Deletes what this process has found of it, as it is of no use any more. Not collective. */
  void remove() throws IOException {
    for (FoundDirectory directory : found().ownedBy(own)) {
      RetainedSessions.drop(storage, directory.path());
    }
  }

  @Override
  boolean isLostBy(Throwable failure) {
    // What cannot be read of it is no failure.
    return false;
  }

  @Override
  public boolean isInTarget() {
    return true;
  }

  @Override
  public boolean isStill() {
    return !trust.isNews();
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
    trust.lose();
    super.close();
  }
}
