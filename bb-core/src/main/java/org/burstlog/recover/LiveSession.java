package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.group.Ending;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.read.LogReader;
import org.burstlog.storage.Pause;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * A session whose processes still put. Nothing is locked, and nobody waits for a reader: a log may
 * be drained and begin anew at any moment, also while it is read. So whatever was read counts only
 * when the log's header is the same behind it; else the session is looked at again, and what has
 * gone from the log is in the target.
 *
 * <p>Of each process a reader sees what it put up to some moment, and nothing behind it: the log
 * that takes puts is read before those that are sealed.
 */
final class LiveSession implements AttachedSession {
  private static final int TRIES = 200;
  private static final long BETWEEN_TRIES = 1_000_000;

  private final Storage storage;
  private final TierSession found;
  private final List<Path> directories;
  private final LiveSharing sharing;

  /** Those of the oldest epoch first. */
  private List<LiveLane> lanes = List.of();

  private long mark;

  /** A session that was found; {@link #look} reads what this process reaches. */
  LiveSession(Storage storage, TierSession found, ProcessGroup group) throws IOException {
    int leader = group.nodes().leader(group.rank());
    this.storage = storage;
    this.found = found;
    this.sharing = new LiveSharing(group);
    this.directories =
        found.directories().stream()
            .filter(directory -> directory.finder() == leader)
            .map(FoundDirectory::path)
            .distinct()
            .toList();
  }

  @Override
  public TierSession found() {
    return found;
  }

  @Override
  public void look() throws IOException {
    for (int left = TRIES; left > 0; left--) {
      try {
        if (tryLook()) {
          return;
        }
      } catch (NoSuchFileException | DamagedLogException e) {
        // It was being opened, or drained, or closed.
        if (left == 1) {
          throw e;
        }
      }
      Pause.nanos(BETWEEN_TRIES);
    }
    throw new BurstlogException(
        "the logs of "
            + found
            + " begin anew faster than they can be read; read again, or with burstlog.attach=off"
            + " (BURSTLOG_ATTACH)");
  }

  /** Returns false when a log has begun anew meanwhile. */
  private boolean tryLook() throws IOException {
    List<LiveLane> now = find();
    boolean whole = false;
    try {
      now.sort(Comparator.comparingInt((LiveLane lane) -> lane.header().epoch()).reversed());
      long before = markOf(now);
      for (LiveLane lane : now) {
        if (!lane.isStill()) {
          return false;
        }
        lane.look();
      }
      mark = Math.max(mark, before);
      whole = true;
    } finally {
      List<LiveLane> unused = new ArrayList<>(whole ? lanes : now);
      unused.removeAll(whole ? now : lanes);
      closeAll(unused);
    }
    now.sort(Comparator.comparingInt(lane -> lane.header().epoch()));
    lanes = now;
    return true;
  }

  /** Finds the lanes that are there, those that are known among them. */
  private List<LiveLane> find() throws IOException {
    List<LiveLane> now = new ArrayList<>();
    try {
      for (Path directory : directories) {
        // A session that is closed has no directory any more, and all that it had is in the target.
        for (Path entry : storage.listIfThere(directory)) {
          if (String.valueOf(entry.getFileName()).endsWith(FoundLog.META)) {
            find(entry, now);
          }
        }
      }
      return now;
    } catch (IOException | RuntimeException e) {
      now.removeAll(lanes);
      closeAll(now);
      throw e;
    }
  }

  private void find(Path meta, List<LiveLane> now) throws IOException {
    int count;
    try (LogReader log = LogReader.open(storage, meta)) {
      if (log.header().session() != found.number()) {
        return;
      }
      count = log.lanes();
    } catch (DamagedLogException e) {
      if (e.neverOpened()) {
        return;
      }
      throw e;
    }
    for (int index = 0; index < count; index++) {
      LiveLane lane = known(meta, index);
      if (lane == null) {
        lane = LiveLane.open(storage, meta, index);
      }
      if (lane.header().rank() >= 0) {
        now.add(lane);
      } else {
        lane.close();
      }
    }
  }

  private @Nullable LiveLane known(Path meta, int index) throws IOException {
    for (LiveLane lane : lanes) {
      if (lane.isOf(meta, index) && lane.isStill()) {
        return lane;
      }
    }
    return null;
  }

  @Override
  public long read(Array array, Region region, Footprint footprint, Object into, long offset)
      throws IOException {
    long covered = 0;
    for (LiveLane lane : lanes) {
      covered = Math.max(covered, lane.read(array, region, footprint, into, offset));
    }
    return covered;
  }

  @Override
  public void catchUp() throws IOException {
    for (int i = lanes.size() - 1; i >= 0; i--) {
      lanes.get(i).catchUp();
    }
  }

  @Override
  public void share() throws IOException {
    sharing.share(lanes);
  }

  @Override
  public int layers() {
    return sharing.layers();
  }

  @Override
  public void read(int layer, Footprint footprint, RegionFill into) throws IOException {
    for (LiveLane lane : lanes) {
      if (sharing.layer(lane.header().epoch()) == layer) {
        lane.read(footprint, into);
      }
    }
  }

  @Override
  public boolean isApart() {
    return sharing.isApart();
  }

  @Override
  public List<FarLane> far() {
    return sharing.far();
  }

  @Override
  public ServedLanes served(int layer) {
    return new LiveServed(
        lanes.stream()
            .filter(lane -> sharing.layer(lane.header().epoch()) == layer)
            .filter(lane -> sharing.isServed(lane.header().rank()))
            .toList());
  }

  /**
   * Returns the ranks whose logs no process has found, because the session is just being opened or
   * closed, or because no node of the group reaches them. The same in every process behind {@link
   * #share}.
   */
  List<Integer> unreached() {
    return sharing.unreached(found.groupSize());
  }

  @Override
  public boolean isStill() throws IOException {
    boolean still = true;
    for (LiveLane lane : lanes) {
      still &= lane.isStillIfUsed();
    }
    return still;
  }

  /**
   * Returns the number that the session had left for readers before it was {@linkplain #look looked
   * at}, so that all that was put before is seen.
   */
  long mark() {
    return mark;
  }

  private static long markOf(List<LiveLane> lanes) throws IOException {
    long mark = 0;
    for (LiveLane lane : lanes) {
      mark = Math.max(mark, lane.mark());
    }
    return mark;
  }

  /** Tells whether there is a new number for readers, or a log has begun anew or ended. */
  boolean hasMoved() throws IOException {
    for (LiveLane lane : lanes) {
      if (lane.mark() > mark || !lane.isStill()) {
        return true;
      }
    }
    return lanes.isEmpty() && sharing.isAnyNear();
  }

  @Override
  public long end() {
    return lanes.stream().mapToLong(LiveLane::end).max().orElse(0);
  }

  @Override
  public void close() throws IOException {
    List<LiveLane> all = lanes;
    lanes = List.of();
    closeAll(all);
  }

  private static void closeAll(List<LiveLane> lanes) throws IOException {
    Ending ending = new Ending();
    lanes.forEach(lane -> ending.run(lane::close));
    ending.finish();
  }
}
