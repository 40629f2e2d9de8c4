package org.burstlog.recover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.burstlog.drain.Drain;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.DrainReport;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
import org.burstlog.log.read.LogReader;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetFile;

/** Moves a session's records to the target, batch by batch. */
final class Replay {
  private final ProcessGroup group;
  private final Storage storage;
  private final TargetFile target;
  private final DrainOptions options;
  private final Batch.Limits limits;
  private final Progress progress;
  private long done;

  Replay(
      ProcessGroup group,
      Storage storage,
      TargetFile target,
      DrainOptions options,
      Batch.Limits limits,
      Progress progress) {
    this.group = group;
    this.storage = storage;
    this.target = target;
    this.options = options;
    this.limits = limits;
    this.progress = progress;
  }

  /**
   * Replays. Collective. When it returns, every batch was synced and read back.
   *
   * @param lanes this process's lanes
   * @param total bytes of all processes
   */
  void replay(List<LaneShare.Lane> lanes, long total) throws IOException {
    try {
      run(lanes, total, -1);
    } catch (DrainFailedException e) {
      if (group.size() == 1) {
        throw e;
      }
      // Two processes may have put different values to the same bytes; which of them stays is
      // undefined, but what one has written the other may have changed before it was read back.
      // One after the other, nobody does.
      for (int turn = 0; turn < group.size(); turn++) {
        run(lanes, total, turn);
      }
    }
  }

  /** Replays the lanes of all processes, or of one while the others take part with nothing. */
  private void run(List<LaneShare.Lane> lanes, long total, int turn) throws IOException {
    boolean idle = turn >= 0 && turn != group.rank();
    NavigableMap<Integer, List<LaneShare.Lane>> epochs = byEpoch(idle ? List.of() : lanes);
    done = 0;
    // What was put behind a seal beats what was put before it, whichever process put it.
    long epoch = group.min(first(epochs, 0));
    while (epoch != Long.MAX_VALUE) {
      run(epochs.getOrDefault((int) epoch, List.of()), total);
      epoch = group.min(first(epochs, epoch + 1));
    }
  }

  private static long first(NavigableMap<Integer, List<LaneShare.Lane>> epochs, long from) {
    Integer first = from > Integer.MAX_VALUE ? null : epochs.ceilingKey((int) from);
    return first == null ? Long.MAX_VALUE : first;
  }

  /** Finds out by their headers which epoch lanes belong to. Collective. */
  private NavigableMap<Integer, List<LaneShare.Lane>> byEpoch(List<LaneShare.Lane> lanes)
      throws IOException {
    NavigableMap<Integer, List<LaneShare.Lane>> epochs = new TreeMap<>();
    Together.run(group, "reading the logs for " + target.path(), () -> sort(lanes, epochs));
    return epochs;
  }

  private void sort(List<LaneShare.Lane> lanes, NavigableMap<Integer, List<LaneShare.Lane>> epochs)
      throws IOException {
    for (LaneShare.Lane lane : lanes) {
      try (LogReader log = LogReader.open(storage, FoundLog.meta(lane.directory(), lane.log()))) {
        int epoch = log.lane(lane.lane()).header().epoch();
        epochs.computeIfAbsent(epoch, e -> new ArrayList<>()).add(lane);
      }
    }
  }

  /** Replays the lanes of one epoch. */
  private void run(List<LaneShare.Lane> lanes, long total) throws IOException {
    try (Batch batch = new Batch(storage, lanes, limits)) {
      Drain drain = Drain.of(group, target, batch, options);
      while (next(batch)) {
        DrainReport report = drain.run();
        done += report.bytes();
        progress.at("replaying into " + target.path(), done, total / group.size());
      }
    }
  }

  private boolean next(Batch batch) throws IOException {
    long[] any = {0};
    Together step = new Together(group);
    step.step(
        Telling.of("reading the logs for " + target.path()), () -> any[0] = batch.next() ? 1 : 0);
    return step.meet(any)[0] != 0;
  }
}
