package org.burstlog.netcdf.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetSystem;

/** A plain target that fails when told to, and counts what it does. */
public final class FickleTarget extends ForwardingTarget {
  private final Targets system;

  private FickleTarget(TargetFile plain, Targets system) {
    super(plain);
    this.system = system;
  }

  /** Opens such targets. */
  public static final class Targets implements TargetSystem {
    /** Whether writes fail. */
    public final AtomicBoolean broken = new AtomicBoolean();

    /** Bytes of the largest write. */
    public final AtomicLong largest = new AtomicLong();

    /** How often was written. */
    public final AtomicLong writes = new AtomicLong();

    /** How often was read. */
    public final AtomicLong reads = new AtomicLong();

    /** How often was synced, by all processes together or by one. */
    public final AtomicLong syncs = new AtomicLong();

    /** A byte that can be neither written nor read; -1 for none. */
    public final AtomicLong badByte = new AtomicLong(-1);

    /** Writes work at first. */
    public Targets() {}

    private void check(long begin, long length) throws IOException {
      long bad = badByte.get();
      if (bad >= begin && bad < begin + length) {
        throw new IOException("byte " + bad + " is bad");
      }
    }

    @Override
    public TargetFile open(ProcessGroup group, Path path, Mode mode) throws IOException {
      return new FickleTarget(PlainTarget.open(group, path, mode), this);
    }
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    write(extents, data);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    if (system.broken.get()) {
      throw new IOException("the target is broken");
    }
    for (int i = 0; i < extents.size(); i++) {
      system.check(extents.offset(i), extents.length(i));
    }
    system.writes.incrementAndGet();
    system.largest.accumulateAndGet(data.remaining(), Math::max);
    real.write(extents, data);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    system.check(position, into.remaining());
    system.reads.incrementAndGet();
    return real.read(position, into);
  }

  @Override
  public void sync() throws IOException {
    system.syncs.incrementAndGet();
    real.sync();
  }

  @Override
  public void syncOwn() throws IOException {
    system.syncs.incrementAndGet();
    real.syncOwn();
  }
}
