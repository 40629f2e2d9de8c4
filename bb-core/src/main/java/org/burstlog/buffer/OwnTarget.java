package org.burstlog.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.burstlog.array.ExtentList;
import org.burstlog.target.TargetFile;

/**
 * A shared target as one process sees it that cannot wait for the others: what is collective is
 * done for this process alone.
 */
class OwnTarget implements TargetFile {
  private final TargetFile shared;

  OwnTarget(TargetFile shared) {
    this.shared = shared;
  }

  @Override
  public Path path() {
    return shared.path();
  }

  @Override
  public Mode mode() {
    return shared.mode();
  }

  @Override
  public boolean can(Capability capability) {
    return false;
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    if (data.hasRemaining()) {
      shared.write(extents, data);
    }
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    shared.write(extents, data);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return shared.read(position, into);
  }

  @Override
  public long size() throws IOException {
    return shared.size();
  }

  @Override
  public void resize(long size) {
    throw new UnsupportedOperationException("a shared file has one size for all");
  }

  @Override
  public void sync() throws IOException {
    shared.syncOwn();
  }

  @Override
  public void syncOwn() throws IOException {
    shared.syncOwn();
  }

  @Override
  public void close() {
    // It stays the caller's.
  }
}
