package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files that this machine's kernel shows, through {@code java.nio}. */
public final class LocalStorage implements Storage {
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final Set<OpenOption> DIRECTORY =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private static final int OTHERS_WRITE = 0002;
  private static final int STICKY = 01000;

  private final Reach reach;

  /** Creates the door; it has no state, so any equals any other. */
  public LocalStorage() {
    this(Reach.OF_SYSTEM);
  }

  LocalStorage(Reach reach) {
    this.reach = reach;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LocalStorage;
  }

  @Override
  public int hashCode() {
    return LocalStorage.class.hashCode();
  }

  @Override
  public void makeDirectory(Path directory) throws IOException {
    try (Directory around = Failures.at(directory, () -> reach.around(directory))) {
      try {
        Files.createDirectory(directory, PRIVATE_DIRECTORY);
      } catch (IOException e) {
        throw Failures.explain(e, directory, 1);
      }
      // The JDK makes it by its path only, so it may be somewhere else.
      if (!around.attributes(Reach.name(directory)).isDirectory()) {
        throw new NotDirectoryException(directory.toString());
      }
    }
  }

  @Override
  public StorageFile create(Path file) throws IOException {
    try {
      return LocalFile.create(reach, file);
    } catch (IOException e) {
      throw Failures.explain(e, file, 1);
    }
  }

  @Override
  public StorageFile open(Path file, boolean writable) throws IOException {
    return LocalFile.open(reach, file, writable);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    return Failures.at(
        directory,
        () -> {
          try (Directory open = reach.at(directory)) {
            // To list takes descriptors of its own.
            List<Path> names = reach.givingWay(open::names);
            return names.stream().map(directory::resolve).sorted().toList();
          }
        });
  }

  @Override
  public void renameDirectory(Path from, Path to) throws IOException {
    try (Directory around = reach.around(from)) {
      if (!Objects.equals(from.getParent(), to.getParent())) {
        throw new IllegalArgumentException(to + " lies in another directory than " + from);
      }
      if (!around.attributes(Reach.name(from)).isDirectory()) {
        throw new NotDirectoryException(from.toString());
      }
      // A rename takes the place of an empty directory; no process makes one of that name.
      if (facts(to) != null) {
        throw new FileAlreadyExistsException(to.toString());
      }
      try {
        around.rename(Reach.name(from), Reach.name(to));
      } catch (FileSystemException e) {
        if (facts(to) == null) {
          throw e;
        }
        // Another process has renamed its own to it meanwhile.
        FileAlreadyExistsException faster = new FileAlreadyExistsException(to.toString());
        faster.addSuppressed(e);
        throw faster;
      }
      reach.renamed(from, to);
    } catch (IOException e) {
      throw Failures.explain(e, to, 1);
    }
  }

  @Override
  public void delete(Path path) throws IOException {
    try {
      Failures.at(
          path,
          () -> {
            try (Directory around = reach.around(path)) {
              around.delete(Reach.name(path));
              reach.forget(path);
              return path;
            }
          });
    } catch (NoSuchFileException e) {
      // There is none, as is wanted.
    }
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    Failures.at(
        directory,
        () -> {
          reach.at(directory).close();
          // By the path: a directory that others put there meanwhile is synced in vain.
          SteadyChannel.force(directory, DIRECTORY);
          return directory;
        });
  }

  @Override
  public @Nullable Facts facts(Path path) throws IOException {
    try {
      return new LocalFacts(path, Failures.at(path, () -> attributes(path)));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** The name of the owner is looked up when it is asked for. */
  private record LocalFacts(Path path, PosixFileAttributes attributes) implements Facts {
    @Override
    public Kind kind() {
      if (attributes.isSymbolicLink()) {
        return Kind.LINK;
      }
      return attributes.isDirectory()
          ? Kind.DIRECTORY
          : attributes.isRegularFile() ? Kind.FILE : Kind.OTHER;
    }

    @Override
    public UserPrincipal owner() {
      return attributes.owner();
    }

    @Override
    public boolean belongsTo(UserPrincipal user) throws IOException {
      UnixFacts named = UnixFacts.of(path);
      if (named != null && named.key().equals(attributes.fileKey())) {
        User self = User.get();
        if (user.equals(self.principal())) {
          return named.uid() == self.uid();
        }
      }
      return owner().equals(user);
    }

    @Override
    public boolean othersWrite() {
      return Reach.othersWrite(attributes);
    }
  }

  private PosixFileAttributes attributes(Path path) throws IOException {
    try (Directory around = reach.around(path)) {
      return around.attributes(Reach.name(path));
    }
  }

  @Override
  public boolean othersRename(Path directory) throws IOException {
    int mode = Failures.at(directory, () -> (Integer) Files.getAttribute(directory, "unix:mode"));
    return (mode & OTHERS_WRITE) != 0 && (mode & STICKY) == 0;
  }

  @Override
  public UserPrincipal user() throws IOException {
    return User.get().principal();
  }

  @Override
  public String userNumber() throws IOException {
    return User.get().number();
  }

  @Override
  public @Nullable Closeable lock(Path file, int slot) throws IOException {
    try {
      return HeldLocks.lock(reach, file, slot);
    } catch (IOException e) {
      throw Failures.explain(e, file, 1);
    }
  }

  @Override
  public boolean locked(Path file) throws IOException {
    return Failures.at(file, () -> HeldLocks.locked(reach, file));
  }

  @Override
  public String fileSystemType(Path path) throws IOException {
    return Failures.at(path, () -> Files.getFileStore(path).type());
  }

  @Override
  public long usableSpace(Path path) throws IOException {
    return Failures.at(path, () -> Files.getFileStore(path).getUsableSpace());
  }

  @Override
  public long capacity(Path path) throws IOException {
    return Failures.at(path, () -> Files.getFileStore(path).getTotalSpace());
  }
}
