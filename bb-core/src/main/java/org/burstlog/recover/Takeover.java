package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.storage.Pause;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a session's directory while it is recovered.
 *
 * <p>Recovery has a slot of the lock file to itself, behind those of any rank. Who holds it has
 * seen the others free, and they stay free: a process takes its slot when it opens a session, under
 * an id that no other session ever has.
 */
final class Takeover {
  private static final int SLOT = Integer.MAX_VALUE;

  /** Who asks whether a file is locked holds all of it for a moment, and must not be believed. */
  private static final int TRIES = 20;

  private static final long BETWEEN_TRIES = 1_000_000;

  private Takeover() {}

  static boolean live(Storage storage, Path directory) throws IOException {
    SessionDirectory session = SessionDirectory.of(storage, directory);
    for (int left = TRIES; left > 0; left--) {
      if (!session.live()) {
        return false;
      }
      Pause.nanos(BETWEEN_TRIES);
    }
    return true;
  }

  /** Takes a directory over; the lock is held until it is closed or this process dies. */
  static Closeable lock(Storage storage, Path directory) throws IOException {
    if (live(storage, directory)) {
      throw new RecoveryRefusedException(
          directory
              + " is live: a process of the session still runs, or somebody is recovering it; wait"
              + " for its end, or end it");
    }
    @Nullable Closeable lock;
    try {
      lock = storage.lock(directory.resolve("lock"), SLOT);
    } catch (NoSuchFileException e) {
      throw gone(directory, "");
    }
    if (lock == null) {
      throw new RecoveryRefusedException(
          directory + " is being recovered by another process; wait for its end");
    }
    return lock;
  }

  /** Refuses what is not as it was found; the problem is what was found now, empty when nothing. */
  static RecoveryRefusedException gone(Path directory, String problem) {
    return new RecoveryRefusedException(
        directory
            + " has changed meanwhile"
            + (problem.isEmpty() ? "" : " (" + problem + ")")
            + "; another process may have recovered or discarded it");
  }
}
