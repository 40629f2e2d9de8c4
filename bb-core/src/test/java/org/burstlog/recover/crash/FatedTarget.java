package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.burstlog.array.ExtentList;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.TargetFile;

/** A target whose every use is an event at which its program may die; a write halfway through. */
public final class FatedTarget extends ForwardingTarget {
  private final Fate.Line line;

  /**
   * A target that tells of its uses.
   *
   * @param real what is written
   * @param line told of each use
   */
  public FatedTarget(TargetFile real, Fate.Line line) {
    super(real);
    this.line = line;
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    write(extents, data);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    ExtentList one = new ExtentList();
    int end = data.limit();
    for (int i = 0; i < extents.size(); i++) {
      if (i == extents.size() / 2) {
        line.meet(Fate.Event.WRITE);
      }
      one.clear();
      one.add(extents.offset(i), extents.length(i));
      data.limit(data.position() + (int) extents.length(i));
      real.write(one, data);
      data.limit(end);
    }
  }

  @Override
  public Optional<TargetFile> aside() throws IOException {
    return real.aside().map(file -> new FatedTarget(file, line));
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    line.meet(Fate.Event.READ);
    return real.read(position, into);
  }

  @Override
  public long size() throws IOException {
    long size = real.size();
    line.meet(Fate.Event.SIZE);
    return size;
  }

  @Override
  public void sync() throws IOException {
    line.meet(Fate.Event.SYNC);
    real.sync();
  }
}
