package org.burstlog.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells a full file system from other failures: the JDK has no exception of its own for it. */
final class NoSpace {
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
    String text = String.valueOf(e.getMessage());
    if (text.contains("No space left on device") || text.contains("Disk quota exceeded")) {
      return full(e, file, needed);
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
