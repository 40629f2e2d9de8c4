package org.burstlog.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.burstlog.BurstlogException;
import org.burstlog.storage.StorageException.Reason;

/**
 * Makes of what the JDK throws for a file of the tier an exception that names the file and what to
 * do. The JDK has no exceptions of its own for most failures of a device, and their texts often
 * name no file.
 */
final class Failures {
  private static final List<String> FULL =
      List.of("No space left on device", "Disk quota exceeded");

  /** As the C library says it; of the machine, it goes on. */
  static final String TOO_MANY_OPEN_FILES = "Too many open files";

  private static final String ANOTHER = "choose another tier by burstlog.tier (BURSTLOG_TIER)";

  /** What is known to go wrong with a file, and is no want of space. */
  private enum Known {
    BROKEN_DEVICE(
        "Input/output error",
        Reason.BROKEN,
        "look for errors of the device in the system's log (dmesg), and " + ANOTHER),
    FILES_OF_THE_MACHINE(
        TOO_MANY_OPEN_FILES + " in system",
        Reason.TOO_MANY_OPEN_FILES,
        "have the limit of the machine raised (fs.file-max), or run fewer programs on it"),
    FILES_OF_THE_PROCESS(
        TOO_MANY_OPEN_FILES, Reason.TOO_MANY_OPEN_FILES, StorageException.FEWER_OPEN_FILES),
    READ_ONLY(
        "Read-only file system", Reason.UNSUITABLE, "have it mounted for writing, or " + ANOTHER),
    TOO_LARGE(
        "File too large",
        Reason.UNSUITABLE,
        "raise the limit on the size of files (ulimit -f), or " + ANOTHER),
    NO_LOCKS(
        "No locks available", Reason.UNSUITABLE, "the file system does not lock files; " + ANOTHER),
    NO_MAPPINGS(
        "Map failed",
        Reason.UNSUITABLE,
        "raise the limits on memory (ulimit -v) and mappings (vm.max_map_count), or set"
            + " burstlog.log.access (BURSTLOG_LOG_ACCESS) to written"),
    STALE(
        "Stale file handle", Reason.BROKEN, "see whether the tier is still mounted, or " + ANOTHER);

    final String text;
    final Reason reason;
    final String remedy;

    Known(String text, Reason reason, String remedy) {
      this.text = text;
      this.reason = reason;
      this.remedy = remedy;
    }
  }

  private Failures() {}

  /** Something that is done with a file. */
  interface Work<T> {
    T run() throws IOException;
  }

  /** Does something with a file that needs no space. */
  static <T> T at(Path file, Work<T> work) throws IOException {
    try {
      return work.run();
    } catch (IOException e) {
      throw explain(e, file, 0);
    } catch (UncheckedIOException e) {
      throw explain(e, file);
    }
  }

  /** Explains what the JDK has thrown from where it cannot throw an {@link IOException}. */
  static IOException explain(UncheckedIOException e, Path file) {
    return explain(Objects.requireNonNull(e.getCause()), file, 0);
  }

  /**
   * Explains what the JDK has thrown.
   *
   * <p>The text is the C library's and follows the locale, so when it is not known, the free space
   * decides whether the file system is full. Quota has no such second witness.
   *
   * @param e what the JDK threw
   * @param file the file it was thrown for
   * @param needed bytes still to be written, 0 for what needs no space
   * @return the exception to throw: the same where its class says what it is
   */
  static IOException explain(IOException e, Path file, long needed) {
    boolean saysItself =
        e instanceof FileSystemException && e.getClass() != FileSystemException.class;
    if (saysItself
        || e instanceof NoSpaceException
        || e instanceof BurstlogException
        || e instanceof ClosedChannelException) {
      return e;
    }
    String text = text(e);
    if (FULL.stream().anyMatch(text::contains)) {
      return full(e, file, needed);
    }
    for (Known known : Known.values()) {
      if (text.contains(known.text)) {
        return new StorageException(
            known.reason, file + ": " + known.text + "; " + known.remedy, e);
      }
    }
    if (isFull(e, file, needed)) {
      return full(e, file, needed);
    }
    return new StorageException(
        Reason.BROKEN,
        file + ": " + text + "; see whether the file system of the tier is well, or " + ANOTHER,
        e);
  }

  /** Without the file's name, which the messages of some exceptions begin with. */
  private static String text(IOException e) {
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return BurstlogException.messageOf(e);
  }

  private static boolean isFull(IOException e, Path file, long needed) {
    try {
      Path directory = file.toAbsolutePath().getParent();
      return directory != null && Files.getFileStore(directory).getUsableSpace() < needed;
    } catch (IOException unknown) {
      e.addSuppressed(unknown);
      return false;
    }
  }

  private static NoSpaceException full(IOException e, Path file, long needed) {
    return new NoSpaceException(
        file
            + ": no space left on the file system or in the quota for "
            + needed
            + " more bytes; free space"
            + " there, 'bb list' shows what old sessions hold",
        e);
  }
}
