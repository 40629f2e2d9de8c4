package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has something else happen between two calls to the door, as another process may do. */
public final class HookedStorage extends ForwardingStorage {
  private final Hook hook;
  private int left;
  private boolean ran;

  /** What happens. */
  public interface Hook {
    void run() throws IOException;
  }

  /**
   * Plans it.
   *
   * @param real the door
   * @param call before which call it happens, 1 for the first
   * @param hook what happens
   */
  public HookedStorage(Storage real, int call, Hook hook) {
    super(real);
    this.left = call;
    this.hook = hook;
  }

  /** Tells whether there were so many calls. */
  public boolean ran() {
    return ran;
  }

  private void enter() throws IOException {
    if (--left == 0) {
      ran = true;
      hook.run();
    }
  }

  @Override
  public void makeDirectory(Path directory) throws IOException {
    enter();
    super.makeDirectory(directory);
  }

  @Override
  public StorageFile create(Path file) throws IOException {
    enter();
    return super.create(file);
  }

  @Override
  public StorageFile open(Path file, boolean writable) throws IOException {
    enter();
    return super.open(file, writable);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    enter();
    return super.list(directory);
  }

  @Override
  public void delete(Path path) throws IOException {
    enter();
    super.delete(path);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    enter();
    super.syncDirectory(directory);
  }

  @Override
  public @Nullable Facts facts(Path path) throws IOException {
    enter();
    return super.facts(path);
  }

  @Override
  public @Nullable Closeable lock(Path file, int slot) throws IOException {
    enter();
    return super.lock(file, slot);
  }

  @Override
  public boolean locked(Path file) throws IOException {
    enter();
    return super.locked(file);
  }
}
