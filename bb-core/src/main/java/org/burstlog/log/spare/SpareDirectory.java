package org.burstlog.log.spare;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * Where a process keeps its spare logs: {@code <tier>/burstlog-<uid>/spare-<random number>}.
 *
 * <p>Its name is none of a session, so nobody looks for records there. The process holds a slot of
 * its lock file while it lives; when nobody does, what is in it is of no use and may go.
 */
public final class SpareDirectory {
  private static final String PREFIX = "spare-";
  private static final String LOCK = "lock";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Storage storage;
  private final Path path;
  private final long bytes;
  private final boolean live;
  private @Nullable Closeable lock;

  private SpareDirectory(Storage storage, Path path, long bytes, boolean live) {
    this.storage = storage;
    this.path = path;
    this.bytes = bytes;
    this.live = live;
  }

  /** Makes one for this process, in the directory of the user. */
  static SpareDirectory make(Storage storage, Path own) throws IOException {
    String name = PREFIX + String.format(Locale.ROOT, "%016x", RANDOM.nextLong());
    SpareDirectory made = new SpareDirectory(storage, own.resolve(name), 0, true);
    storage.makeDirectory(made.path);
    made.lock = storage.lock(made.path.resolve(LOCK), 0);
    if (made.lock == null) {
      throw new IOException(made.path + ": taken for left by a dead process, and being removed");
    }
    return made;
  }

  /**
   * Finds those of a user.
   *
   * @param storage the door to the tier
   * @param own the directory of the user on the tier; it need not be there
   * @return what there is, by name
   * @throws IOException when it cannot be looked at
   */
  public static List<SpareDirectory> find(Storage storage, Path own) throws IOException {
    List<SpareDirectory> found = new ArrayList<>();
    for (Path path : storage.listIfThere(own)) {
      Storage.Facts facts = storage.facts(path);
      if (String.valueOf(path.getFileName()).startsWith(PREFIX)
          && facts != null
          && facts.kind() == Storage.Kind.DIRECTORY) {
        boolean live = storage.locked(path.resolve(LOCK));
        found.add(new SpareDirectory(storage, path, size(storage, path), live));
      }
    }
    return List.copyOf(found);
  }

  private static long size(Storage storage, Path directory) throws IOException {
    long size = 0;
    for (Path file : storage.listIfThere(directory)) {
      // The lock file must not be opened: closing it would drop a lock of this process.
      if (!file.endsWith(LOCK)) {
        try (StorageFile open = storage.open(file, false)) {
          size += open.size();
        } catch (NoSuchFileException e) {
          // Used again meanwhile: it is no part of this any more.
        }
      }
    }
    return size;
  }

  /**
   * Returns where it is.
   *
   * @return its path
   */
  public Path path() {
    return path;
  }

  /**
   * Returns what its logs took when it was found.
   *
   * @return bytes of its files
   */
  public long bytes() {
    return bytes;
  }

  /**
   * Tells whether its process lived when it was found.
   *
   * @return false when it is only rubbish
   */
  public boolean live() {
    return live;
  }

  /**
   * Removes what a dead process has left; does nothing when it turns out to live.
   *
   * @return whether it is gone
   * @throws IOException when something of it cannot be deleted
   */
  public boolean remove() throws IOException {
    try (Closeable held = storage.lock(path.resolve(LOCK), 0)) {
      if (held == null) {
        return false;
      }
      for (Path file : storage.listIfThere(path)) {
        if (!file.endsWith(LOCK)) {
          storage.delete(file);
        }
      }
    } catch (NoSuchFileException e) {
      return true;
    }
    SessionDirectory.of(storage, path).delete();
    return true;
  }

  Storage storage() {
    return storage;
  }

  /** Tells whether it is on the tier of a session, and of the same user. */
  boolean beside(SessionDirectory session) {
    return storage.equals(session.storage()) && session.own().equals(path.getParent());
  }

  /** Ends the use of the one of this process, which is empty by now. */
  void leave() throws IOException {
    Closeable held = lock;
    lock = null;
    if (held != null) {
      held.close();
    }
    SessionDirectory.of(storage, path).delete();
  }
}
