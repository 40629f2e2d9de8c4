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

/** A plain target whose writes fail when told to, and that remembers the largest. */
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

    /** Writes work at first. */
    public Targets() {}

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
    system.largest.accumulateAndGet(data.remaining(), Math::max);
    real.write(extents, data);
  }
}
