package org.burstlog;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.StampedLock;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.drain.Drain;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.DrainReport;
import org.burstlog.group.Agreement;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.LogFullException;
import org.burstlog.plan.PendingReader;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Span;
import org.jspecify.annotations.Nullable;

/**
 * Puts into the log of a session, and how what is pending there is moved, read or forgotten.
 *
 * <p>Several threads may put. Whoever does anything else holds this object's own lock, and the gate
 * alone.
 */
final class LoggedPuts implements Puts {
  private final ProcessGroup group;
  private final Session session;
  private final Drain drain;
  private final PendingReader reader;
  private final FullLog full;
  private final Counters counters;

  /**
   * Puts share it; whoever moves or reads what is pending has it alone: what is put while a log is
   * reset would be lost.
   */
  private final StampedLock gate = new StampedLock();

  /** Why the last drain failed; of several that failed in a row, why the first did. */
  private volatile @Nullable Throwable failure;

  private final AtomicLong moves = new AtomicLong();

  private boolean closed;

  LoggedPuts(ProcessGroup group, Session session, Drain drain, FullLog full, Counters counters) {
    this.group = group;
    this.session = session;
    this.drain = drain;
    this.full = full;
    this.counters = counters;
    this.reader =
        new PendingReader(session.log().index(), session.log()::arrays, session.log().view());
  }

  @Override
  public int define(Array array) {
    return session.log().define(array);
  }

  @Override
  public void put(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    if (offer(array, region, values, offset, length)) {
      return;
    }
    synchronized (this) {
      long stamp = takeAway();
      try {
        checkTaking();
        full.put(array, region, values, offset, length);
      } catch (DrainFailedException e) {
        failed(e);
        throw e;
      } finally {
        reader.forget();
        gate.unlockWrite(stamp);
      }
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
    return failure != null || pendingBytes() > 0;
  }

  @Override
  public long moves() {
    return moves.get();
  }

  @Override
  public boolean offer(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    long begun = counters.beginPut();
    long stamp = gate.readLock();
    try {
      checkTaking();
      session.log().put(array.number(), region, values, offset, length);
    } catch (LogFullException e) {
      counters.add(Counter.FULL_EVENTS, 1);
      return false;
    } finally {
      gate.unlockRead(stamp);
    }
    counters.endPut(begun);
    return true;
  }

  @Override
  public boolean isLimitNear(long bytes) {
    return full.isNear(bytes);
  }

  @Override
  public void checkTaking() throws BurstlogException {
    Throwable failed = failure;
    if (failed != null) {
      throw new BurstlogException(
          "the last drain failed, so no put is taken until one succeeds or the pending records are"
              + " discarded: "
              + BurstlogException.reason(failed),
          failed);
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
    long stamp = gate.writeLock();
    try {
      long bytes = reader.read(array, region, into, offset);
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
  public synchronized DrainReport drain(DrainReason reason) throws IOException {
    Span span = counters.begin();
    long stamp = takeAway();
    try {
      DrainReport report = drain.run();
      failure = null;
      span.drained(reason, report);
      return report;
    } catch (Throwable e) {
      // Whatever it was, and be it that the group is gone: records are pending that others wait
      // for.
      failed(e);
      span.failed(reason);
      throw e;
    } finally {
      reader.forget();
      gate.unlockWrite(stamp);
    }
  }

  @Override
  public synchronized void discard() throws IOException {
    long stamp = takeAway();
    try {
      Throwable failed = null;
      try {
        session.log().reset();
      } catch (IOException | RuntimeException e) {
        failed = e;
      }
      Agreement.reach(group, "discarding what is pending", failed);
      failure = null;
    } finally {
      reader.forget();
      gate.unlockWrite(stamp);
    }
  }

  @Override
  public long pendingBytes() {
    return session.log().pendingBytes();
  }

  @Override
  public synchronized void keep() throws IOException {
    closed = true;
    session.close();
  }

  @Override
  public synchronized void remove() throws IOException {
    closed = true;
    session.delete();
  }
}
