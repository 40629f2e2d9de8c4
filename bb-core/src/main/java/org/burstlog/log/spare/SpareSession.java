package org.burstlog.log.spare;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.burstlog.log.file.SessionDirectory;

/**
 * A session that has ended well, as one of its processes keeps it for a session to come: its
 * directory, this process's lock in it, and this process's logs, which hold nothing.
 *
 * <p>Another session goes on in it when all processes of it have this one; then one process of each
 * node gives the directory its name. Else each gives its own part of it up, and the last one the
 * directory.
 */
public final class SpareSession {
  /**
   * Who it is, the same in all its processes.
   *
   * @param id of the session, which no other has
   * @param number later ones of the same processes have larger ones
   */
  public record Identity(long id, long number) implements Comparable<Identity> {
    @Override
    public int compareTo(Identity other) {
      return number != other.number
          ? Long.compare(number, other.number)
          : Long.compare(id, other.id);
    }
  }

  private final Fit fit;
  private final Identity identity;

  /** The logs that this process gives their names in the directory, besides its own. */
  private final Set<String> named;

  private final boolean leads;
  private final boolean sole;
  private final boolean crowded;
  private final Closeable lock;
  private final NavigableMap<String, SpareLog> logs = new TreeMap<>();
  private SessionDirectory directory;

  /** Where it lay before; it is there until the process that leads has renamed it. */
  private SessionDirectory before;

  /**
   * A session that has just ended.
   *
   * @param fit what it is good for
   * @param identity who it was
   * @param directory where it is
   * @param lock this process's lock there; closed with this
   * @param logs this process's logs; closed with this
   * @param named the first log of each process of this node, whose files must be there
   * @param leads whether this process names the directory for its node
   * @param sole whether its logs are this process's alone
   * @param crowded whether processes of several nodes have their logs on its tier
   */
  public SpareSession(
      Fit fit,
      Identity identity,
      SessionDirectory directory,
      Closeable lock,
      List<SpareLog> logs,
      Set<String> named,
      boolean leads,
      boolean sole,
      boolean crowded) {
    this.fit = fit;
    this.identity = identity;
    this.directory = directory;
    this.before = directory;
    this.lock = lock;
    this.named = Set.copyOf(named);
    this.leads = leads;
    this.sole = sole;
    this.crowded = crowded;
    logs.forEach(log -> this.logs.put(log.name(), log));
  }

  Fit fit() {
    return fit;
  }

  /** Tells whether processes of several nodes have their logs on its tier. */
  public boolean isCrowded() {
    return crowded;
  }

  public Identity identity() {
    return identity;
  }

  public Closeable lock() {
    return lock;
  }

  /** Returns the logs by name; what is taken out of this is not this session's any more. */
  public NavigableMap<String, SpareLog> logs() {
    return logs;
  }

  /** Returns what it takes of the tier for this process. */
  long bytes() {
    return logs.values().stream().mapToLong(SpareLog::bytes).sum();
  }

  /**
   * Gives logs up, and cuts others, so that all take no more than a limit; false when that cannot
   * be. The first is worth most: it is used by each session.
   */
  boolean trim(long most) throws IOException {
    if (bytes() <= most) {
      return true;
    }
    if (!sole) {
      return false;
    }
    long left = most;
    for (SpareLog log : List.copyOf(logs.descendingMap().values())) {
      int among = logs.headMap(log.name(), /* inclusive= */ true).size();
      if (log.trim(left / among)) {
        left -= log.bytes();
      } else if (among == 1) {
        return false;
      } else {
        logs.remove(log.name());
        delete(log);
      }
    }
    return true;
  }

  /** Takes the name of its target off the directory, when all processes have ended the session. */
  void putAway() throws IOException {
    moveTo(SpareDirectory.path(fit.own(), identity.id()));
  }

  /**
   * Puts the directory where that of another session belongs.
   *
   * @param to the directory of the session
   * @param durably whether a power loss must not take its name again
   * @throws IOException when it cannot be renamed; then all its processes end their parts, and this
   *     is {@linkplain #deleteWhole deleted}
   */
  public void become(SessionDirectory to, boolean durably) throws IOException {
    moveTo(to.path());
    if (leads && durably) {
      to.sync();
    }
  }

  private void moveTo(Path to) throws IOException {
    if (leads) {
      rename(to);
    }
    before = directory;
    directory = SessionDirectory.of(fit.storage(), to);
    logs.values().forEach(log -> log.movedTo(directory));
  }

  private void rename(Path to) throws IOException {
    try {
      fit.storage().renameDirectory(directory.path(), to);
    } catch (NoSuchFileException | FileAlreadyExistsException e) {
      // The leader of another node may have done it, where all see one tier.
      if (fit.storage().facts(directory.path()) != null || fit.storage().facts(to) == null) {
        throw e;
      }
    }
  }

  /**
   * Makes sure that nobody has removed any of its files. One process a node does.
   *
   * @throws IOException when somebody has, or that cannot be told
   */
  void requireWhole() throws IOException {
    if (leads) {
      Set<Path> there = new HashSet<>(fit.storage().list(directory.path()));
      Set<String> all = new HashSet<>(named);
      if (!sole) {
        all.addAll(logs.keySet());
      }
      for (String log : all) {
        if (!there.contains(directory.meta(log)) || !there.contains(directory.data(log))) {
          throw new NoSuchFileException(directory.path().resolve(log).toString());
        }
      }
      if (!there.contains(directory.lockFile())) {
        throw new NoSuchFileException(directory.lockFile().toString());
      }
    }
  }

  /**
   * Makes durable that its logs belong to nobody, and that its directory is no session's, so that
   * no power loss shows what it was in the place of what it becomes, or the other way round.
   */
  void force() throws IOException {
    for (SpareLog log : logs.values()) {
      log.force();
    }
    if (leads) {
      fit.storage().syncDirectory(fit.own());
    }
  }

  /**
   * Removes all that is left of it, which nobody uses any more; one process of a node does. Only
   * for what could not {@linkplain #become} what it was to be, and whose logs and locks all
   * processes have closed.
   *
   * @throws IOException when something cannot be deleted
   */
  public void deleteWhole() throws IOException {
    if (leads) {
      for (Path file : fit.storage().listIfThere(directory.path())) {
        fit.storage().delete(file);
      }
      fit.storage().delete(directory.path());
    }
  }

  /** Gives up this process's part of it; the last process removes the directory. */
  void delete() throws IOException {
    try (Closeable last = this::deleteDirectory;
        Closeable third = this::deleteLockFile;
        Closeable second = lock) {
      assert last != third && second != third;
      while (!logs.isEmpty()) {
        delete(logs.pollFirstEntry().getValue());
      }
    } finally {
      for (SpareLog log : logs.values()) {
        log.close();
      }
    }
  }

  /** From here on it looks dead, and anybody may remove it: nobody takes it any more. */
  private void deleteLockFile() throws IOException {
    if (leads) {
      fit.storage().delete(directory.lockFile());
    }
  }

  private void deleteDirectory() throws IOException {
    for (SessionDirectory place : places()) {
      try {
        fit.storage().delete(place.path());
      } catch (DirectoryNotEmptyException e) {
        // Others have not given it up yet, and the last of them removes it.
      }
    }
  }

  private void delete(SpareLog log) throws IOException {
    log.cut();
    if (sole || leads) {
      for (SessionDirectory place : places()) {
        // The metadata last: it says that nothing is in the log, which data alone could not.
        fit.storage().delete(place.data(log.name()));
        fit.storage().delete(place.meta(log.name()));
      }
    }
  }

  /**
   * Where its files are, in this order: who does not rename the directory does not know whether
   * that has been done.
   */
  private List<SessionDirectory> places() {
    return leads ? List.of(directory) : List.of(before, directory);
  }
}
