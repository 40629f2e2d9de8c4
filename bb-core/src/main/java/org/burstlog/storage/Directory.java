package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import java.util.Set;

/** A directory, and what can be done with the names in it. No link is followed in a name. */
sealed interface Directory extends Closeable permits NamedDirectory, OpenDirectory {
  /** Opens a file, or makes it. */
  FileChannel open(Path name, Set<OpenOption> options, FileAttribute<?>... attributes)
      throws IOException;

  /** Tells what is known of a name. */
  PosixFileAttributes attributes(Path name) throws IOException;

  /** Returns all names. */
  List<Path> names() throws IOException;

  /** Deletes a file, or a directory that is empty. */
  void delete(Path name) throws IOException;

  /** Gives something in it another name in one step. */
  void rename(Path name, Path newName) throws IOException;
}
