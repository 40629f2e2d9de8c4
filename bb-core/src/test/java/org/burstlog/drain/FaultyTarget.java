package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.burstlog.array.ExtentList;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.TargetFile;

/**
 * A target of one rank that fails on demand, with whatever one likes to throw, or loses what it is
 * given without a word.
 */
final class FaultyTarget extends ForwardingTarget {
  /** What can fail. */
  enum Call {
    WRITE,
    SYNC,
    SIZE,
    READ
  }

  private final Map<Call, Supplier<Throwable>> faults = new EnumMap<>(Call.class);
  private final Map<Call, Integer> spared = new EnumMap<>(Call.class);
  private boolean loses;
  private int reads;
  private boolean slow;
  private long written;

  /**
   * A target without faults.
   *
   * @param real where everything goes
   */
  FaultyTarget(TargetFile real) {
    super(real);
  }

  /** From the call behind so many on, all calls fail. */
  synchronized void fail(Call call, int after, Supplier<Throwable> fault) {
    faults.put(call, fault);
    spared.put(call, after);
  }

  /** From now on nothing is written, and nobody is told. */
  synchronized void loseWrites() {
    loses = true;
  }

  synchronized void heal() {
    faults.clear();
    loses = false;
  }

  /** The next read takes longer than all that went before it since the last write. */
  synchronized void readSlowly() {
    slow = true;
  }

  private boolean deaf;
  private long heard;
  private boolean together;

  /** How often it was read. */
  synchronized int reads() {
    return reads;
  }

  private synchronized boolean enter(Call call) throws IOException {
    reads += call == Call.READ ? 1 : 0;
    Supplier<Throwable> fault = faults.get(call);
    if (fault != null) {
      int left = Objects.requireNonNull(spared.get(call));
      spared.put(call, left - 1);
      if (left <= 0) {
        raise(fault.get());
      }
    }
    return !loses;
  }

  private static void raise(Throwable fault) throws IOException {
    if (fault instanceof Error e) {
      throw e;
    }
    if (fault instanceof RuntimeException e) {
      throw e;
    }
    throw (IOException) fault;
  }

  @Override
  public boolean can(Capability capability) {
    return true;
  }

  /** Has it hear of no writes but its own, as a client of a file system that keeps attributes. */
  synchronized void hearsOfNoOther() {
    deaf = true;
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    heard = Math.max(heard, extents.size() == 0 ? 0 : extents.end());
    together = true;
    if (extents.size() == 0 || enter(Call.WRITE)) {
      real.writeAll(extents, data);
    }
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    written = System.nanoTime();
    heard = Math.max(heard, extents.end());
    if (enter(Call.WRITE)) {
      real.write(extents, data);
    }
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    enter(Call.READ);
    long begun = System.nanoTime();
    while (slow && System.nanoTime() - begun <= begun - written) {
      Thread.onSpinWait();
    }
    slow = false;
    return real.read(position, into);
  }

  @Override
  public long size() throws IOException {
    enter(Call.SIZE);
    return deaf ? Math.min(heard, real.size()) : real.size();
  }

  @Override
  public void sync() throws IOException {
    if (!together) {
      throw new AssertionError("a drain waits for no other process to sync what each has written");
    }
    together = false;
    enter(Call.SYNC);
    real.syncOwn();
  }

  /** Whether it has written with others what they have not synced together. */
  boolean owesASync() {
    return together;
  }

  @Override
  public void syncOwn() throws IOException {
    enter(Call.SYNC);
    real.syncOwn();
  }
}
