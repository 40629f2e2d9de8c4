package org.burstlog.log;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executor;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;

/**
 * How the two files of a log are named, made, and opened in the way that suits their file system.
 */
final class LogFiles {
  static final String META_SUFFIX = ".meta";
  static final String DATA_SUFFIX = ".data";

  private static final int FIRST_META = 1 << 18;
  private static final int FIRST_DATA = 1 << 20;

  /** The metadata log takes a small part of what its data takes. */
  private static final int META_SHARE = 8;

  private static final long LARGEST_SEGMENT = 1 << 30;
  private static final int PAGE = 4096;

  /**
   * File systems of the local machine that write a page back to the block it was allocated, so that
   * a store to a mapping cannot run out of space. Those that copy on write are not among them.
   */
  private static final Set<String> OVERWRITE_IN_PLACE =
      Set.of("ext2", "ext3", "ext4", "xfs", "tmpfs", "ramfs", "overlay", "jfs", "ext2/ext3");

  private LogFiles() {}

  /** Names the log of one process. */
  static String ofProcess(int rank) {
    return String.format(Locale.ROOT, "r%05d", rank);
  }

  /** Names the log that the processes of a node share. */
  static String ofNode(int node) {
    return String.format(Locale.ROOT, "n%04d", node);
  }

  static boolean mapped(Storage storage, Path directory, LogOptions options) throws IOException {
    return switch (options.access()) {
      case MAPPED -> true;
      case WRITTEN -> false;
      case AUTO ->
          OVERWRITE_IN_PLACE.contains(storage.fileSystemType(directory).toLowerCase(Locale.ROOT));
    };
  }

  static long dataBlock(LogOptions options) {
    return Math.max(roundUp(options.block()), 2L * SlotDescriptor.BLOCK);
  }

  static long metaBlock(LogOptions options) {
    return Math.max(roundUp(options.block() / META_SHARE), 2L * SlotDescriptor.BLOCK);
  }

  static LogFile meta(
      StorageFile file, Lane lane, boolean mapped, LogOptions options, Executor ahead) {
    int largest = largest(options.chunk() / META_SHARE);
    return mapped
        ? new MappedLogFile(file, lane, Math.min(FIRST_META, largest), largest, ahead)
        : new WrittenLogFile(file, lane);
  }

  static LogFile data(
      StorageFile file, Lane lane, boolean mapped, LogOptions options, Executor ahead) {
    int largest = largest(options.chunk());
    return mapped
        ? new MappedLogFile(file, lane, Math.min(FIRST_DATA, largest), largest, ahead)
        : new WrittenLogFile(file, lane);
  }

  private static int largest(long chunk) {
    return (int) Math.min(Math.max(roundUp(chunk), 2L * SlotDescriptor.BLOCK), LARGEST_SEGMENT);
  }

  private static long roundUp(long size) {
    return (size + PAGE - 1) & -PAGE;
  }

  /** Makes the two files of a log. On failure neither is left. */
  static void create(SessionDirectory directory, String log) throws IOException {
    Storage storage = directory.storage();
    try {
      storage.create(directory.meta(log)).close();
      storage.create(directory.data(log)).close();
    } catch (FileSystemException | NoSpaceException e) {
      deleteQuietly(directory, log, e);
      throw SessionDirectory.unusable(directory.path(), e);
    } catch (IOException e) {
      deleteQuietly(directory, log, e);
      throw e;
    }
  }

  static void deleteQuietly(SessionDirectory directory, String log, Exception cause) {
    try {
      delete(directory, log);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  static void delete(SessionDirectory directory, String log) throws IOException {
    directory.storage().delete(directory.meta(log));
    directory.storage().delete(directory.data(log));
  }
}
