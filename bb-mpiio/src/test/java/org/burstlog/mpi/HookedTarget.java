package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.burstlog.array.ExtentList;
import org.burstlog.target.TargetFile;

/** A target that does something before each of its writes. */
record HookedTarget(TargetFile real, Hook beforeWrite) implements TargetFile {
  /** What it does. */
  interface Hook {
    void run() throws IOException;
  }

  @Override
  public Mode mode() {
    return real.mode();
  }

  @Override
  public Path path() {
    return real.path();
  }

  @Override
  public boolean can(Capability capability) {
    return real.can(capability);
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

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return real.read(position, into);
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public void resize(long size) throws IOException {
    real.resize(size);
  }

  @Override
  public void sync() throws IOException {
    real.sync();
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
