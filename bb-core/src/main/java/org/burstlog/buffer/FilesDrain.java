package org.burstlog.buffer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Writers;
import org.burstlog.stats.DrainReason;
import org.jspecify.annotations.Nullable;

/**
 * Drains several files that the program waits for, in one thread: a step of each lane in turn, so
 * that no lane waits for another. Each file has a group, a verdict and logs of its own, so one that
 * fails does so alone.
 *
 * <p>When no lane can take a step, the thread waits in the first that has not ended. All processes
 * have the same lanes in the same order, so of those that wait in the first lane that any of them
 * has not ended, none waits for a process that waits elsewhere.
 */
final class FilesDrain {
  /** Rounds without a step before this waits. */
  private static final int PATIENCE = 64;

  private final List<BurstBuffer> files;
  private final List<Writers> writers;
  private final List<List<Integer>> lanes;
  private final DrainReason reason;
  private final List<@Nullable DrainQueue> queues;
  private final List<@Nullable Throwable> failures;

  /**
   * Nothing is done yet.
   *
   * @param files in the same order in every process
   * @param writers of each file
   * @param lanes places of files; those of one lane are drained one after the other
   * @param reason what to count it as
   */
  FilesDrain(
      List<BurstBuffer> files,
      List<Writers> writers,
      List<List<Integer>> lanes,
      DrainReason reason) {
    this.files = files;
    this.writers = writers;
    this.lanes = lanes;
    this.reason = reason;
    queues = new ArrayList<>(Collections.nCopies(files.size(), null));
    failures = new ArrayList<>(Collections.nCopies(files.size(), null));
  }

  /**
   * Drains. Collective.
   *
   * @return why each file has failed, null for those in the target
   */
  List<@Nullable Throwable> run() {
    hold(0);
    return failures;
  }

  /** Takes what is pending of all files in hand, then drains it all, and tells each how it went. */
  private void hold(int file) {
    if (file == files.size()) {
      drive();
      return;
    }
    boolean[] held = new boolean[1];
    try {
      DrainReport report =
          files
              .get(file)
              .drain(
                  reason,
                  writers.get(file),
                  queue -> {
                    held[0] = true;
                    queues.set(file, queue);
                    hold(file + 1);
                  });
      assert report.bytes() >= 0;
    } catch (IOException | RuntimeException | Error e) {
      failures.set(file, e);
      if (!held[0]) {
        hold(file + 1);
      }
    }
  }

  private void drive() {
    List<Lane> open = new ArrayList<>(lanes.stream().map(Lane::new).toList());
    int quiet = 0;
    while (!open.isEmpty()) {
      boolean worked = false;
      for (Lane lane : open) {
        worked |= lane.step();
      }
      open.removeIf(Lane::hasEnded);
      quiet = worked ? 0 : quiet + 1;
      if (quiet > PATIENCE && !open.isEmpty()) {
        open.get(0).await();
        quiet = 0;
      } else if (quiet > 0) {
        Thread.onSpinWait();
      }
    }
  }

  /** Files one behind the other. */
  private final class Lane {
    private final Iterator<Integer> rest;
    private @Nullable DrainQueue now;

    Lane(List<Integer> files) {
      rest = files.iterator();
      next();
    }

    private void next() {
      now = null;
      while (now == null && rest.hasNext()) {
        // Null where the file has failed before it could be drained, as in every process.
        now = queues.get(rest.next());
      }
    }

    boolean step() {
      DrainQueue queue = now;
      if (queue == null) {
        return false;
      }
      boolean worked = queue.step();
      if (queue.size() == 0) {
        next();
        return true;
      }
      return worked;
    }

    void await() {
      DrainQueue queue = now;
      if (queue != null) {
        queue.awaitStep();
      }
    }

    boolean hasEnded() {
      return now == null;
    }
  }
}
