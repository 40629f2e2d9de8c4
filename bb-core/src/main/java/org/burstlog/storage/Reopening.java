package org.burstlog.storage;

import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** How a {@link SteadyChannel} opens its file once more. */
sealed interface Reopening {
  /** Opens the file. */
  FileChannel open(Path path) throws IOException;

  /** Returns what tells the file from others; null when nothing does. */
  @Nullable Object key(Path path) throws IOException;

  /**
   * Opens a channel that interrupts do not close. The JDK opens such a channel by its path alone.
   *
   * @param known an open channel of the file
   */
  AsynchronousFileChannel openForSync(Path path, FileChannel known) throws IOException;

  /** By the path, which the user of this library chose and answers for. */
  record ByPath(Set<OpenOption> access) implements Reopening {
    @Override
    public FileChannel open(Path path) throws IOException {
      return FileChannel.open(path, access);
    }

    @Override
    public @Nullable Object key(Path path) throws IOException {
      LinkOption[] links =
          access.contains(LinkOption.NOFOLLOW_LINKS)
              ? new LinkOption[] {LinkOption.NOFOLLOW_LINKS}
              : new LinkOption[0];
      return Files.readAttributes(path, BasicFileAttributes.class, links).fileKey();
    }

    @Override
    public AsynchronousFileChannel openForSync(Path path, FileChannel known) throws IOException {
      return AsynchronousFileChannel.open(path, access, null);
    }
  }

  /** From a directory of the tier that is opened and checked each time. */
  record ByReach(Reach reach, Set<OpenOption> access) implements Reopening {
    /** From here on, no byte is ever written. */
    private static final long LOCKS = 1L << 61;

    @Override
    public FileChannel open(Path path) throws IOException {
      try (Directory around = reach.around(path)) {
        return around.open(Reach.name(path), access);
      }
    }

    @Override
    public @Nullable Object key(Path path) throws IOException {
      try (Directory around = reach.around(path)) {
        return around.attributes(Reach.name(path)).fileKey();
      }
    }

    @Override
    public AsynchronousFileChannel openForSync(Path path, FileChannel known) throws IOException {
      AsynchronousFileChannel opened = AsynchronousFileChannel.open(path, access, null);
      try {
        requireSame(path, known, opened);
        return opened;
      } catch (IOException | RuntimeException e) {
        opened.close();
        throw e;
      }
    }

    /**
     * Others may have turned the path to another file. A lock is known by its file: this process
     * gets it once, by whatever channel.
     */
    private static void requireSame(Path path, FileChannel known, AsynchronousFileChannel opened)
        throws IOException {
      long place = LOCKS + ThreadLocalRandom.current().nextLong(LOCKS);
      try (FileLock held = known.tryLock(place, 1, false);
          FileLock second = opened.tryLock(place, 1, false)) {
        throw new IOException(path + " is another file now; it was replaced: " + held + second);
      } catch (OverlappingFileLockException same) {
        // The lock of the same file.
      }
    }
  }
}
