package org.burstlog.log.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.log.format.LogName;
import org.burstlog.log.format.SessionName;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageException;
import org.burstlog.wear.Wear;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one session: {@code <tier>/burstlog-<uid>/<target name>.<session id>}.
 *
 * <p>Made by an atomic mkdir with mode 0700, below a directory that is checked to belong to this
 * user and to nobody else, and never reached through a symbolic link; two jobs with the same target
 * name and tier therefore never meet. Beside the logs it holds one small file, {@code lock}, of
 * which every process of the session locks a slot while it lives.
 */
public final class SessionDirectory {
  private static final String LOCK = "lock";

  private final Storage storage;
  private final Path path;

  /** Whether another process of the session had made it before. */
  private final boolean there;

  /** What is asked before more is written there. */
  private final Wear wear;

  private SessionDirectory(Storage storage, Path path, boolean there) {
    this(storage, path, there, Wear.UNLIMITED);
  }

  private SessionDirectory(Storage storage, Path path, boolean there, Wear wear) {
    this.storage = storage;
    this.path = path;
    this.there = there;
    this.wear = wear;
  }

  /**
   * Returns the same directory, for logs that are counted.
   *
   * @param counted what is asked before more is written there
   * @return the directory
   */
  public SessionDirectory withWear(Wear counted) {
    return new SessionDirectory(storage, path, there, counted);
  }

  /**
   * Makes the directory, or finds it made by another process of the same session.
   *
   * @param storage the door to the tier
   * @param tier the tier's directory
   * @param target the target; only its name is used
   * @param session the session's random number
   * @return the directory
   * @throws BurstlogException when it cannot be, saying what to do
   * @throws IOException when the tier cannot be looked at
   */
  public static SessionDirectory make(Storage storage, Path tier, Path target, long session)
      throws IOException {
    Path own = makeOwn(storage, tier);
    Path path = own.resolve(SessionName.of(target, session).toString());
    boolean made = makeOrFind(storage, tier, path);
    return new SessionDirectory(storage, path, !made);
  }

  /** Makes the directory of the user on a tier, or finds it. */
  static Path makeOwn(Storage storage, Path tier) throws IOException {
    checkTier(storage, tier);
    Path own = storage.own(tier);
    Storage.Facts facts = storage.facts(own);
    if (facts == null) {
      makeOrFind(storage, tier, own);
    } else {
      requireOwn(storage, own, facts);
    }
    return own;
  }

  /**
   * Makes the directory for copies of the logs of another node, beside that of the session, or
   * finds it made by another process of this node.
   *
   * @param origin rank of the leader of that node
   * @param keeper rank of the leader of this node
   * @return the directory
   * @throws IOException when it cannot be made
   */
  public SessionDirectory forCopies(int origin, int keeper) throws IOException {
    SessionName name =
        SessionName.parse(path).orElseThrow(() -> new IllegalStateException(path.toString()));
    Path copies = own().resolve(name.ofCopies(origin, keeper).toString());
    Path tier = own().getParent();
    boolean made = makeOrFind(storage, tier == null ? path : tier, copies);
    return new SessionDirectory(storage, copies, !made, wear);
  }

  /**
   * Names the directory that another process of the session has made.
   *
   * @param storage the door to the tier
   * @param tier the tier's directory
   * @param target the target; only its name is used
   * @param session the session's random number
   * @return the directory
   * @throws IOException when the user cannot be told
   */
  public static SessionDirectory join(Storage storage, Path tier, Path target, long session)
      throws IOException {
    Path own = storage.own(tier);
    return new SessionDirectory(
        storage, own.resolve(SessionName.of(target, session).toString()), true);
  }

  /**
   * Names a directory that exists.
   *
   * @param storage the door to the tier
   * @param path the session's directory
   * @return the directory
   */
  public static SessionDirectory of(Storage storage, Path path) {
    return new SessionDirectory(storage, path, true);
  }

  /**
   * Checks that a tier is a directory that exists.
   *
   * @param storage the door to the tier
   * @param tier the tier's directory
   * @throws BurstlogException when it is not, saying what to do
   * @throws IOException when it cannot be looked at
   */
  public static void checkTier(Storage storage, Path tier) throws IOException {
    Storage.Facts facts = storage.facts(tier);
    // The tier itself may be a link: administrators make /scratch one, and nobody else can.
    if (facts != null && facts.kind() == Storage.Kind.LINK) {
      facts = storage.facts(tier.toRealPath());
    }
    if (facts == null) {
      throw new BurstlogException(
          "tier "
              + tier
              + " does not exist; create it, or name another directory on fast storage by"
              + " burstlog.tier (BURSTLOG_TIER)");
    }
    if (facts.kind() != Storage.Kind.DIRECTORY) {
      throw new BurstlogException(
          "tier "
              + tier
              + " is not a directory; name one on fast storage by burstlog.tier (BURSTLOG_TIER)");
    }
  }

  /** Returns whether it was made here. */
  private static boolean makeOrFind(Storage storage, Path tier, Path directory) throws IOException {
    try {
      storage.makeDirectory(directory);
      return true;
    } catch (FileAlreadyExistsException exists) {
      // ours, or the wrong one: looked at below
    } catch (IOException e) {
      throw unusable(tier, e);
    }
    requireOwn(storage, directory, storage.facts(directory));
    return false;
  }

  private static void requireOwn(Storage storage, Path directory, Storage.@Nullable Facts facts)
      throws IOException {
    if (facts == null || facts.kind() != Storage.Kind.DIRECTORY) {
      throw new BurstlogException(
          directory
              + " exists and is not a directory; remove it, or choose another tier by burstlog.tier"
              + " (BURSTLOG_TIER)");
    }
    if (!facts.belongsTo(storage.user()) || facts.othersWrite()) {
      throw new BurstlogException(
          directory
              + " belongs to "
              + facts.owner().getName()
              + (facts.othersWrite() ? " and others may write to it" : "")
              + "; it must be "
              + storage.user().getName()
              + "'s alone, so choose another tier by burstlog.tier (BURSTLOG_TIER)");
    }
  }

  /** Says why nothing can be made in this directory, and what to do about it. */
  public BurstlogException unusable(IOException e) {
    Path tier = own().getParent();
    return unusable(tier == null ? path : tier, e);
  }

  private static BurstlogException unusable(Path tier, IOException e) {
    if (e instanceof BurstlogException told) {
      return told;
    }
    if (e instanceof NoSpaceException) {
      return new BurstlogException(
          "tier "
              + tier
              + " is full; free space on it, see 'bb list' for what old sessions hold, or choose"
              + " another by burstlog.tier (BURSTLOG_TIER)",
          e);
    }
    String why =
        e instanceof AccessDeniedException
            ? "permission denied"
            : e instanceof NoSuchFileException
                ? "it is gone"
                : e instanceof FileSystemException f && f.getReason() != null
                    ? f.getReason()
                    : BurstlogException.reason(e);
    return new BurstlogException(
        "tier "
            + tier
            + " cannot be written: "
            + why
            + "; choose a directory that this user may write to by burstlog.tier (BURSTLOG_TIER)",
        e);
  }

  /**
   * Tells whether another process of the session had made it before.
   *
   * @return true also when that was not asked
   */
  public boolean wasThere() {
    return there;
  }

  /**
   * Returns where it is.
   *
   * @return the directory's path
   */
  public Path path() {
    return path;
  }

  /**
   * Locks a slot while this process lives.
   *
   * @param rank rank of this process, which is its slot
   * @return the lock, closed to release it
   * @throws BurstlogException when another process holds the slot, or the directory is not there
   * @throws IOException when the tier's file system does not lock
   */
  public Closeable lock(int rank) throws IOException {
    Closeable lock;
    try {
      lock = storage.lock(lockFile(), rank);
    } catch (NoSpaceException e) {
      throw unusable(e);
    } catch (NoSuchFileException e) {
      throw new BurstlogException(
          path
              + " does not exist for this process: one process of each node makes it, so all"
              + " processes of a node must have the same tier; set burstlog.tier (BURSTLOG_TIER) to"
              + " one directory for all of them",
          e);
    }
    if (lock == null) {
      throw new BurstlogException(
          path + ": slot " + rank + " is locked by another process; the session is live");
    }
    return lock;
  }

  /**
   * Names the file of which every process of the session locks a slot. What is in it does not
   * matter.
   *
   * @return the lock file, made by the first that locks it
   */
  public Path lockFile() {
    return path.resolve(LOCK);
  }

  /**
   * Tells whether a process of the session lives.
   *
   * @return true when any does, this one included
   * @throws IOException when that cannot be told
   */
  public boolean live() throws IOException {
    return storage.locked(lockFile());
  }

  /**
   * Tells whether the files of a log are still there, and the lock file, without which the session
   * looks dead.
   *
   * @param log what the files are called
   * @return false when any is gone; true also when that cannot be told
   */
  public boolean names(String log) {
    try {
      for (Path file : List.of(meta(log), data(log), lockFile())) {
        if (storage.facts(file) == null) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      // A tier that fails is told of by the call that needs it.
      return true;
    }
  }

  /**
   * Deletes the directory and the lock file in it, unless there is anything else: then both stay,
   * for without its lock file a session whose logs are still there would look dead.
   *
   * @throws IOException when either cannot be deleted
   */
  public void delete() throws IOException {
    Path lock = lockFile();
    try {
      for (Path entry : list()) {
        if (!entry.equals(lock)) {
          return;
        }
      }
      storage.delete(lock);
      storage.delete(path);
    } catch (NoSuchFileException | DirectoryNotEmptyException e) {
      // Another process of the session is doing the same, or is not so far yet.
    }
  }

  private List<Path> list() throws IOException {
    try {
      return storage.list(path);
    } catch (IOException e) {
      if (!StorageException.isTooManyOpenFiles(e)) {
        throw e;
      }
      // An empty directory can be deleted without an open file.
      try {
        storage.delete(path);
        return List.of();
      } catch (DirectoryNotEmptyException notEmpty) {
        throw e;
      }
    }
  }

  /**
   * Makes the names of the session's files durable.
   *
   * @throws IOException when that failed
   */
  public void sync() throws IOException {
    storage.syncDirectory(path);
    Path own = path.getParent();
    Path tier = own == null ? null : own.getParent();
    for (@Nullable Path directory : new @Nullable Path[] {own, tier}) {
      if (directory != null) {
        storage.syncDirectory(directory);
      }
    }
  }

  public Storage storage() {
    return storage;
  }

  /** Returns what is asked before more is written there. */
  public Wear wear() {
    return wear;
  }

  /** Returns the directory of the user, in which it lies. */
  public Path own() {
    Path own = path.getParent();
    if (own == null) {
      throw new IllegalStateException(path + " lies in no directory");
    }
    return own;
  }

  public Path meta(String log) {
    return path.resolve(log + LogName.META_SUFFIX);
  }

  public Path data(String log) {
    return path.resolve(log + LogName.DATA_SUFFIX);
  }
}
