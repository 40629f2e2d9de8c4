package org.burstlog.recover;

import java.io.IOException;
import java.util.List;
import org.burstlog.drain.Drain;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.DrainReport;
import org.burstlog.group.Agreement;
import org.burstlog.group.ProcessGroup;
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
  void run(List<LaneShare.Lane> lanes, long total) throws IOException {
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
    long done = 0;
    try (Batch batch = new Batch(storage, idle ? List.of() : lanes, limits)) {
      Drain drain = Drain.of(group, target, batch, options);
      while (next(batch)) {
        DrainReport report = drain.run();
        done += report.bytes();
        progress.at("replaying into " + target.path(), done, total / group.size());
      }
    }
  }

  private boolean next(Batch batch) throws IOException {
    boolean any = false;
    Throwable failure = null;
    try {
      any = batch.next();
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    Agreement.reach(group, "reading the logs for " + target.path(), failure);
    return group.max(any ? 1 : 0) != 0;
  }
}
