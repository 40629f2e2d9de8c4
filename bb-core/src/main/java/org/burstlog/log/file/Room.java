package org.burstlog.log.file;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.option.LogFullException;
import org.burstlog.log.option.LogOptions;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.Storage;
import org.burstlog.wear.Wear;
import org.burstlog.wear.WearLimitException;

/** Finds the room for a put, or says why there is none. */
public final class Room {
  /** What the files of a log need to hold anything at all. */
  public static final long LEAST_CAPACITY = 1 << 16;

  /** The part of a limit that metadata may need, roughly. */
  private static final int METADATA = 8;

  /** What a log may write when it has asked. */
  private static final long GRANT = 1 << 16;

  private final SessionDirectory directory;
  private final String name;
  private final Path log;
  private final Appender appender;
  private final long capacity;

  /** What of the limit is not for data, since data may go elsewhere and its metadata may not. */
  private final long reserved;

  /** Growing by more than this at once, a look at the free space comes first. */
  private final long look;

  private final Wear wear;

  private final Lane metaLane;
  private final Lane dataLane;

  /** The lanes may become so long without asking. */
  private final long mostMeta;

  private final long mostData;

  /** Of the generation that was asked for last, so much may be written. */
  private long granted;

  private int generation;

  public Room(SessionDirectory directory, String name, Appender appender, LogOptions options) {
    this.directory = directory;
    this.name = name;
    this.log = directory.path().resolve(name);
    this.appender = appender;
    this.capacity = options.capacity();
    this.look = options.chunk();
    this.wear = directory.wear();
    this.metaLane = lane(appender, appender.header().blockSize());
    this.dataLane = lane(appender, appender.dataBlock());
    this.mostMeta = metaLane.length(wear.largestFile());
    this.mostData = dataLane.length(wear.largestFile());
    this.reserved = options.places().isEmpty() ? 0 : metadata(capacity);
  }

  /** How much of a limit is left to metadata, where data may go to other tiers. */
  public static long metadata(long capacity) {
    return Math.max(capacity / METADATA, LEAST_CAPACITY / 2);
  }

  /** How much of a limit a log may bring along, so that there is room for metadata to grow. */
  public static long broughtAlong(long capacity) {
    return capacity - capacity / METADATA;
  }

  /**
   * Makes sure that a put can be written.
   *
   * @throws LogFullException when it cannot; nothing has changed
   */
  public void reserve(long metaNeeded, long dataNeeded) throws IOException {
    long metaEnd = appender.metaEnd();
    long dataEnd = appender.dataEnd();
    // Without sums, which a length close to 2^63 would turn negative.
    long dataHere = appender.isAway() ? 0 : dataNeeded;
    long left = left();
    if (capacity > 0
        && (dataHere > left - metaNeeded
            || (dataHere > 0 && dataHere > left + metaEnd - reserved))) {
      throw overLimit(metaNeeded, dataNeeded);
    }
    if (dataNeeded > appender.dataLimit() - dataEnd) {
      throw notInOnePiece(metaNeeded + dataNeeded);
    }
    try {
      if (dataHere > look) {
        lookAtFreeSpace(dataNeeded);
      }
      askToWrite(metaNeeded, dataNeeded);
      appender.meta.reserve(metaEnd, metaEnd + metaNeeded);
      appender.data.reserve(dataEnd, dataEnd + dataNeeded);
    } catch (Budget.SpentException e) {
      throw appender.isAway() ? full(metaNeeded + dataNeeded) : overLimit(metaNeeded, dataNeeded);
    } catch (NoSpaceException e) {
      throw full(metaNeeded + dataNeeded, e);
    } catch (WearLimitException e) {
      if (e.diverts()) {
        throw new LogFullException(BurstlogException.messageOf(e), /* everTooLarge= */ false, e);
      }
      throw e;
    }
  }

  /** Asks for a part ahead, so that most puts do not. */
  private void askToWrite(long metaNeeded, long dataNeeded) throws IOException {
    if (generation != appender.generation()) {
      generation = appender.generation();
      // The headers of both files are written again.
      granted = -SlotDescriptor.BLOCK;
    }
    // What goes to other tiers is not written to this one.
    boolean away = appender.isAway();
    long data = away ? appender.homeEnd() : appender.filled() + dataNeeded;
    long to = appender.metaEnd() + metaNeeded + data;
    if (to > granted) {
      long ask = Math.max(to - granted, GRANT);
      wear.write(ask);
      granted += ask;
    }
    long dataEnd = appender.dataEnd() + dataNeeded;
    if (!away && dataEnd > mostData) {
      wear.exceed(directory.data(name), dataLane.inFile(dataEnd));
    }
    long metaEnd = appender.metaEnd() + metaNeeded;
    if (metaEnd > mostMeta) {
      wear.exceed(directory.meta(name), metaLane.inFile(metaEnd));
    }
  }

  private static Lane lane(Appender appender, long blockSize) {
    return appender.lanes() == 1
        ? Lane.SOLE
        : new Lane(appender.lane(), appender.lanes(), blockSize);
  }

  /** Spares writing gigabytes of zeros only to find that there are not enough. */
  private void lookAtFreeSpace(long dataNeeded) throws NoSpaceException {
    Storage storage = directory.storage();
    long grow = dataNeeded - (appender.data.allocated() - appender.dataEnd());
    long free;
    try {
      free = storage.usableSpace(directory.path());
    } catch (IOException e) {
      // Where it cannot be told, as in a root directory that is no mount point, allocating tells.
      return;
    }
    if (grow > free) {
      throw new NoSpaceException(
          log + ": " + grow + " more bytes needed, " + free + " free", /* cause= */ null);
    }
  }

  /** What the limit leaves, which is less where what is kept lies before the data. */
  private long left() {
    long taken =
        appender.dataLimit() == Long.MAX_VALUE
            ? appender.homeEnd()
            : SlotDescriptor.BLOCK + appender.filled();
    return capacity - appender.metaEnd() - taken;
  }

  private LogFullException notInOnePiece(long needed) {
    return new LogFullException(
        log
            + ": a put of "
            + needed
            + " bytes, metadata included, does not fit into what is left of the log, in one piece;"
            + " drain, or raise burstlog.log.capacity (BURSTLOG_LOG_CAPACITY)",
        /* everTooLarge= */ false,
        null);
  }

  /** Says that the limit is reached. */
  public LogFullException overLimit(long metaNeeded, long dataNeeded) {
    long needed = metaNeeded + dataNeeded;
    long left = left();
    return new LogFullException(
        log
            + ": a put of "
            + needed
            + " bytes, metadata included, does not fit into what is left of log.capacity: "
            + Math.max(0, left)
            + " of "
            + capacity
            + " bytes; drain, or raise burstlog.log.capacity (BURSTLOG_LOG_CAPACITY)",
        needed > capacity - 2L * SlotDescriptor.BLOCK,
        null);
  }

  private LogFullException full(long needed) {
    return new LogFullException(
        log
            + ": a put of "
            + needed
            + " bytes, metadata included, does not fit into what is left of the last of its tiers;"
            + " drain, or raise what burstlog.tier (BURSTLOG_TIER) allows",
        /* everTooLarge= */ false,
        null);
  }

  public LogFullException full(long needed, NoSpaceException cause) {
    Path path = directory.path();
    long free = -1;
    try {
      free = directory.storage().usableSpace(path);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
    long held = appender.meta.allocated() + appender.data.allocated();
    return new LogFullException(
        log
            + ": a put of "
            + needed
            + " bytes, metadata included, finds the tier full ("
            + (free < 0 ? "unknown" : free)
            + " bytes free, "
            + held
            + " held by this log); drain, or free space on the tier",
        free >= 0 && needed > free + held,
        cause);
  }
}
