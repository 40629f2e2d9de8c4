package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
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
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files that this machine's kernel shows, through {@code java.nio}. */
public final class LocalStorage implements Storage {
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final Set<OpenOption> CREATE =
      Set.of(
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);

  /** A process has one owner for all its life, and directories of users may be far away. */
  private static volatile @Nullable String user;

  /** Creates the door; it has no state, so any equals any other. */
  public LocalStorage() {}

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
    try {
      Files.createDirectory(directory, PRIVATE_DIRECTORY);
    } catch (IOException e) {
      throw NoSpace.refine(e, directory, 1);
    }
  }

  @Override
  public StorageFile create(Path file) throws IOException {
    try {
      return new LocalFile(file, true, FileChannel.open(file, CREATE, PRIVATE_FILE));
    } catch (IOException e) {
      throw NoSpace.refine(e, file, 1);
    }
  }

  @Override
  public StorageFile open(Path file, boolean writable) throws IOException {
    return LocalFile.open(file, writable);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    if (Files.isSymbolicLink(directory)) {
      throw new NotDirectoryException(directory.toString());
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }

  @Override
  public void delete(Path path) throws IOException {
    Files.deleteIfExists(path);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try (FileChannel channel = FileChannel.open(directory, options)) {
      channel.force(true);
    }
  }

  @Override
  public @Nullable Facts facts(Path path) throws IOException {
    try {
      PosixFileAttributes attributes =
          Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      Kind kind =
          attributes.isSymbolicLink()
              ? Kind.LINK
              : attributes.isDirectory()
                  ? Kind.DIRECTORY
                  : attributes.isRegularFile() ? Kind.FILE : Kind.OTHER;
      Set<PosixFilePermission> permissions = attributes.permissions();
      boolean othersWrite =
          permissions.contains(PosixFilePermission.GROUP_WRITE)
              || permissions.contains(PosixFilePermission.OTHERS_WRITE);
      return new Facts(kind, attributes.owner().getName(), othersWrite);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public String user() throws IOException {
    String known = user;
    if (known == null) {
      known = findUser();
      user = known;
    }
    return known;
  }

  private static String findUser() throws IOException {
    // The kernel's answer, not user.name, which anybody can set: the owner of our own process.
    Path self = Path.of("/proc/self");
    if (Files.exists(self)) {
      return Files.getOwner(self.toRealPath()).getName();
    }
    return System.getProperty("user.name", "unknown");
  }

  @Override
  public @Nullable Closeable lock(Path file, int slot) throws IOException {
    return HeldLocks.lock(file, slot);
  }

  @Override
  public boolean locked(Path file) throws IOException {
    return HeldLocks.locked(file);
  }

  @Override
  public String fileSystemType(Path path) throws IOException {
    return Files.getFileStore(path).type();
  }

  @Override
  public long usableSpace(Path path) throws IOException {
    return Files.getFileStore(path).getUsableSpace();
  }
}
