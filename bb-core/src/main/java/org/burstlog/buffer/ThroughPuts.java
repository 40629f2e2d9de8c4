package org.burstlog.buffer;

import java.io.IOException;
import org.burstlog.array.Region;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainReport;
import org.burstlog.group.ProcessGroup;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.TargetFile;

/**
 * Puts of a burst buffer whose tier has no room for logs: each is a write to the target, and as
 * durable as one to a log would be.
 */
final class ThroughPuts extends StraightPuts {
  private final TargetFile target;
  private final boolean syncs;
  private final Counters counters;

  /** Whether something was put since the last drain. */
  private volatile boolean unsynced;

  /**
   * Puts to a target.
   *
   * @param syncs whether a put is to survive the machine when it returns
   */
  ThroughPuts(
      ProcessGroup group, TargetFile target, DirectPut direct, boolean syncs, Counters counters) {
    super(group, target, direct);
    this.target = target;
    this.syncs = syncs;
    this.counters = counters;
  }

  @Override
  public synchronized void put(
      BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    long begun = counters.beginPut();
    super.put(array, region, values, offset, length);
    unsynced = true;
    if (syncs) {
      target.syncOwn();
    }
    counters.endPut(begun);
    counters.add(Counter.WRITTEN_THROUGH, 1);
    counters.add(Counter.WRITTEN_THROUGH_BYTES, length);
  }

  @Override
  public boolean offer(
      BufferedArray array, Region region, Object values, long offset, long length) {
    return false;
  }

  @Override
  public boolean wouldStall(long bytes) {
    return true;
  }

  @Override
  public boolean awaitsDrain() {
    return unsynced;
  }

  @Override
  public DrainReport drain(DrainReason reason) throws IOException {
    DrainReport report = super.drain(reason);
    unsynced = false;
    return report;
  }
}
