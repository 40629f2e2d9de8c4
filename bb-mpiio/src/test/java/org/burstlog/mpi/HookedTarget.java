package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.ExtentList;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.TargetFile;

/** A target that does something before each of its writes. */
final class HookedTarget extends ForwardingTarget {
  private final Hook beforeWrite;

  HookedTarget(TargetFile real, Hook beforeWrite) {
    super(real);
    this.beforeWrite = beforeWrite;
  }

  /** What it does. */
  interface Hook {
    void run() throws IOException;
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    beforeWrite.run();
    real.writeAll(extents, data);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    beforeWrite.run();
    real.write(extents, data);
  }
}
