package org.burstlog.buffer;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.StampedLock;
import org.burstlog.BurstlogException;
import org.burstlog.TierException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.DrainListener;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.DrainProgress;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Writers;
import org.burstlog.drain.files.Measured;
import org.burstlog.group.Ending;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.log.Epoch;
import org.burstlog.log.EpochLogs;
import org.burstlog.log.LogWriter;
import org.burstlog.log.option.LogFullException;
import org.burstlog.pace.Pace;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Pause;
import org.burstlog.stats.WaitCause;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Puts into the logs of a session, and how what is pending there is moved, read or forgotten.
 *
 * <p>Several threads may put. One that does anything else holds this object's own lock.
 *
 * <p>A drain that the program waits for holds the gate to its end, as there need be no log that
 * puts could go on in. One that the program does not wait for works on a sealed epoch, and closes
 * the gate only to seal it, and to take it away.
 */
final class LoggedPuts implements Puts {
  private final ProcessGroup group;
  private final Session session;
  private final EpochLogs logs;
  private final EpochDrains drains;
  private final BackgroundMode mode;

  /** Whether drains go on inside the program's calls. */
  private final boolean sliced;

  private final PendingRecords pending;
  private final RetainedBefore before;
  private final FullLog full;
  private final Pace pace;
  private final DrainNews news = new DrainNews();
  private final Counters counters;

  /**
   * Puts share it. What takes records away, seals them or reads them has it alone: what is put
   * while a log is reset would be lost.
   */
  private final StampedLock gate = new StampedLock();

  /** Whether the gate is closed for a drain from its beginning to its end. */
  private volatile boolean held;

  /** Whether it is closed for a put that found the log full. */
  private volatile boolean emptying;

  /** Why the last drain failed; of several that failed in a row, why the first did. */
  private volatile @Nullable Throwable failure;

  private final AtomicLong moves = new AtomicLong();
  private boolean closed;

  private final Depot.Sliced meanwhile = this::advance;

  /** Whether the program waits for nothing of this any more. */
  private volatile boolean detached;

  LoggedPuts(
      ProcessGroup group,
      TargetFile target,
      Session session,
      DrainOptions options,
      BackgroundMode mode,
      FullLog full,
      Pace pace,
      RetainedBefore before,
      Measured measured,
      Counters counters)
      throws IOException {
    this.group = group;
    this.session = session;
    this.logs = session.logs();
    this.mode = mode;
    this.full = full;
    this.pace = pace;
    this.before = before;
    this.counters = counters;
    this.pending = new PendingRecords(logs);
    this.sliced = mode.isSliced();
    this.drains =
        new EpochDrains(
            group, target, options, mode, counters, pace, news, measured, this::release);
    mode.begin(meanwhile);
  }

  @Override
  public int define(Array array) {
    return logs.arrays().define(array);
  }

  @Override
  public void put(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    if (sliced) {
      // Instead of a delay, which would be good for nothing: it is the puts that drain.
      drains.slice();
      pace.notePut();
    } else {
      pace.beforePut(length);
    }
    long begun = counters.beginPut();
    long stamp = gate.readLock();
    if (append(array, region, values, offset, length, stamp)) {
      counters.endPut(begun);
      return;
    }
    counters.add(Counter.FULL_EVENTS, 1);
    synchronized (this) {
      session.lookForLogs();
      stamp = takeAwayInOrder(array.array(), region);
      emptying = true;
      try {
        checkTaking();
        spoil();
        full.put(array, region, values, offset, length);
      } catch (DrainFailedException e) {
        failed(e);
        throw e;
      } finally {
        emptying = false;
        pending.forget();
        gate.unlockWrite(stamp);
      }
    }
  }

  @Override
  public boolean offer(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    slice();
    if (wouldStall(length)) {
      return false;
    }
    long stamp = gate.tryReadLock();
    while (stamp == 0) {
      if (isStopped()) {
        return false;
      }
      // A seal, or a read: neither waits for anything.
      Thread.onSpinWait();
      stamp = gate.tryReadLock();
    }
    pace.notePut();
    long begun = counters.beginPut();
    boolean taken = append(array, region, values, offset, length, stamp);
    if (taken) {
      counters.endPut(begun);
    }
    return taken;
  }

  @Override
  public boolean wouldStall(long bytes) {
    return isStopped() || (!sliced && pace.wouldDelay(bytes)) || !full.hasRoom(bytes);
  }

  /** Tells whether the gate is closed for longer than a moment. */
  private boolean isStopped() {
    return held || emptying;
  }

  /**
   * Puts, unless the log is full.
   *
   * @param stamp of the gate, shared with other puts; given back here
   */
  private boolean append(
      BufferedArray array, Region region, Object values, long offset, long length, long stamp)
      throws IOException {
    try {
      checkTaking();
      logs.current().put(array.number(), region, values, offset, length);
      return true;
    } catch (LogFullException e) {
      return false;
    } finally {
      gate.unlockRead(stamp);
    }
  }

  /**
   * As {@link #takeAway}, when what this process has put since the last seal, and is about to put,
   * may go to the target: behind all that was sealed before. A thread drains without any call of
   * the program, so this waits for no program there. Without a thread it waits only where something
   * sealed lies that would be written over it.
   */
  private long takeAwayInOrder(Array array, Region region) throws IOException {
    if (sliced) {
      long stamp = takeAway();
      LogWriter log = logs.current();
      ByteRange mine = ByteRange.of(log.index(), log.arrays()).with(ByteRange.of(array, region));
      if (!drains.touches(mine) && drains.failure() == null) {
        return stamp;
      }
      gate.unlockWrite(stamp);
    }
    awaitOthers(WaitCause.FULL, "a put that finds its log full");
    requireDrained();
    return takeAway();
  }

  /** Goes on while the program waits for other processes, but for calls of this that do. */
  private boolean advance() {
    if (Thread.holdsLock(this)) {
      return false;
    }
    drains.slice();
    return drains.isUnderWay();
  }

  /** Lets drains go on that have no thread. */
  private void slice() {
    if (sliced) {
      drains.slice();
    }
  }

  /**
   * Nobody else puts or reads from here on, and who reads after it finds that records may be gone.
   */
  private long takeAway() {
    long stamp = gate.writeLock();
    moves.incrementAndGet();
    return stamp;
  }

  @Override
  public boolean awaitsDrain() {
    return failure != null || pendingBytes() > 0 || before.isSpoilt();
  }

  @Override
  public long moves() {
    return moves.get();
  }

  @Override
  public boolean hasRoom(long bytes) {
    return full.hasRoom(bytes);
  }

  @Override
  public boolean isLimitNear(long bytes) {
    return full.isNear(bytes) || (logs.current().index().size() > 0 && pace.endsSoon());
  }

  @Override
  public void checkTaking() throws BurstlogException {
    Throwable failed = failure;
    if (failed != null) {
      throw refused(failed);
    }
  }

  private static BurstlogException refused(Throwable failed) {
    return new BurstlogException(
        "the last drain failed, so no put is taken until one succeeds or the pending records are"
            + " discarded: "
            + BurstlogException.reason(failed),
        failed);
  }

  /** Refuses when a sealed epoch is in the way that could not be drained. */
  private void requireDrained() throws BurstlogException {
    Throwable failed = drains.failure();
    if (failed != null) {
      throw refused(failed);
    }
  }

  private void failed(Throwable e) {
    failure = failure == null ? e : failure;
  }

  @Override
  public synchronized long readPending(Array array, Region region, Object into, long offset)
      throws IOException {
    if (closed) {
      throw new BurstlogException(
          "the log of '" + array.name() + "' is closed; open the target again");
    }
    slice();
    long stamp = gate.writeLock();
    try {
      long bytes = pending.read(array, region, into, offset);
      if (bytes > 0) {
        counters.add(Counter.MERGED_GETS, 1);
        counters.add(Counter.MERGED_BYTES, bytes);
      }
      return bytes;
    } finally {
      gate.unlockWrite(stamp);
    }
  }

  @Override
  public synchronized boolean isWhole() {
    await(WaitCause.EPOCH, mode.epochs());
    return failure == null && drains.failure() == null;
  }

  @Override
  public DrainReport drain(DrainReason reason) throws IOException {
    return drain(reason, Writers.ALONE, alone -> {});
  }

  /**
   * As above, together with drains of other files.
   *
   * @param writers who writes
   * @param meanwhile is called when what is pending is ready to be drained
   */
  synchronized DrainReport drain(
      DrainReason reason, Writers writers, EpochDrains.Meanwhile meanwhile) throws IOException {
    if (reason != DrainReason.CLOSE) {
      session.lookForLogs();
    }
    long begun = System.nanoTime();
    counters.pending(logs.pendingBytes());
    drains.awaitFewer(1);
    before.giveUp();
    long stamp = takeAway();
    held = true;
    try {
      drainSealed(reason);
      DrainReport report = drains.run(logs.hold(), reason, writers, meanwhile);
      failure = null;
      return report;
    } catch (Throwable e) {
      // Whatever it was, and be it that the group is gone: records are pending that others wait
      // for.
      failed(e);
      throw e;
    } finally {
      held = false;
      pending.forget();
      gate.unlockWrite(stamp);
      if (!detached) {
        counters.waited(reason, System.nanoTime() - begun);
      }
    }
  }

  @Override
  public void detach() {
    detached = true;
    pace.detach();
  }

  /**
   * Drains what was sealed and could not be drained then. A process whose part of it went well
   * takes part with nothing.
   */
  private void drainSealed(DrainReason reason) throws IOException {
    if (!drains.isBackground()) {
      return;
    }
    long next = group.min(firstSealed());
    while (next != Long.MAX_VALUE) {
      Epoch mine = firstSealed() == next ? logs.sealed().get(0) : null;
      DrainReport report = drains.run(mine, reason);
      assert report.records() >= 0;
      next = group.min(firstSealed());
    }
  }

  private long firstSealed() {
    return logs.sealed().stream()
        .mapToLong(epoch -> epoch.id().number())
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  /**
   * Tells whether the program waits for all drains, so that it takes their steps itself; the same
   * in every process.
   */
  boolean isDrivenByCaller() {
    return !mode.isOn() && !drains.isBackground();
  }

  /** Tells how the target is spread over servers. */
  Striping striping() {
    return drains.striping();
  }

  /** Tells whether it matters who is to write. */
  boolean exchanges() {
    return drains.exchanges();
  }

  @Override
  public boolean handOver(DrainReason reason, boolean whole) throws IOException {
    return handOver(reason, whole, Writers.ALONE);
  }

  /**
   * As above, together with other files.
   *
   * @param writers who writes
   */
  synchronized boolean handOver(DrainReason reason, boolean whole, Writers writers)
      throws IOException {
    if (!whole || !mode.isOn() || !hasLogToGoOnIn()) {
      DrainReport report = drain(reason, writers, alone -> {});
      return report.bytes() >= 0;
    }
    session.lookForLogs();
    before.giveUp();
    counters.pending(logs.pendingBytes());
    long begun = System.nanoTime();
    long stamp = gate.writeLock();
    Epoch sealed;
    try {
      sealed = logs.seal();
    } finally {
      gate.unlockWrite(stamp);
    }
    counters.sealed(System.nanoTime() - begun);
    pace.handedOver(sealed.bytes());
    drains.begin(sealed, whereAllPut(sealed), reason, writers);
    return false;
  }

  /** In a thread drains need no call of the program, so whoever waits for them can. */
  private ByteRange whereAllPut(Epoch sealed) throws IOException {
    if (!sliced) {
      return ByteRange.ANYTHING;
    }
    ByteRange mine = ByteRange.of(sealed.records(), sealed.arrays());
    long[] all = {-mine.first(), mine.end()};
    group.max(all);
    return new ByteRange(-all[0], all[1]);
  }

  /** Makes sure that each process has an idle log. Collective. */
  private boolean hasLogToGoOnIn() throws IOException {
    if (session.logCount() > mode.epochs()) {
      return true;
    }
    try {
      session.addLog();
      return true;
    } catch (TierException e) {
      mode.turnOff(e);
      return false;
    }
  }

  /** Waits until fewer than so many drains are under way, and counts that. */
  private void await(WaitCause cause, int many) {
    if (!drains.unended(many)) {
      return;
    }
    Pause pause = detached ? null : counters.waits(cause);
    drains.awaitFewer(many);
    if (pause != null) {
      pause.close();
    }
  }

  /**
   * Waits until no drain is under way, in a call that other processes need not make. Where there is
   * no thread for drains, they have to make some call.
   */
  private void awaitOthers(WaitCause cause, String call) {
    if (!sliced || !drains.isUnderWay()) {
      await(cause, 1);
      return;
    }
    String told =
        "rank "
            + group.rank()
            + ": "
            + call
            + " waits for other processes to call the library; if they wait for this one by other"
            + " means, the job stands still. "
            + mode.explain();
    LongWait wait = new LongWait(told);
    try {
      await(cause, 1);
    } finally {
      wait.over();
    }
  }

  @Override
  public void settleDrains() {
    await(WaitCause.ASKED, 1);
  }

  @Override
  public void awaitVisible(Array array, Region region) throws IOException {
    if (drains.touches(ByteRange.of(array, region))) {
      awaitOthers(WaitCause.READ, "a get of what other processes may have flushed");
    }
    requireWell();
  }

  @Override
  public void awaitDrained() throws IOException {
    awaitOthers(WaitCause.ASKED, "awaitDrained()");
    requireWell();
  }

  private void requireWell() throws BurstlogException {
    Throwable failed = drains.failure();
    if (failed != null) {
      throw new BurstlogException(
          "a drain in the background failed; the logs are kept, and the next flush, sync or close"
              + " tries again: "
              + BurstlogException.reason(failed),
          failed);
    }
  }

  @Override
  public DrainProgress progress() {
    long pendingBytes = logs.pendingBytes();
    long handedOver = detached ? pendingBytes : logs.sealedBytes();
    long left = pace.left(handedOver);
    boolean known = left > 0 || handedOver == 0;
    return new DrainProgress(
        handedOver,
        Math.min(pace.moved(), handedOver),
        pendingBytes,
        known ? Optional.of(Duration.ofNanos(left)) : Optional.empty(),
        drains.failure() != null);
  }

  @Override
  public void mark(long mark) {
    logs.mark(mark);
  }

  @Override
  public void listen(DrainListener listener) {
    news.listen(listener);
  }

  @Override
  public boolean isDraining() {
    slice();
    return drains.isUnderWay();
  }

  /** Gives up an epoch whose data is proven in the target; called by the drain. */
  private void release(Epoch epoch) throws IOException {
    long stamp = held ? 0 : takeAway();
    try {
      pending.forget();
      logs.take(epoch);
    } finally {
      if (stamp != 0) {
        gate.unlockWrite(stamp);
      }
    }
    long number = drains.number();
    session.released(epoch.id().number(), number, logs.release(epoch, number));
  }

  @Override
  public synchronized void discard() throws IOException {
    drains.awaitFewer(1);
    long stamp = takeAway();
    try {
      // A drain that has failed may have written a part of it.
      spoil();
      long number = drains.skip();
      Together.run(group, "discarding what is pending", () -> logs.forget(number));
      int current = logs.current().epoch().number();
      session.released(current, number, current);
      failure = null;
      drains.forgetFailure();
      news.forget();
    } finally {
      pending.forget();
      gate.unlockWrite(stamp);
    }
  }

  @Override
  public long pendingBytes() {
    return logs.pendingBytes();
  }

  @Override
  public synchronized void keep() throws IOException {
    end(session::close);
  }

  @Override
  public synchronized void letGo() throws IOException {
    end(session::letGo);
  }

  @Override
  public synchronized void remove() throws IOException {
    end(session::delete);
  }

  @Override
  public synchronized void retain() throws IOException {
    end(session::retain);
  }

  @Override
  public void spoil() {
    before.spoil();
    session.spoil(drains.number());
  }

  private void end(Together.Step ofSession) throws IOException {
    if (!closed) {
      counters.add(Counter.SPILLED_BYTES, session.spilled());
    }
    closed = true;
    Ending ending = new Ending();
    ending.run(drains::close);
    mode.end(meanwhile);
    ending.run(ofSession);
    ending.finish();
  }
}
