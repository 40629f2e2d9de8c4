package org.burstlog.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/**
 * The handle of MPI-IO through which one process uses a target alone. It is opened by its first
 * use: a process that never reads or writes the target, as most do whose puts are drained by
 * another, asks the file system for no open and starts no MPI-IO.
 *
 * <p>Used by one thread at a time.
 */
final class OwnHandle {
  private final Object where;
  private final Path path;
  private final boolean reads;
  private final MpiHints hints;

  /** What tells the file from another of its name; null where nothing does. */
  private @Nullable Object key;

  private @Nullable MpiFile open;

  /**
   * Opens nothing yet.
   *
   * @param where how errors call this process
   * @param path the file
   * @param reads whether it is opened for reading only
   * @param hints handed to MPI
   */
  OwnHandle(Object where, Path path, boolean reads, MpiHints hints) {
    this.where = where;
    this.path = path;
    this.reads = reads;
    this.hints = hints;
  }

  /** Opens the file now, as these bits of MPI say. */
  MpiFile open(int bits) throws IOException {
    try {
      open = MpiFile.open(MpiLibrary.commSelf(), where, path, bits, hints);
    } catch (IOException e) {
      throw OpenFailure.explain(
          path, reads ? StandardOpenOption.READ : StandardOpenOption.WRITE, e);
    }
    key = key(path);
    return open;
  }

  /**
   * Looks at the file that another process has made. Where it does not look as if it could be
   * opened later, it is opened now, which tells why not.
   */
  void find() throws IOException {
    if (open != null) {
      return;
    }
    if (reads ? Files.isReadable(path) : Files.isWritable(path)) {
      key = key(path);
    } else {
      open(bits());
    }
  }

  private int bits() {
    return reads ? LibMpi.MPI_MODE_RDONLY : LibMpi.MPI_MODE_RDWR;
  }

  /** Returns the open file. */
  MpiFile get() throws IOException {
    MpiFile known = open;
    if (known != null) {
      return known;
    }
    requireSame();
    Object found = key;
    MpiFile opened = open(bits());
    if (!Objects.equals(found, key)) {
      key = found;
      open = null;
      opened.close();
      requireSame();
    }
    return opened;
  }

  /** Throws when the path names another file by now than the one that was found or opened first. */
  void requireSame() throws IOException {
    if (!Objects.equals(key, currentKey())) {
      throw new BurstlogException(
          path
              + " was removed or replaced since it was opened; nothing was written to what has its"
              + " name now. Move the file back, or close it and open the one that is meant");
    }
  }

  private @Nullable Object currentKey() throws IOException {
    try {
      return key(path);
    } catch (NoSuchFileException e) {
      return path;
    }
  }

  private static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /** Tells whether the file is open. */
  boolean isOpen() {
    return open != null;
  }

  /** Tells whether the file is ROMIO's, or not open and so nobody's. */
  boolean isRomioIfOpen() {
    return open == null || IoComponent.isRomio();
  }

  /**
   * Returns how long the file is for this process; 0 where it has not opened it to write or read.
   */
  long sizeIfOpen() throws IOException {
    MpiFile known = open;
    return known == null ? 0 : known.size();
  }

  /** Syncs what was written through the handle. */
  void sync() throws IOException {
    MpiFile known = open;
    if (known != null) {
      known.sync();
    }
  }

  /** Closes the file, where it is open. */
  void close() throws IOException {
    MpiFile known = open;
    if (known != null) {
      open = null;
      known.close();
    }
  }
}
