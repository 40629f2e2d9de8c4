package org.burstlog.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import org.burstlog.BurstlogException;
import org.burstlog.drain.Drain;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Task;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.Epoch;
import org.burstlog.pace.Pace;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Span;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Takes the epochs of one file to the target, one after the other: in the thread that asks for it,
 * or, from the first epoch that is {@linkplain #begin handed over}, in a thread of its own with a
 * group of its own.
 *
 * <p>All processes drain the same epochs in the same order. The one that asks does so for one
 * thread at a time.
 */
final class EpochDrains implements Closeable {
  private final ProcessGroup group;
  private final TargetFile target;
  private final DrainOptions options;
  private final Counters counters;
  private final EpochInDrain epochInDrain;
  private final Pace pace;
  private final DrainNews news;
  private Drain drain;

  /** What was handed over and is not known to have ended, the oldest first. */
  private final Deque<FutureTask<DrainReport>> underWay = new ArrayDeque<>();

  private @Nullable ExecutorService thread;
  private @Nullable ProcessGroup threadGroup;

  /** Why the last drain that was handed over failed. */
  private volatile @Nullable Throwable failure;

  /**
   * Prepares. Collective.
   *
   * @param group the processes; used by the thread that asks
   * @param target where to
   * @param options how
   * @param counters is told of each drain
   * @param pace says when to rest
   * @param news is told of what is handed over
   * @param releaser gives up an epoch whose data is proven in the target
   * @throws IOException when the group cannot be used any more
   */
  EpochDrains(
      ProcessGroup group,
      TargetFile target,
      DrainOptions options,
      Counters counters,
      Pace pace,
      DrainNews news,
      EpochInDrain.Releaser releaser)
      throws IOException {
    this.group = group;
    this.target = target;
    this.options = options;
    this.counters = counters;
    this.pace = pace;
    this.news = news;
    epochInDrain = new EpochInDrain(releaser);
    drain = Drain.of(group, target, epochInDrain, options);
  }

  /**
   * Drains an epoch and waits for the end. Collective; no other drain is under way.
   *
   * @param epoch what to drain; null in a process that has nothing of it
   * @param reason what to count it as
   * @return what was done here
   */
  DrainReport run(@Nullable Epoch epoch, DrainReason reason) throws IOException {
    Pace.Hurry hurry = pace.hurry();
    try {
      ExecutorService other = thread;
      if (other == null) {
        return drain(epoch, reason);
      }
      FutureTask<DrainReport> task = new FutureTask<>(() -> drain(epoch, reason));
      other.execute(task);
      DrainReport report = await(task);
      failure = null;
      return report;
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    } finally {
      hurry.close();
    }
  }

  /**
   * Has an epoch drained while the program goes on. Collective; what goes wrong is told by {@link
   * #failure}.
   */
  void begin(Epoch epoch, DrainReason reason) throws IOException {
    ExecutorService other = thread;
    if (other == null) {
      ProcessGroup own = group.duplicate();
      threadGroup = own;
      drain = Drain.of(own, target, epochInDrain, options);
      other =
          Executors.newSingleThreadExecutor(
              task -> {
                Thread made = new Thread(task, "burstlog-drain");
                made.setDaemon(true);
                return made;
              });
      thread = other;
    }
    FutureTask<DrainReport> task = new FutureTask<>(() -> drainUnlessFailed(epoch, reason));
    synchronized (underWay) {
      underWay.add(task);
    }
    other.execute(task);
  }

  /** An epoch must not reach the target before the one before it. */
  private DrainReport drainUnlessFailed(Epoch epoch, DrainReason reason) throws IOException {
    news.handedOver(epoch);
    Throwable before = failure;
    if (before != null) {
      news.failed(epoch, before);
      throw new BurstlogException(
          "the epoch before it was not drained; flush, sync or close, which tries again", before);
    }
    try {
      return drain(epoch, reason);
    } catch (Throwable e) {
      failure = e;
      throw e;
    }
  }

  private DrainReport drain(@Nullable Epoch epoch, DrainReason reason) throws IOException {
    Span span = counters.begin();
    epochInDrain.begin(epoch);
    try (Task<DrainReport> task = drain.begin()) {
      DrainReport report = pace.run(task, epoch == null ? 0 : epoch.bytes());
      span.drained(reason, report);
      news.drained(epoch);
      return report;
    } catch (Throwable e) {
      span.failed(reason);
      news.failed(epoch, e);
      throw e;
    }
  }

  /** Returns why the last drain that was handed over failed; null when none has. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Says that what could not be drained is given up. */
  void forgetFailure() {
    failure = null;
  }

  /** Tells whether anything was handed over so far; the same in every process. */
  boolean isBackground() {
    return thread != null;
  }

  /** Tells whether a drain that was handed over has not ended. */
  boolean isUnderWay() {
    return unended(1);
  }

  /** Tells whether so many drains that were handed over have not ended. */
  boolean unended(int many) {
    synchronized (underWay) {
      underWay.removeIf(FutureTask::isDone);
      return underWay.size() >= many;
    }
  }

  /**
   * Waits until fewer than so many drains are under way, however they end. An interrupt is kept for
   * later.
   */
  void awaitFewer(int many) {
    if (!unended(many)) {
      return;
    }
    Pace.Hurry hurry = pace.hurry();
    try {
      while (unended(many)) {
        awaitFirst();
      }
    } finally {
      hurry.close();
    }
  }

  private void awaitFirst() {
    FutureTask<DrainReport> first;
    synchronized (underWay) {
      first = underWay.peek();
    }
    if (first != null) {
      try {
        DrainReport ended = await(first);
        assert ended.records() >= 0;
      } catch (ExecutionException e) {
        // Told by failure().
        assert failure != null;
      }
    }
  }

  private static DrainReport await(FutureTask<DrainReport> task) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException rethrown(@Nullable Throwable cause) {
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return cause instanceof IOException e ? e : new IOException(String.valueOf(cause), cause);
  }

  /** Ends the thread, if there is one, when what was handed over has ended. Collective. */
  @Override
  public void close() throws IOException {
    awaitFewer(1);
    ExecutorService other = thread;
    if (other != null) {
      other.shutdown();
    }
    ProcessGroup own = threadGroup;
    threadGroup = null;
    if (own != null) {
      own.close();
    }
  }
}
