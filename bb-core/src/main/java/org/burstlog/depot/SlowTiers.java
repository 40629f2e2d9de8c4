package org.burstlog.depot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;

/**
 * Finds out whether small writes to a tier are slow, as they are on most network file systems, and
 * says so once for each tier.
 *
 * <p>What a file system calls itself does not tell: a shared burst buffer may be a network file
 * system too, and a client may cache. So a file system that is none of the local machine's gets
 * some small writes, until one of them is fast.
 */
final class SlowTiers {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** File systems of the local machine. Their small writes go to memory. */
  private static final Set<String> LOCAL =
      Set.of(
          "tmpfs",
          "ramfs",
          "overlay",
          "ext2",
          "ext3",
          "ext4",
          "ext2/ext3",
          "xfs",
          "jfs",
          "btrfs",
          "zfs",
          "f2fs",
          "bcachefs",
          "reiserfs",
          "nilfs2");

  /** As long as a request to a file system of a network takes. */
  private static final long SLOW_NANOS = 200_000;

  private static final int MOST_WRITES = 8;
  private static final int SIZE = 512;

  private final Set<Path> looked = ConcurrentHashMap.newKeySet();

  /**
   * Looks at a tier, the first time only.
   *
   * @param session a session's directory on it, which no process has locked yet
   */
  void look(Storage storage, Path tier, SessionDirectory session) {
    if (!looked.add(tier)) {
      return;
    }
    try {
      String type = storage.fileSystemType(tier);
      if (!LOCAL.contains(type.toLowerCase(Locale.ROOT))) {
        warn(tier, type, fastest(storage, session));
      }
    } catch (IOException e) {
      // Opening the logs says better what is wrong.
      LOGGER.log(System.Logger.Level.DEBUG, "small writes to " + tier + " were not tried", e);
    }
  }

  /** The time of the first write that is fast, or else of the fastest. */
  private long fastest(Storage storage, SessionDirectory session) throws IOException {
    long fastest = Long.MAX_VALUE;
    try (StorageFile file = storage.create(session.lockFile())) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(SIZE);
      for (int i = 0; i < MOST_WRITES && fastest >= SLOW_NANOS; i++) {
        long begun = storage.nanoTime();
        file.write((long) i * SIZE, bytes.clear());
        fastest = Math.min(fastest, storage.nanoTime() - begun);
      }
      file.truncate(0);
    }
    return fastest;
  }

  private static void warn(Path tier, String type, long nanos) {
    if (nanos >= SLOW_NANOS) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "tier "
              + tier
              + " is slow for small writes: one takes "
              + nanos / 1000
              + " us, and so does a small put. Its file system is "
              + type
              + ", of a network perhaps; storage of the node itself is faster, by burstlog.tier"
              + " (BURSTLOG_TIER)");
    }
  }
}
