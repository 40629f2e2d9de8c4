package org.burstlog.netcdf.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetSystem;

/** A plain target that interrupts the thread that calls it, just before one of its calls. */
public final class InterruptingTarget extends ForwardingTarget {
  private final Targets system;

  private InterruptingTarget(TargetFile plain, Targets system) {
    super(plain);
    this.system = system;
  }

  /** Opens such targets. */
  public static final class Targets implements TargetSystem {
    private final int chosen;
    private final AtomicInteger calls = new AtomicInteger();
    private final Set<Thread> interrupted = ConcurrentHashMap.newKeySet();

    /**
     * Chooses a call.
     *
     * @param chosen which, the first being 1; 0 for none
     */
    public Targets(int chosen) {
      this.chosen = chosen;
    }

    /**
     * Returns how many calls there were.
     *
     * @return calls of all processes
     */
    public int calls() {
      return calls.get();
    }

    /**
     * Tells whether the thread that asks was interrupted.
     *
     * @return true when it made the chosen call
     */
    public boolean hasInterrupted() {
      return interrupted.contains(Thread.currentThread());
    }

    private void count() {
      if (calls.incrementAndGet() == chosen) {
        interrupted.add(Thread.currentThread());
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public TargetFile open(ProcessGroup group, Path path, Mode mode) throws IOException {
      count();
      return new InterruptingTarget(PlainTarget.open(group, path, mode), this);
    }
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    system.count();
    real.writeAll(extents, data);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    system.count();
    real.write(extents, data);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    system.count();
    return real.read(position, into);
  }

  @Override
  public long size() throws IOException {
    system.count();
    return real.size();
  }

  @Override
  public void resize(long size) throws IOException {
    system.count();
    real.resize(size);
  }

  @Override
  public void sync() throws IOException {
    system.count();
    real.sync();
  }

  @Override
  public void syncOwn() throws IOException {
    system.count();
    real.syncOwn();
  }

  @Override
  public void close() throws IOException {
    system.count();
    real.close();
  }
}
