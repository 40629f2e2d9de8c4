package org.burstlog.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directories of this user that were used last. They stay open: opening and checking one anew
 * for each file in it costs a dozen calls of the system, and some of them go to a server where the
 * tier is shared. As long as one is open, no other directory gets its key, so a path that has the
 * key names this one.
 */
final class HeldDirectories {
  /** Most programs use one tier and few files at once; an open directory costs two descriptors. */
  private static final int MOST = 8;

  private final Map<Path, Held> held =
      new LinkedHashMap<>(2 * MOST, 0.75f, /* accessOrder= */ true);

  private record Held(OpenDirectory directory, Object key) {}

  /**
   * Returns a directory that is held, if its path still names it and it is this user's alone. The
   * caller closes it.
   */
  @Nullable OpenDirectory get(Path path) throws IOException {
    UnixFacts named = UnixFacts.of(path);
    if (named == null || !named.isThisUsersAlone()) {
      return null;
    }
    synchronized (held) {
      Held found = held.get(path);
      return found != null && found.key.equals(named.key()) ? found.directory.share() : null;
    }
  }

  /** Holds a directory, for as long as not too many others were used later. */
  void put(OpenDirectory directory) throws IOException {
    Object key = directory.attributes().fileKey();
    if (key == null) {
      return;
    }
    synchronized (held) {
      Held replaced = held.put(directory.path(), new Held(directory.share(), key));
      if (replaced != null) {
        replaced.directory.close();
      }
      if (held.size() > MOST) {
        Iterator<Held> oldest = held.values().iterator();
        oldest.next().directory.close();
        oldest.remove();
      }
    }
  }

  /** Holds none any more. */
  void clear() throws IOException {
    synchronized (held) {
      for (Iterator<Held> all = held.values().iterator(); all.hasNext(); ) {
        all.next().directory.close();
        all.remove();
      }
    }
  }

  /** Goes on holding a directory that has another name now. */
  void renamed(Path from, Path to) {
    synchronized (held) {
      Held found = held.remove(from);
      if (found != null) {
        found.directory.renamed(to);
        held.put(to, found);
      }
    }
  }

  /** Holds a directory no longer. */
  void remove(Path path) throws IOException {
    synchronized (held) {
      Held removed = held.remove(path);
      if (removed != null) {
        removed.directory.close();
      }
    }
  }
}
