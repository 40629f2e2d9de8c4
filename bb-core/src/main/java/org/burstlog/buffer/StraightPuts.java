package org.burstlog.buffer;

import java.io.IOException;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainListener;
import org.burstlog.drain.DrainProgress;
import org.burstlog.drain.DrainReport;
import org.burstlog.group.ProcessGroup;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.TargetFile;

/** Puts of a burst buffer that is switched off: each is a write to the target. */
sealed class StraightPuts implements Puts permits ThroughPuts {
  private final ProcessGroup group;
  private final TargetFile target;
  private final DirectPut direct;
  private int defined;
  private boolean closed;

  StraightPuts(ProcessGroup group, TargetFile target, DirectPut direct) {
    this.group = group;
    this.target = target;
    this.direct = direct;
  }

  @Override
  public int define(Array array) {
    return defined++;
  }

  @Override
  public synchronized void put(
      BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    if (closed) {
      throw new BurstlogException(
          "the burst buffer of " + target.path() + " is closed; open it again");
    }
    direct.put(array.array(), region, values, offset, length);
  }

  @Override
  public boolean offer(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    put(array, region, values, offset, length);
    return true;
  }

  @Override
  public boolean wouldStall(long bytes) {
    return false;
  }

  @Override
  public boolean hasRoom(long bytes) {
    return true;
  }

  @Override
  public boolean isLimitNear(long bytes) {
    return false;
  }

  @Override
  public void checkTaking() {}

  @Override
  public long readPending(Array array, Region region, Object into, long offset) {
    return 0;
  }

  @Override
  public DrainReport drain(DrainReason reason) throws IOException {
    target.sync();
    group.barrier();
    return DrainReport.nothing("switched off");
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public boolean handOver(DrainReason reason, boolean whole) throws IOException {
    DrainReport report = drain(reason);
    return report.bytes() >= 0;
  }

  @Override
  public boolean isDraining() {
    return false;
  }

  @Override
  public void awaitDrained() {
    // Nothing is handed over.
  }

  @Override
  public void awaitVisible(Array array, Region region) {
    // What any process puts is in the target.
  }

  @Override
  public DrainProgress progress() {
    return DrainProgress.NOTHING;
  }

  @Override
  public void mark(long mark) {
    // Without a log nobody is told.
  }

  @Override
  public void listen(DrainListener listener) {
    // There is nothing to tell.
  }

  @Override
  public void detach() {
    // No wait is counted.
  }

  @Override
  public void settleDrains() {
    // No drain is ever under way.
  }

  @Override
  public void discard() throws IOException {
    group.barrier();
  }

  @Override
  public long pendingBytes() {
    return 0;
  }

  @Override
  public boolean awaitsDrain() {
    // Syncs the target.
    return true;
  }

  @Override
  public long moves() {
    return 0;
  }

  @Override
  public synchronized void keep() {
    closed = true;
  }

  @Override
  public void letGo() {
    keep();
  }

  @Override
  public void remove() {
    keep();
  }
}
