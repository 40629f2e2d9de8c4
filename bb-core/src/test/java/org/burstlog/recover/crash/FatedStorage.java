package org.burstlog.recover.crash;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/** The door to the tier, where a program may die whenever it makes or deletes something. */
final class FatedStorage extends ForwardingStorage {
  private final Fate.Line line;

  FatedStorage(Fate.Line line) {
    super(new LocalStorage());
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
  public @Nullable Closeable lock(Path file, int slot) throws IOException {
    line.meet(Fate.Event.STORAGE);
    return real.lock(file, slot);
  }
}
