package org.burstlog.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.burstlog.BurstlogException;
import org.burstlog.drain.Drain;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Task;
import org.burstlog.drain.Writers;
import org.burstlog.drain.files.Measured;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.Epoch;
import org.burstlog.pace.Pace;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Takes the epochs of one file to the target, one after the other: by the thread that asks for it,
 * or, from the first epoch that is {@linkplain #begin handed over}, by the {@link Driver} of the
 * file's {@link BackgroundMode}, with a group of its own.
 *
 * <p>All processes drain the same epochs in the same order. The one that asks does so for one
 * thread at a time.
 */
final class EpochDrains implements Closeable {
  private final ProcessGroup group;
  private final TargetFile target;
  private final DrainOptions options;
  private final BackgroundMode mode;
  private final Counters counters;
  private final Pace pace;
  private final DrainNews news;
  private final Measured measured;
  private final EpochInDrain epochInDrain;
  private final DrainQueue queue;
  private Drain drain;

  private final AtomicLong number = new AtomicLong();

  private volatile Driver driver;
  private @Nullable ProcessGroup driverGroup;

  /** What was handed over and where in the target it lies, the oldest first. */
  private final Deque<Handed> handed = new ArrayDeque<>();

  /** Why the first drain failed that was handed over, of those since the last that went well. */
  private volatile @Nullable Throwable failure;

  private record Handed(EpochDrain drain, ByteRange where) {}

  /** Tells what becomes of an epoch that the program waits for. */
  private class Waited implements EpochDrain.Watcher {
    private final @Nullable Epoch epoch;

    Waited(@Nullable Epoch epoch) {
      this.epoch = epoch;
    }

    @Override
    public void drained() {
      news.drained(epoch);
    }

    @Override
    public void failed(Throwable e) {
      news.failed(epoch, e);
    }
  }

  /** Tells what becomes of an epoch that is handed over. */
  private final class HandedOver extends Waited {
    HandedOver(Epoch epoch) {
      super(epoch);
    }

    @Override
    public void failed(Throwable e) {
      Throwable first = failure;
      if (first == null) {
        first = e;
        failure = e;
        mode.tellFailure(e);
      }
      super.failed(first);
    }
  }

  /**
   * Prepares. Collective.
   *
   * @param group the processes; used by the thread that asks
   * @param target where to
   * @param options how
   * @param mode who drains what is handed over
   * @param counters is told of each drain
   * @param pace says when to rest
   * @param news is told of what is handed over
   * @param measured is told how long drains take that the program waits for
   * @param releaser gives up an epoch whose data is proven in the target
   * @throws IOException when the group cannot be used any more
   */
  EpochDrains(
      ProcessGroup group,
      TargetFile target,
      DrainOptions options,
      BackgroundMode mode,
      Counters counters,
      Pace pace,
      DrainNews news,
      Measured measured,
      EpochInDrain.Releaser releaser)
      throws IOException {
    this.group = group;
    this.target = target;
    this.options = options;
    this.mode = mode;
    this.counters = counters;
    this.pace = pace;
    this.news = news;
    this.measured = measured;
    epochInDrain = new EpochInDrain(releaser);
    queue = new DrainQueue(mode::stepped);
    driver = new CallerDriver(queue);
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
    return run(epoch, reason, Writers.ALONE, alone -> {});
  }

  /** Has somebody take steps of drains. */
  @FunctionalInterface
  interface Meanwhile {
    /**
     * Takes steps of what is in a queue, or of what is in others as well.
     *
     * @param queue has the drain that is waited for
     */
    void drive(DrainQueue queue);
  }

  /**
   * As above, together with drains of other files.
   *
   * @param writers who writes
   * @param meanwhile is called when the drain is in the queue; what it leaves of it is drained then
   */
  DrainReport run(@Nullable Epoch epoch, DrainReason reason, Writers writers, Meanwhile meanwhile)
      throws IOException {
    long bytes = epoch == null ? 0 : epoch.bytes();
    EpochDrain waited =
        new EpochDrain(
            () -> prepare(epoch, writers), pace, bytes, counters, reason, new Waited(epoch));
    Pace.Hurry hurry = pace.hurry();
    try {
      queue.add(waited);
      driver.begun();
      meanwhile.drive(queue);
      driver.await(waited);
    } finally {
      hurry.close();
    }
    DrainReport report = waited.result();
    failure = null;
    measured.note(report);
    return report;
  }

  /** Tells how the target is spread over servers. */
  Striping striping() {
    return drain.striping();
  }

  /** Tells whether it matters who is to write. */
  boolean exchanges() {
    return drain.exchanges();
  }

  /**
   * Has an epoch drained while the program goes on. Collective; what goes wrong is told by {@link
   * #failure}.
   *
   * @param epoch what to drain
   * @param where all processes have put what is to be drained
   * @param reason what to count it as
   * @param writers who writes
   */
  void begin(Epoch epoch, ByteRange where, DrainReason reason, Writers writers) throws IOException {
    if (driverGroup == null) {
      ProcessGroup own = group.duplicate();
      driverGroup = own;
      mode.prepare(own, target);
      drain = Drain.of(own, mode.drained(target), epochInDrain, options);
      driver = mode.driver(queue, counters);
    }
    EpochDrain begun =
        new EpochDrain(
            () -> prepareUnlessFailed(epoch, writers),
            pace,
            epoch.bytes(),
            counters,
            reason,
            new HandedOver(epoch));
    synchronized (handed) {
      handed.add(new Handed(begun, where));
    }
    news.handedOver(epoch);
    queue.add(begun);
    if (mode.isSliced()) {
      // Takes first steps in this call, which no rest may prolong.
      Pace.Hurry hurry = pace.hurry();
      try {
        driver.begun();
      } finally {
        hurry.close();
      }
    } else {
      driver.begun();
    }
  }

  /** An epoch must not reach the target before the one before it. */
  private Task<DrainReport> prepareUnlessFailed(Epoch epoch, Writers writers) throws IOException {
    Throwable before = failure;
    if (before != null) {
      throw new BurstlogException(
          "the epoch before it was not drained; flush, sync or close, which tries again", before);
    }
    return prepare(epoch, writers);
  }

  private Task<DrainReport> prepare(@Nullable Epoch epoch, Writers writers) {
    epochInDrain.begin(epoch);
    number.incrementAndGet();
    return drain.begin(writers);
  }

  /** Returns how many drains of all processes have begun. */
  long number() {
    return number.get();
  }

  /** Gives out the number behind that of the last drain, in every process alike. */
  long skip() {
    return number.incrementAndGet();
  }

  /** Returns why a drain that was handed over failed; null when none has. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Says that what could not be drained is given up. */
  void forgetFailure() {
    failure = null;
  }

  /** Tells whether anything was handed over so far; the same in every process. */
  boolean isBackground() {
    return driverGroup != null;
  }

  /** Tells whether a drain that was handed over has not ended. */
  boolean isUnderWay() {
    return unended(1);
  }

  /** Tells whether so many drains that were handed over have not ended. */
  boolean unended(int many) {
    return oldestOf(many) != null;
  }

  /** The oldest drain that was handed over, if there are so many that have not ended. */
  private @Nullable EpochDrain oldestOf(int many) {
    synchronized (handed) {
      handed.removeIf(each -> each.drain.hasEnded());
      return handed.size() >= many ? handed.element().drain : null;
    }
  }

  /** Says that the program is in a call that need not wait for a drain. */
  void slice() {
    driver.slice();
  }

  /**
   * Waits until fewer than so many drains are under way, however they end. An interrupt is kept for
   * later.
   */
  void awaitFewer(int many) {
    EpochDrain oldest = oldestOf(many);
    if (oldest == null) {
      return;
    }
    Pace.Hurry hurry = pace.hurry();
    try {
      while (oldest != null) {
        driver.await(oldest);
        oldest = oldestOf(many);
      }
    } finally {
      hurry.close();
    }
  }

  /** Tells whether a drain is under way that may write to some bytes, in any process. */
  boolean touches(ByteRange bytes) {
    synchronized (handed) {
      handed.removeIf(each -> each.drain.hasEnded());
      return handed.stream().anyMatch(each -> each.where.touches(bytes));
    }
  }

  /** Ends when what was handed over has ended. Collective. */
  @Override
  public void close() throws IOException {
    awaitFewer(1);
    driver.close();
    ProcessGroup own = driverGroup;
    driverGroup = null;
    if (own != null) {
      own.close();
    }
  }
}
