package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.file.SpillNotes;
import org.burstlog.log.format.SessionName;
import org.burstlog.storage.Pause;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * The retained sessions of a user on a tier. All that is in them is proven in their targets, so any
 * of them may go at any moment: whoever reads it reads on in files that it has open, and in the
 * target.
 */
public final class RetainedSessions {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  /** How often, and in which intervals, it is looked whether another process has made room. */
  private static final int TRIES = 100;

  private static final long BETWEEN_TRIES = 1_000_000;

  private RetainedSessions() {}

  /**
   * A session that is retained.
   *
   * @param path its directory
   * @param target the path of its target; null where its catalogue is damaged
   * @param kept when its target was closed, in milliseconds since 1970; 0 where that is not known
   * @param bytes what its files take
   */
  record Found(Path path, @Nullable Path target, long kept, long bytes) {}

  /** Finds them, the oldest first. */
  static List<Found> find(Storage storage, Path own) throws IOException {
    List<Found> found = new ArrayList<>();
    for (Path entry : storage.listIfThere(own)) {
      if (SessionName.parse(entry).isPresent()) {
        Found one = look(storage, entry);
        if (one != null) {
          found.add(one);
        }
      }
    }
    found.sort(Comparator.comparingLong(Found::kept));
    return found;
  }

  private static @Nullable Found look(Storage storage, Path session) throws IOException {
    boolean retained = false;
    Catalogue catalogue = null;
    long bytes = 0;
    for (Path entry : storage.listIfThere(session)) {
      if (Catalogue.isOne(entry)) {
        retained = true;
        Catalogue read = Catalogue.read(storage, entry);
        catalogue = read == null ? catalogue : read;
      } else if (!entry.endsWith("lock")) {
        bytes += FoundDirectory.size(storage, entry);
      }
    }
    if (!retained) {
      return null;
    }
    return catalogue == null
        ? new Found(session, null, 0, bytes)
        : new Found(session, catalogue.target(), catalogue.kept(), bytes);
  }

  /**
   * Gives up the oldest one that lies beside a session, because space is short there.
   *
   * @param where the session that needs the space
   * @return whether there was one
   */
  public static boolean dropOldest(SessionDirectory where) {
    try {
      for (Found found : find(where.storage(), where.own())) {
        if (!found.path.equals(where.path())
            && (drop(where.storage(), found.path) || goes(where.storage(), found.path))) {
          return true;
        }
      }
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "retained sessions could not be given up", e);
    }
    return false;
  }

  /** Tells whether another process is just deleting one; waits a moment for it. */
  private static boolean goes(Storage storage, Path session) throws IOException {
    for (int tries = TRIES; tries > 0; tries--) {
      if (storage.facts(session) == null) {
        return true;
      }
      Pause.nanos(BETWEEN_TRIES);
    }
    return false;
  }

  /** Deletes one; returns false when it is in other hands. */
  static boolean drop(Storage storage, Path session) throws IOException {
    try (Closeable held = Takeover.lock(storage, session)) {
      assert held != null;
      // The catalogue last: others see by it that somebody is making room, and what is left of a
      // process that is killed here is still known as retained. Behind the logs, too, the mark that
      // keeps them from being replayed.
      Path mark = Marker.RECOVERED.in(session);
      SpillNotes.drop(storage, session);
      for (Path entry : storage.listIfThere(session)) {
        if (!entry.endsWith("lock") && !Catalogue.isOne(entry) && !entry.equals(mark)) {
          storage.delete(entry);
        }
      }
      storage.syncDirectory(session);
      storage.delete(mark);
      for (Path entry : storage.listIfThere(session)) {
        if (Catalogue.isOne(entry)) {
          storage.delete(entry);
        }
      }
    } catch (NoSuchFileException | RecoveryRefusedException e) {
      return false;
    }
    SessionDirectory.of(storage, session).delete();
    return true;
  }
}
