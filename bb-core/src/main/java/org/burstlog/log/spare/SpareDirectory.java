package org.burstlog.log.spare;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;

/**
 * The directory of a session that has ended and is kept for another one: {@code
 * <tier>/burstlog-<uid>/spare-<id of the session>}.
 *
 * <p>Its name is none of a session, so nobody looks for records there. Its processes hold their
 * slots of its lock file while they live; when nobody does, what is in it is of no use and may go.
 */
public final class SpareDirectory {
  private static final String PREFIX = "spare-";

  /** A session has a dot in its name, also when its target is called so. */
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{16}");

  private final Storage storage;
  private final SessionDirectory directory;
  private final long bytes;
  private final boolean live;

  private SpareDirectory(Storage storage, Path path) throws IOException {
    this.storage = storage;
    this.directory = SessionDirectory.of(storage, path);
    this.live = directory.live();
    this.bytes = size();
  }

  /** Names the one of a session. */
  static Path path(Path own, long session) {
    return own.resolve(PREFIX + HexFormat.of().toHexDigits(session));
  }

  /**
   * Has the directory of a session look like what it is when this process has not kept the session,
   * and others may have.
   *
   * @param session its directory; nothing happens when it is gone
   * @param id of the session
   * @throws IOException when it cannot be renamed
   */
  public static void takeFor(SessionDirectory session, long id) throws IOException {
    Storage storage = session.storage();
    if (storage.facts(session.path()) != null) {
      try {
        Path kept = path(session.own(), id);
        storage.renameDirectory(session.path(), kept);
        // All of these processes will be told that it cannot be used again.
        storage.delete(SessionDirectory.of(storage, kept).lockFile());
      } catch (NoSuchFileException | FileAlreadyExistsException e) {
        // Another process has renamed it.
      }
    }
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
      if (NAME.matcher(String.valueOf(path.getFileName())).matches()) {
        Storage.Facts facts = storage.facts(path);
        if (facts != null && facts.kind() == Storage.Kind.DIRECTORY) {
          found.add(new SpareDirectory(storage, path));
        }
      }
    }
    return List.copyOf(found);
  }

  private long size() throws IOException {
    long size = 0;
    for (Path file : storage.listIfThere(path())) {
      // The lock file must not be opened: closing it would drop a lock of this process.
      if (!file.equals(directory.lockFile())) {
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
    return directory.path();
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
   * Tells whether any of its processes lived when it was found.
   *
   * @return false when it is only rubbish
   */
  public boolean live() {
    return live;
  }

  /**
   * Removes what dead processes have left; does nothing when one turns out to live.
   *
   * @return whether it is gone
   * @throws IOException when something of it cannot be deleted
   */
  public boolean remove() throws IOException {
    if (directory.live()) {
      return false;
    }
    try (Closeable held = storage.lock(directory.lockFile(), 0)) {
      if (held == null) {
        return false;
      }
      for (Path file : storage.listIfThere(path())) {
        if (!file.equals(directory.lockFile())) {
          storage.delete(file);
        }
      }
    } catch (NoSuchFileException e) {
      return true;
    }
    directory.delete();
    return true;
  }
}
