package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes everything on to another door. Doubles extend it and change only what they are there to
 * change.
 */
public class ForwardingStorage implements Storage {
  /** Where everything goes. */
  protected final Storage real;

  /**
   * Changes nothing yet.
   *
   * @param real where everything goes
   */
  protected ForwardingStorage(Storage real) {
    this.real = real;
  }

  @Override
  public UserPrincipal user() throws IOException {
    return real.user();
  }

  @Override
  public String userNumber() throws IOException {
    return real.userNumber();
  }

  @Override
  public void makeDirectory(Path directory) throws IOException {
    real.makeDirectory(directory);
  }

  @Override
  public StorageFile create(Path file) throws IOException {
    return real.create(file);
  }

  @Override
  public StorageFile open(Path file, boolean writable) throws IOException {
    return real.open(file, writable);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    return real.list(directory);
  }

  @Override
  public void renameDirectory(Path from, Path to) throws IOException {
    real.renameDirectory(from, to);
  }

  @Override
  public void delete(Path path) throws IOException {
    real.delete(path);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    real.syncDirectory(directory);
  }

  @Override
  public @Nullable Facts facts(Path path) throws IOException {
    return real.facts(path);
  }

  @Override
  public boolean othersRename(Path directory) throws IOException {
    return real.othersRename(directory);
  }

  @Override
  public @Nullable Closeable lock(Path file, int slot) throws IOException {
    return real.lock(file, slot);
  }

  @Override
  public boolean locked(Path file) throws IOException {
    return real.locked(file);
  }

  @Override
  public String fileSystemType(Path path) throws IOException {
    return real.fileSystemType(path);
  }

  @Override
  public long usableSpace(Path path) throws IOException {
    return real.usableSpace(path);
  }

  @Override
  public long capacity(Path path) throws IOException {
    return real.capacity(path);
  }

  @Override
  public long nanoTime() {
    return real.nanoTime();
  }
}
