package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lock files this process holds.
 *
 * <p>POSIX locks belong to the process and are dropped when it closes <em>any</em> descriptor of
 * the file. So a lock file is opened once, here, for all threads that hold slots of it, and a file
 * held here is never opened a second time to find out whether it is locked.
 */
final class HeldLocks {
  private static final Set<OpenOption> READ_ONLY =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> MISSING =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * How often a slot is tried. Whoever asks whether a file is locked holds all of it for a moment,
   * and must not be taken for somebody who lives here.
   */
  private static final int TRIES = 20;

  private static final long BETWEEN_TRIES = 1_000_000;

  private static final Map<Object, Held> HELD = new HashMap<>();

  private HeldLocks() {}

  private static final class Held {
    final Object key;
    final FileChannel channel;
    int locks;

    Held(Object key, FileChannel channel) {
      this.key = key;
      this.channel = channel;
    }

    void closeUnused() throws IOException {
      if (locks == 0) {
        HELD.remove(key);
        channel.close();
      }
    }
  }

  static @Nullable Closeable lock(Reach reach, Path file, int slot) throws IOException {
    for (int left = TRIES; ; left--) {
      Closeable lock = tryLock(reach, file, slot);
      if (lock != null || left == 1) {
        return lock;
      }
      Pause.nanos(BETWEEN_TRIES);
    }
  }

  private static @Nullable Closeable tryLock(Reach reach, Path file, int slot) throws IOException {
    synchronized (HELD) {
      Held held = hold(reach, file);
      FileLock lock = null;
      try {
        lock = held.channel.tryLock(slot, 1, false);
      } catch (OverlappingFileLockException heldHere) {
        // another thread of this process has the slot
      } finally {
        if (lock == null) {
          held.closeUnused();
        }
      }
      if (lock == null) {
        return null;
      }
      held.locks++;
      return release(held, lock);
    }
  }

  static boolean locked(Reach reach, Path file) throws IOException {
    synchronized (HELD) {
      FileChannel channel;
      try {
        if (HELD.containsKey(key(reach, file))) {
          return true;
        }
        channel = open(reach, file, READ_ONLY);
      } catch (NoSuchFileException e) {
        return false;
      }
      boolean close = true;
      try {
        // A shared lock shows those of others as well as one that nobody else may hold, and takes
        // no right to write.
        return channel.tryLock(0, Long.MAX_VALUE, true) == null;
      } catch (OverlappingFileLockException heldByAnotherClassLoader) {
        // Closing this channel would drop that lock, so it stays open.
        close = false;
        return true;
      } finally {
        if (close) {
          channel.close();
        }
      }
    }
  }

  private static Held hold(Reach reach, Path file) throws IOException {
    Object key;
    FileChannel made = null;
    try {
      key = key(reach, file);
    } catch (NoSuchFileException e) {
      made = open(reach, file, MISSING);
      key = keyOfNew(reach, file, made);
    }
    Held held = HELD.get(key);
    if (held == null) {
      held = new Held(key, made != null ? made : open(reach, file, MISSING));
      HELD.put(key, held);
    }
    return held;
  }

  private static Object keyOfNew(Reach reach, Path file, FileChannel made) throws IOException {
    try {
      return key(reach, file);
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  private static Closeable release(Held held, FileLock lock) {
    return () -> {
      synchronized (HELD) {
        if (lock.isValid()) {
          lock.release();
          held.locks--;
          held.closeUnused();
        }
      }
    };
  }

  private static FileChannel open(Reach reach, Path file, Set<OpenOption> options)
      throws IOException {
    try (Directory around = reach.around(file)) {
      return around.open(Reach.name(file), options, PRIVATE_FILE);
    } catch (IOException e) {
      throw Failures.explain(e, file, 1);
    }
  }

  /** What stays the same whichever way the file is named: device and inode. */
  private static Object key(Reach reach, Path file) throws IOException {
    try (Directory around = reach.around(file)) {
      Object key = around.attributes(Reach.name(file)).fileKey();
      return key == null ? file.toRealPath() : key;
    }
  }
}
