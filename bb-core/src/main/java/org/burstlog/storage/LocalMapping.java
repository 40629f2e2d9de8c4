package org.burstlog.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A mapping of the kernel's.
 *
 * <p>It is unmapped at a chosen moment. Waiting for the garbage collector instead would keep the
 * space of a deleted log in use for an unknown time. How the JDK does it depends on its version.
 */
abstract sealed class LocalMapping implements Mapping permits ArenaMapping, CleanedMapping {
  private final Path path;
  private boolean closed;

  LocalMapping(Path path) {
    this.path = path;
  }

  /** Maps a part of a file for reading and writing. */
  static LocalMapping map(Path path, FileChannel channel, long position, int length)
      throws IOException {
    return Runtime.version().feature() >= ArenaMapping.SINCE
        ? ArenaMapping.map(path, channel, position, length)
        : CleanedMapping.map(path, channel, position, length);
  }

  /** Writes back a part of the memory; an {@link UncheckedIOException} tells that it failed. */
  abstract void writeBack(int index, int length);

  /** Unmaps. */
  abstract void unmap() throws Throwable;

  @Override
  public final void force(int index, int length) throws IOException {
    try {
      writeBack(index, length);
    } catch (UncheckedIOException e) {
      throw Failures.explain(e, path);
    }
  }

  @Override
  public final void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      unmap();
    } catch (Throwable e) {
      throw new IllegalStateException(path + ": could not be unmapped", e);
    }
  }
}
