package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import org.jspecify.annotations.Nullable;

/** A tier that is mounted to be read only: whatever would change it fails. */
public final class ReadOnlyStorage extends ForwardingStorage {
  /** As another door sees it, which may write. */
  public ReadOnlyStorage(Storage real) {
    super(real);
  }

  private static IOException refused(Path path) {
    return new IOException(path + ": Read-only file system", new ReadOnlyFileSystemException());
  }

  @Override
  public void makeDirectory(Path directory) throws IOException {
    throw refused(directory);
  }

  @Override
  public StorageFile create(Path file) throws IOException {
    throw refused(file);
  }

  @Override
  public StorageFile open(Path file, boolean writable) throws IOException {
    if (writable) {
      throw refused(file);
    }
    return super.open(file, false);
  }

  @Override
  public void renameDirectory(Path from, Path to) throws IOException {
    throw refused(from);
  }

  @Override
  public void delete(Path path) throws IOException {
    throw refused(path);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    throw refused(directory);
  }

  @Override
  public @Nullable Closeable lock(Path file, int slot) throws IOException {
    throw refused(file);
  }
}
