package org.burstlog.netcdf.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetSystem;

/** A plain target whose writes fail when told to, and that remembers the largest. */
public final class FickleTarget implements TargetFile {
  private final TargetFile plain;
  private final Targets system;

  private FickleTarget(TargetFile plain, Targets system) {
    this.plain = plain;
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
  public Path path() {
    return plain.path();
  }

  @Override
  public Mode mode() {
    return plain.mode();
  }

  @Override
  public boolean can(Capability capability) {
    return plain.can(capability);
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
    plain.write(extents, data);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return plain.read(position, into);
  }

  @Override
  public long size() throws IOException {
    return plain.size();
  }

  @Override
  public void resize(long size) throws IOException {
    plain.resize(size);
  }

  @Override
  public void sync() throws IOException {
    plain.sync();
  }

  @Override
  public void close() throws IOException {
    plain.close();
  }
}
