package org.burstlog.buffer;

import java.io.IOException;
import org.burstlog.array.Region;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.Drain;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.guard.copy.Copies;
import org.burstlog.log.EpochLogs;
import org.burstlog.log.LogWriter;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogFullException;
import org.burstlog.log.option.LogOptions;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Span;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a put that finds the log full. The others do not know of it and cannot be waited
 * for, so this process moves its own records to the target alone: writes, syncs, proves, and begins
 * its log anew. A put that no empty log takes is written to the target behind them.
 *
 * <p>That is right because writes of other processes to the same bytes are either undefined in
 * their order or were drained before.
 */
final class FullLog {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** The part of a limit that metadata may need, roughly. */
  private static final int METADATA = 8;

  private final TargetFile target;
  private final ProcessGroup group;
  private final EpochLogs logs;
  private final boolean syncs;
  private final DirectPut direct;
  private final Counters counters;
  private final EpochInDrain held;
  private final Drain alone;

  /** The copies on other nodes; null where there are none. */
  private final @Nullable Copies copies;

  private boolean warned;

  /** More than this will probably not fit; what the limit says at first, then what was seen. */
  private volatile long limit;

  FullLog(
      TargetFile target,
      ProcessGroup group,
      EpochLogs logs,
      LogOptions log,
      DrainOptions options,
      DirectPut direct,
      @Nullable Copies copies,
      Counters counters)
      throws IOException {
    this.copies = copies;
    this.target = target;
    this.group = group;
    this.logs = logs;
    this.syncs = log.durability() != Durability.PROCESS;
    this.direct = direct;
    this.counters = counters;
    long capacity = log.capacity();
    limit = capacity == 0 ? Long.MAX_VALUE : capacity - capacity / METADATA;
    held = new EpochInDrain(logs::release);
    DrainOptions own = new DrainOptions(options.buffer(), options.extents(), Strategy.INDEPENDENT);
    alone = Drain.of(new SoloGroup(), new OwnTarget(target), held, own);
  }

  /** Returns what the log will probably take in all; the largest long while that is not known. */
  long limit() {
    return limit;
  }

  /** Tells whether so many bytes more will probably fit. */
  boolean hasRoom(long bytes) {
    return bytes <= limit - logs.current().filled();
  }

  /** Tells whether so many bytes more would probably not fit, and would after a drain. */
  boolean isNear(long bytes) {
    return limit != Long.MAX_VALUE && logs.current().index().size() > 0 && !hasRoom(bytes);
  }

  /** Takes a put for which there was no room. Nobody else puts meanwhile. */
  void put(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    Copies others = copies;
    if (others != null) {
      // A copy of what was drained alone before must not be replayed over what is drained now.
      others.settle();
    }
    Span span = counters.begin();
    LogWriter log = logs.current();
    boolean emptied = log.index().size() > 0;
    if (emptied) {
      limit = log.pendingBytes();
      counters.pending(logs.pendingBytes());
      drainAlone();
    }
    long begun = System.nanoTime();
    boolean taken = emptied && offer(array, region, values, offset, length);
    if (!taken) {
      writeThrough(array, region, values, offset, length);
    }
    counters.add(Counter.PUT_NANOS, System.nanoTime() - begun);
    warn(length, !taken);
    span.full(length, !taken);
  }

  private boolean offer(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    try {
      logs.current().put(array.number(), region, values, offset, length);
      return true;
    } catch (LogFullException e) {
      return false;
    }
  }

  private void drainAlone() throws IOException {
    Span span = counters.begin();
    long begun = System.nanoTime();
    try {
      held.begin(logs.hold());
      span.drained(DrainReason.FULL_ALONE, alone.run());
    } catch (DrainFailedException e) {
      span.failed(DrainReason.FULL_ALONE);
      throw e;
    } finally {
      counters.waited(DrainReason.FULL_ALONE, System.nanoTime() - begun);
    }
  }

  private void writeThrough(
      BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    direct.put(array.array(), region, values, offset, length);
    if (syncs) {
      // What is acknowledged survives as much as the durability says, by whatever way it went.
      target.syncOwn();
    }
    counters.add(Counter.WRITTEN_THROUGH, 1);
    counters.add(Counter.WRITTEN_THROUGH_BYTES, length);
  }

  private void warn(long length, boolean through) {
    if (!warned) {
      warned = true;
      LOGGER.log(
          System.Logger.Level.WARNING,
          "rank "
              + group.rank()
              + ", "
              + target.path()
              + ": the log was full at a put of "
              + length
              + " bytes, which was "
              + (through ? "written straight to the target" : "taken after a drain of this process")
              + "; this costs time and nothing else, and is not told again. More room:"
              + " burstlog.tier (BURSTLOG_TIER), burstlog.log.capacity (BURSTLOG_LOG_CAPACITY)");
    }
  }
}
