package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

  static @Nullable Closeable lock(Path file, int slot) throws IOException {
    synchronized (HELD) {
      Held held = hold(file);
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

  static boolean locked(Path file) throws IOException {
    synchronized (HELD) {
      try {
        if (HELD.containsKey(key(file))) {
          return true;
        }
      } catch (NoSuchFileException e) {
        return false;
      }
      try (FileChannel channel = open(file);
          FileLock all = channel.tryLock(0, Long.MAX_VALUE, false)) {
        return all == null;
      }
    }
  }

  private static Held hold(Path file) throws IOException {
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      open(file).close();
    }
    Object key = key(file);
    Held held = HELD.get(key);
    if (held == null) {
      held = new Held(key, open(file));
      HELD.put(key, held);
    }
    return held;
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

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** What stays the same whichever way the file is named: device and inode. */
  private static Object key(Path file) throws IOException {
    Object key =
        Files.readAttributes(
                file, java.nio.file.attribute.BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .fileKey();
    return key == null ? file.toRealPath() : key;
  }
}
