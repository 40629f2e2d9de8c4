package org.burstlog.storage;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tells a full file system from other failures: the JDK has no exception of its own for it. */
final class NoSpace {
  private static final List<String> FULL =
      List.of("No space left on device", "Disk quota exceeded");

  /** What else a write may fail with; on a full file system these are no want of space. */
  private static final List<String> OTHER =
      List.of("Input/output error", "Read-only file system", "File too large");

  private NoSpace() {}

  /**
   * Turns an exception into a {@link NoSpaceException} if that is what it is.
   *
   * <p>The text is the C library's and follows the locale, so when it is not the English one, the
   * free space decides. Quota has no such second witness.
   *
   * @param e what the JDK threw
   * @param file the file it was thrown for
   * @param needed bytes still to be written
   * @return the exception to throw
   */
  static IOException refine(IOException e, Path file, long needed) {
    if (e instanceof FileSystemException && e.getClass() != FileSystemException.class) {
      // A class of its own says what it is: it exists, it is missing, permission is denied.
      return e;
    }
    String text = String.valueOf(e.getMessage());
    if (FULL.stream().anyMatch(text::contains)) {
      return full(e, file, needed);
    }
    if (OTHER.stream().anyMatch(text::contains)) {
      return e;
    }
    try {
      Path directory = file.toAbsolutePath().getParent();
      if (directory != null && Files.getFileStore(directory).getUsableSpace() < needed) {
        return full(e, file, needed);
      }
    } catch (IOException unknown) {
      e.addSuppressed(unknown);
    }
    return e;
  }

  private static NoSpaceException full(IOException e, Path file, long needed) {
    return new NoSpaceException(
        file + ": no space left on the file system or in the quota for " + needed + " more bytes",
        e);
  }
}
