package org.burstlog.bench.strategy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.burstlog.array.ExtentList;
import org.burstlog.target.TargetFile;

/**
 * A target that accepts what is written and forgets it; only its length is known. What is read of
 * it is zeros.
 */
public final class Nowhere implements TargetFile {
  private final Path path;
  private final Mode mode;
  private long size;

  /**
   * Makes one.
   *
   * @param path what it is called
   * @param mode what may be done with it
   * @param size its length
   */
  public Nowhere(Path path, Mode mode, long size) {
    this.path = path;
    this.mode = mode;
    this.size = size;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public Mode mode() {
    return mode;
  }

  @Override
  public boolean can(Capability capability) {
    return false;
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) {
    write(extents, data);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) {
    for (int i = 0; i < extents.size(); i++) {
      size = Math.max(size, extents.offset(i) + extents.length(i));
    }
  }

  @Override
  public int read(long position, ByteBuffer into) {
    int count = (int) Math.max(0, Math.min(into.remaining(), size - position));
    into.put(new byte[count]);
    return count;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void resize(long length) {
    size = length;
  }

  @Override
  public void sync() {}

  @Override
  public void syncOwn() {}

  @Override
  public void close() {}
}
