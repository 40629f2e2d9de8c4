package org.burstlog.storage;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
 * anything inside of them.
 */
final class Reach {
  /** Opens directories as the system does. */
  static final Reach OF_SYSTEM = new Reach(Files::newDirectoryStream);

  private final Opener opener;

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
    Path path = directory.toAbsolutePath();
    Path own = own(path);
    if (own == null) {
      return new NamedDirectory(path);
    }
    DirectoryStream<Path> stream = opener.open(own);
    if (!(stream instanceof SecureDirectoryStream<Path> secure)) {
      stream.close();
      return byPath(own, path);
    }
    OpenDirectory open = new OpenDirectory(own, secure);
    try {
      requireSame(open);
      requireOwn(open.attributes(), own);
      for (int i = own.getNameCount(); i < path.getNameCount(); i++) {
        try (OpenDirectory parent = open) {
          open = parent.child(path.getName(i));
        }
        requireOwn(open.attributes(), open.path());
      }
      return open;
    } catch (IOException | RuntimeException e) {
      open.close();
      throw e;
    }
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

  /** Opening follows a link, which then has the name, and not the directory that was opened. */
  private static void requireSame(OpenDirectory open) throws IOException {
    PosixFileAttributes named =
        Files.readAttributes(open.path(), PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (named.fileKey() == null || !named.fileKey().equals(open.attributes().fileKey())) {
      throw new BurstlogException(
          open.path()
              + " is a symbolic link, or was replaced while it was opened, and nothing is reached"
              + " through it; see who did that, and remove it");
    }
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
