package org.burstlog.recover.crash;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/** The door to the tier, where a program may die whenever it makes or deletes something. */
final class FatedStorage implements Storage {
  private final Storage real = new LocalStorage();
  private final Fate.Line line;

  FatedStorage(Fate.Line line) {
    this.line = line;
  }

  @Override
  public void makeDirectory(Path directory) throws IOException {
    line.meet(Fate.Event.STORAGE);
    real.makeDirectory(directory);
  }

  @Override
  public StorageFile create(Path file) throws IOException {
    line.meet(Fate.Event.STORAGE);
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
  public void delete(Path path) throws IOException {
    line.meet(Fate.Event.STORAGE);
    real.delete(path);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    line.meet(Fate.Event.STORAGE);
    real.syncDirectory(directory);
  }

  @Override
  public @Nullable Facts facts(Path path) throws IOException {
    return real.facts(path);
  }

  @Override
  public String user() throws IOException {
    return real.user();
  }

  @Override
  public @Nullable Closeable lock(Path file, int slot) throws IOException {
    line.meet(Fate.Event.STORAGE);
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
}
