package org.burstlog.target;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.burstlog.array.ExtentList;

/**
 * Passes everything on to another target. Doubles extend it and change only what they are there to
 * change.
 */
public class ForwardingTarget implements TargetFile {
  /** Where everything goes. */
  protected final TargetFile real;

  /**
   * Changes nothing yet.
   *
   * @param real where everything goes
   */
  protected ForwardingTarget(TargetFile real) {
    this.real = real;
  }

  @Override
  public Path path() {
    return real.path();
  }

  @Override
  public Mode mode() {
    return real.mode();
  }

  @Override
  public boolean can(Capability capability) {
    return real.can(capability);
  }

  @Override
  public Optional<Striping> striping() {
    return real.striping();
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    real.writeAll(extents, data);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
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
  public void syncOwn() throws IOException {
    real.syncOwn();
  }

  @Override
  public void leave() throws IOException {
    real.leave();
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
