package org.burstlog.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory that is looked up by its path at each call, so that what is in it is only as safe
 * from other users as the path is.
 */
record NamedDirectory(Path path) implements Directory {
  @Override
  public FileChannel open(Path name, Set<OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return FileChannel.open(path.resolve(name), options, attributes);
  }

  @Override
  public PosixFileAttributes attributes(Path name) throws IOException {
    return Files.readAttributes(
        path.resolve(name), PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public List<Path> names() throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new NotDirectoryException(path.toString());
    }
    try (Stream<Path> entries = Files.list(path)) {
      return entries.map(path::relativize).toList();
    }
  }

  @Override
  public void delete(Path name) throws IOException {
    Files.delete(path.resolve(name));
  }

  @Override
  public void rename(Path name, Path newName) throws IOException {
    Files.move(path.resolve(name), path.resolve(newName), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
