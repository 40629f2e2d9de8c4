package org.burstlog.storage;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/**
 * How files of the tier are reached.
 *
 * <p>Other users may be allowed to rename what is in the tier, and so to put a directory of theirs
 * in the place of one of ours at any moment, also behind a check. So whatever lies in the directory
 * of this user is not reached by its path: the directory is opened, what was opened is checked, and
 * from there each next one is opened and checked in the same way. Nobody but this user can rename
 * anything inside of them. The last few stay open for the next call, which only checks that their
 * paths still name them.
 */
final class Reach {
  /** Opens directories as the system does. */
  static final Reach OF_SYSTEM = new Reach(Files::newDirectoryStream);

  private final Opener opener;
  private final HeldDirectories held = new HeldDirectories();

  /** Opens a directory by its path. */
  interface Opener {
    DirectoryStream<Path> open(Path directory) throws IOException;
  }

  Reach(Opener opener) {
    this.opener = opener;
  }

  /** Opens the directory in which a file lies. */
  Directory around(Path file) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IOException(file + " lies in no directory");
    }
    return at(parent);
  }

  /** Opens a directory. */
  Directory at(Path directory) throws IOException {
    return givingWay(() -> reach(directory.toAbsolutePath()));
  }

  /** Makes a call; once more, and holding no directory, where too many files were open for it. */
  <T> T givingWay(Failures.Work<T> call) throws IOException {
    try {
      return call.run();
    } catch (IOException e) {
      if (!StorageException.isTooManyOpenFiles(e)) {
        throw e;
      }
      held.clear();
      return call.run();
    }
  }

  private Directory reach(Path path) throws IOException {
    Path own = own(path);
    if (own == null) {
      return new NamedDirectory(path);
    }
    OpenDirectory open = open(own);
    if (open == null) {
      return byPath(own, path);
    }
    for (int i = own.getNameCount(); i < path.getNameCount(); i++) {
      try (OpenDirectory parent = open) {
        open = child(parent, path.getName(i));
      }
    }
    return open;
  }

  /** Returns a directory of this user, open and checked; null when none can be held open here. */
  private @Nullable OpenDirectory open(Path own) throws IOException {
    OpenDirectory known = held.get(own);
    if (known != null) {
      return known;
    }
    DirectoryStream<Path> stream = opener.open(own);
    if (!(stream instanceof SecureDirectoryStream<Path> secure)) {
      stream.close();
      return null;
    }
    return hold(new OpenDirectory(own, secure), /* sameAsNamed= */ true);
  }

  private OpenDirectory child(OpenDirectory parent, Path name) throws IOException {
    OpenDirectory known = held.get(parent.path().resolve(name));
    return known != null ? known : hold(parent.child(name), /* sameAsNamed= */ false);
  }

  private OpenDirectory hold(OpenDirectory opened, boolean sameAsNamed) throws IOException {
    try {
      requireOwn(opened, sameAsNamed);
      held.put(opened);
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /** Forgets a directory that was deleted. */
  void forget(Path directory) throws IOException {
    held.remove(directory.toAbsolutePath());
  }

  /** Goes on holding a directory that has another name now. */
  void renamed(Path from, Path to) {
    held.renamed(from.toAbsolutePath(), to.toAbsolutePath());
  }

  /** Returns the directory of this user in which a path lies, or which it is; null when in none. */
  private static @Nullable Path own(Path path) throws IOException {
    Path name = Path.of(Storage.USER_PREFIX + User.get().number());
    Path own = path;
    while (own != null && !name.equals(own.getFileName())) {
      own = own.getParent();
    }
    return own;
  }

  /** Returns the last part of a path. */
  static Path name(Path path) throws IOException {
    Path name = path.getFileName();
    if (name == null) {
      throw new IOException(path + " has no name");
    }
    return name;
  }

  /**
   * Checks a directory that was opened.
   *
   * @param sameAsNamed whether its path must name it: opening follows a link, which then has the
   *     name, and not the directory that was opened
   */
  private static void requireOwn(OpenDirectory open, boolean sameAsNamed) throws IOException {
    PosixFileAttributes opened = open.attributes();
    UnixFacts named = UnixFacts.of(open.path());
    if (named != null && named.key().equals(opened.fileKey())) {
      if (named.isThisUsersAlone()) {
        return;
      }
    } else if (sameAsNamed) {
      throw new BurstlogException(
          open.path()
              + " is a symbolic link, or was replaced while it was opened, and nothing is reached"
              + " through it; see who did that, and remove it");
    }
    requireOwn(opened, open.path());
  }

  private static void requireOwn(PosixFileAttributes opened, Path path) throws IOException {
    UserPrincipal user = User.get().principal();
    if (!opened.owner().equals(user) || othersWrite(opened)) {
      throw new BurstlogException(
          path
              + " is not "
              + user.getName()
              + "'s alone, so nothing in it is trusted: it belongs to "
              + opened.owner().getName()
              + (othersWrite(opened) ? ", and others may write to it" : "")
              + "; see who put it there, and remove it, or choose another tier");
    }
  }

  static boolean othersWrite(PosixFileAttributes attributes) {
    return attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
        || attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE);
  }

  /** Where directories cannot be held open, a check is as good as others let the path alone. */
  private static Directory byPath(Path root, Path directory) throws IOException {
    if (User.get().isRoot()) {
      throw new BurstlogException(
          "this system does not let files be reached from a directory that is open, so root would"
              + " read in "
              + root
              + " what others put there; run the program as another user");
    }
    requireOwn(new NamedDirectory(root).attributes(Path.of("")), root);
    return new NamedDirectory(directory);
  }
}
