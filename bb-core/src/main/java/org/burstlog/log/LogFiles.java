package org.burstlog.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executor;
import org.burstlog.BurstlogException;
import org.burstlog.log.file.Appender;
import org.burstlog.log.file.Budget;
import org.burstlog.log.file.Housekeeper;
import org.burstlog.log.file.LogFile;
import org.burstlog.log.file.MappedLogFile;
import org.burstlog.log.file.Room;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.file.SpillingLogFile;
import org.burstlog.log.file.Spills;
import org.burstlog.log.file.WarmFile;
import org.burstlog.log.file.WrittenLogFile;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareLog;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.burstlog.wear.Wear;
import org.jspecify.annotations.Nullable;

/**
 * How the two files of a log are named, made, and opened in the way that suits their file system.
 */
public final class LogFiles {

  private static final int FIRST_META = 1 << 18;
  private static final int FIRST_DATA = 1 << 20;

  /** The metadata log takes a small part of what its data takes. */
  private static final int META_SHARE = 8;

  private static final long LARGEST_SEGMENT = 1 << 30;
  private static final int PAGE = 4096;

  private static final int FIRST_GENERATION = 1;

  /** Of a log. */
  private static final int FILES = 2;

  /**
   * File systems of the local machine that write a page back to the block it was allocated, so that
   * a store to a mapping cannot run out of space. Those that copy on write are not among them.
   */
  private static final Set<String> OVERWRITE_IN_PLACE =
      Set.of("ext2", "ext3", "ext4", "xfs", "tmpfs", "ramfs", "overlay", "jfs", "ext2/ext3");

  private LogFiles() {}

  private static boolean mapped(
      Storage storage, Path directory, LogOptions options, LogHeader header) {
    return switch (options.access()) {
      case MAPPED -> true;
      case WRITTEN -> false;
      case AUTO ->
          (header.lanes() == 1 || fitsMapping(options)) && overwritesInPlace(storage, directory);
    };
  }

  private static boolean overwritesInPlace(Storage storage, Path directory) {
    try {
      String type = storage.fileSystemType(directory).toLowerCase(Locale.ROOT);
      return OVERWRITE_IN_PLACE.contains(type);
    } catch (IOException e) {
      // Not to be told, as in a root directory that is no mount point: the way that is always safe.
      return false;
    }
  }

  private static long dataBlock(LogOptions options) {
    return block(options, 1);
  }

  private static long metaBlock(LogOptions options) {
    return block(options, META_SHARE);
  }

  private static long block(LogOptions options, int share) {
    int unit = fitsMapping(options) ? MappedLogFile.LARGEST_PIECE : PAGE;
    return Math.max(roundUp(options.block() / share, unit), 2L * SlotDescriptor.BLOCK);
  }

  private static boolean fitsMapping(LogOptions options) {
    return options.block() >= MappedLogFile.LARGEST_PIECE;
  }

  /**
   * Opens a lane of a pair of files and writes its headers. On failure the files and the
   * housekeeper are closed.
   */
  static Appender open(
      SessionDirectory directory,
      String log,
      LogHeader header,
      LogOptions options,
      Housekeeper housekeeper)
      throws IOException {
    Storage storage = directory.storage();
    boolean mapped = mapped(storage, directory.path(), options, header);
    checkCapacity(options, header, mapped);
    StorageFile meta = null;
    StorageFile data = null;
    try {
      meta = storage.open(directory.meta(log), true);
      data = storage.open(directory.data(log), true);
    } catch (IOException | RuntimeException e) {
      closeQuietly(e, housekeeper, meta, data);
      throw e;
    }
    Pair files = new Pair(new WarmFile(meta), new WarmFile(data), FIRST_GENERATION, mapped);
    return begin(directory, log, files, header, options, housekeeper);
  }

  /**
   * Files that a log is to be written to.
   *
   * @param generation the generation it begins with
   */
  private record Pair(WarmFile meta, WarmFile data, int generation, boolean mapped) {}

  /**
   * Begins a log in files that another one has left, and that lie where its own would. On failure
   * the files and the housekeeper are closed.
   */
  static Appender reopen(
      SessionDirectory directory,
      SpareLog spare,
      LogHeader header,
      LogOptions options,
      Housekeeper housekeeper)
      throws IOException {
    Pair files = new Pair(spare.meta(), spare.data(), spare.generation(), true);
    return begin(directory, spare.name(), files, header, options, housekeeper);
  }

  /**
   * Tells whether logs may be kept for a session to come, and used again by it.
   *
   * @param options how they are written
   * @return true when they may, if they are mapped
   */
  public static boolean usesSpares(LogOptions options) {
    return options.spare() > 0 && options.access() != LogOptions.Access.WRITTEN;
  }

  /**
   * Cuts the files of a log that is closed, where they are longer.
   *
   * @throws IOException when they cannot be cut
   */
  static void trim(SessionDirectory directory, String log, long metaEnd, long dataEnd)
      throws IOException {
    Storage storage = directory.storage();
    try (StorageFile meta = storage.open(directory.meta(log), true);
        StorageFile data = storage.open(directory.data(log), true)) {
      meta.truncate(Math.min(meta.size(), metaEnd));
      data.truncate(Math.min(data.size(), dataEnd));
    }
  }

  /**
   * Says that a log, which is empty, belongs to nobody, and makes a spare log of it; null, and
   * nothing else has changed for the one that closes it, when its files do not serve another one.
   */
  static @Nullable SpareLog spare(String log, LogOptions options, Appender appender) {
    try {
      int generation = appender.retire();
      if (options.spare() > 0
          && appender.meta instanceof MappedLogFile meta
          && SpillingLogFile.home(appender.data) instanceof MappedLogFile data) {
        // The data first: only there can be something that is not mapped yet, which may fail.
        WarmFile warmData = data.release();
        return new SpareLog(log, meta.release(), warmData, generation);
      }
      return null;
    } catch (IOException e) {
      return null;
    }
  }

  private static Appender begin(
      SessionDirectory directory,
      String log,
      Pair files,
      LogHeader header,
      LogOptions options,
      Housekeeper housekeeper)
      throws IOException {
    int generation = files.generation;
    LogHeader metaHeader = header.withGeneration(generation).withBlockSize(metaBlock(options));
    LogHeader dataHeader = header.withGeneration(generation).withBlockSize(dataBlock(options));
    Budget ofMeta = new Budget(options.capacity(), directory.wear());
    Budget ofData = ofMeta;
    if (options.capacity() > 0 && !options.places().isEmpty()) {
      // Metadata of what goes elsewhere needs room, too.
      long least = files.mapped ? MappedLogFile.least(lane(metaHeader)) : 0;
      long metadata = Math.max(Room.metadata(options.capacity()), least);
      ofMeta = new Budget(metadata, directory.wear());
      ofData = new Budget(options.capacity() - metadata, directory.wear());
    }
    ofMeta.takeOver(files.meta.bytes());
    ofData.takeOver(files.data.bytes());
    LogFile meta = meta(files, lane(metaHeader), options, ofMeta, housekeeper);
    LogFile own = data(files, lane(dataHeader), options, ofData, housekeeper, true);
    LogFile data = own;
    if (!options.places().isEmpty()) {
      data = new SpillingLogFile(own, spills(directory, log, header, options, housekeeper));
    }
    try {
      boolean synced = options.durability().syncs();
      if (synced && generation == FIRST_GENERATION) {
        // First the names: one file that says that its process has opened it, and is alone, looks
        // as if the other were lost. Those of a spare log are durable.
        directory.sync();
      }
      Appender appender = new Appender(metaHeader, meta, data, synced);
      appender.begin(dataHeader);
      return appender;
    } catch (NoSpaceException e) {
      closeQuietly(e, housekeeper, meta, data);
      throw directory.unusable(e);
    } catch (Budget.SpentException e) {
      closeQuietly(e, housekeeper, meta, data);
      BurstlogException small =
          tooSmall(options, header, least(options, header.lanes(), files.mapped));
      small.initCause(e);
      throw small;
    } catch (IOException | RuntimeException e) {
      closeQuietly(e, housekeeper, meta, data);
      throw e;
    }
  }

  /**
   * Tells how little of the tier a log can be made of.
   *
   * @param options how it is written
   * @param processes how many share it
   * @return bytes that each of them takes; where the tier decides how it is written, those of the
   *     way that takes more
   */
  public static long least(LogOptions options, int processes) {
    boolean mapped =
        switch (options.access()) {
          case MAPPED -> true;
          case WRITTEN -> false;
          case AUTO -> fitsMapping(options);
        };
    return least(options, processes, mapped);
  }

  private static long least(LogOptions options, int processes, boolean mapped) {
    if (processes == 1 || !mapped) {
      return Room.LEAST_CAPACITY;
    }
    long meta = MappedLogFile.least(new Lane(0, processes, metaBlock(options)));
    long data = MappedLogFile.least(new Lane(0, processes, dataBlock(options)));
    return Math.max(Room.LEAST_CAPACITY, meta + data);
  }

  private static void checkCapacity(LogOptions options, LogHeader header, boolean mapped)
      throws BurstlogException {
    long least = least(options, header.lanes(), mapped);
    if (options.capacity() > 0 && options.capacity() < least) {
      throw tooSmall(options, header, least);
    }
  }

  private static BurstlogException tooSmall(LogOptions options, LogHeader header, long least) {
    return new BurstlogException(
        "log.capacity is "
            + options.capacity()
            + " bytes, which hold no log: "
            + least
            + " are the least"
            + (least > Room.LEAST_CAPACITY
                ? " of each of "
                    + header.lanes()
                    + " processes that share one whose blocks have "
                    + dataBlock(options)
                    + " bytes"
                : "")
            + "; raise burstlog.log.capacity (BURSTLOG_LOG_CAPACITY)");
  }

  /** Where data of a lane goes that does not stay with the log. */
  private static Spills spills(
      SessionDirectory directory,
      String log,
      LogHeader header,
      LogOptions options,
      Executor ahead) {
    boolean synced = options.durability().syncs();
    return new Spills(
        directory,
        log,
        header.lane(),
        options.places(),
        synced,
        (file, tier, limit) -> {
          boolean mapped =
              options.access() == LogOptions.Access.MAPPED
                  || (options.access() == LogOptions.Access.AUTO
                      && overwritesInPlace(directory.storage(), tier));
          Pair only = new Pair(new WarmFile(file), new WarmFile(file), FIRST_GENERATION, mapped);
          // Limits of wear go for the tier that logs begin in.
          Budget budget = new Budget(limit, Wear.UNLIMITED);
          return data(only, Lane.SOLE, options, budget, ahead, true);
        });
  }

  private static Lane lane(LogHeader header) {
    return header.lanes() == 1
        ? Lane.SOLE
        : new Lane(header.lane(), header.lanes(), header.blockSize());
  }

  private static void closeQuietly(Exception cause, @Nullable Closeable... all) {
    for (Closeable one : all) {
      if (one != null) {
        try {
          one.close();
        } catch (IOException e) {
          cause.addSuppressed(e);
        }
      }
    }
  }

  private static LogFile meta(
      Pair files, Lane lane, LogOptions options, Budget budget, Executor ahead) {
    int largest = largest(options.chunk() / META_SHARE);
    int first = Math.min(FIRST_META, largest);
    return files.mapped
        ? new MappedLogFile(files.meta, lane, first, largest, budget, ahead, false)
        : new WrittenLogFile(files.meta.file(), lane);
  }

  private static LogFile data(
      Pair files,
      Lane lane,
      LogOptions options,
      Budget budget,
      Executor ahead,
      boolean writesLarge) {
    int largest = largest(options.chunk());
    int first = Math.min(FIRST_DATA, largest);
    return files.mapped
        ? new MappedLogFile(files.data, lane, first, largest, budget, ahead, writesLarge)
        : new WrittenLogFile(files.data.file(), lane);
  }

  private static int largest(long chunk) {
    return (int)
        Math.min(Math.max(roundUp(chunk, PAGE), 2L * SlotDescriptor.BLOCK), LARGEST_SEGMENT);
  }

  private static long roundUp(long size, int unit) {
    return (size + unit - 1) / unit * unit;
  }

  /** Opens the copy of a lane, and makes its files where they are missing; begins it anew. */
  static Appender copy(
      SessionDirectory directory, String log, LogHeader header, long dataBlock, LogOptions options)
      throws IOException {
    LogHeader dataHeader = header.withBlockSize(dataBlock);
    LogOptions itsBlocks = options.withSizes(options.chunk(), dataBlock);
    boolean mapped = mapped(directory.storage(), directory.path(), itsBlocks, header);
    StorageFile meta = openOrCreate(directory.storage(), directory.meta(log));
    StorageFile data = null;
    LogFile metaFile = null;
    LogFile dataFile = null;
    try {
      data = openOrCreate(directory.storage(), directory.data(log));
      Budget budget = new Budget(0, directory.wear());
      Pair files = new Pair(new WarmFile(meta), new WarmFile(data), header.generation(), mapped);
      // Whoever copies has nothing better to do than to prepare space.
      metaFile = meta(files, lane(header), options, budget, Runnable::run);
      dataFile = data(files, lane(dataHeader), options, budget, Runnable::run, false);
      Appender appender = new Appender(header, metaFile, dataFile, false);
      appender.begin(dataHeader);
      return appender;
    } catch (IOException | RuntimeException e) {
      if (metaFile == null || dataFile == null) {
        closeQuietly(e, meta, data);
      } else {
        closeQuietly(e, metaFile, dataFile);
      }
      throw e;
    }
  }

  private static StorageFile openOrCreate(Storage storage, Path file) throws IOException {
    try {
      return storage.create(file);
    } catch (FileAlreadyExistsException e) {
      return storage.open(file, true);
    }
  }

  /** Makes the two files of a log. On failure neither is left. */
  static void create(SessionDirectory directory, String log) throws IOException {
    Storage storage = directory.storage();
    directory.wear().make(FILES);
    try {
      storage.create(directory.meta(log)).close();
      storage.create(directory.data(log)).close();
    } catch (FileSystemException | NoSpaceException e) {
      deleteQuietly(directory, log, e);
      throw directory.unusable(e);
    } catch (IOException e) {
      deleteQuietly(directory, log, e);
      throw e;
    }
  }

  private static void deleteQuietly(SessionDirectory directory, String log, Exception cause) {
    try {
      delete(directory, log);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  static void delete(SessionDirectory directory, String log) throws IOException {
    // The metadata last: it says that nothing is in the log, which data alone could not.
    directory.storage().delete(directory.data(log));
    directory.storage().delete(directory.meta(log));
  }
}
