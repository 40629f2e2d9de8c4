package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.burstlog.array.ExtentList;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.TargetFile;

/** A target that tells a line of each write, halfway through it too, each sync and each look. */
final class AimedTarget extends ForwardingTarget {
  private final Line line;
  private final boolean anyThread;

  AimedTarget(TargetFile real, Line line, boolean anyThread) {
    super(real);
    this.line = line;
    this.anyThread = anyThread;
  }

  @Override
  public Optional<TargetFile> aside() {
    return anyThread ? Optional.of(this) : Optional.empty();
  }

  private boolean recovers() {
    return line.phase() == Line.Phase.RECOVER;
  }

  private Boundary write() {
    return recovers() ? Boundary.REPLAY : Boundary.DRAIN;
  }

  private Boundary proof() {
    return recovers() ? Boundary.REPLAY_PROOF : Boundary.PROOF;
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    write(extents, data);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    line.arrive(write());
    ExtentList one = new ExtentList();
    int end = data.limit();
    for (int i = 0; i < extents.size(); i++) {
      one.clear();
      one.add(extents.offset(i), extents.length(i));
      data.limit(data.position() + (int) extents.length(i));
      real.write(one, data);
      data.limit(end);
      if (i == extents.size() / 2) {
        line.arrive(write());
      }
    }
    line.arrive(write());
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    line.arrive(proof());
    return real.read(position, into);
  }

  @Override
  public long size() throws IOException {
    line.arrive(proof());
    return real.size();
  }

  @Override
  public void sync() throws IOException {
    line.arrive(proof());
    real.sync();
    line.arrive(proof());
  }

  @Override
  public void syncOwn() throws IOException {
    line.arrive(proof());
    real.syncOwn();
    line.arrive(proof());
  }
}
