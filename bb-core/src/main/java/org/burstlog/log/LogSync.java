package org.burstlog.log;

import java.io.IOException;
import org.burstlog.log.file.Appender;
import org.burstlog.log.file.Housekeeper;
import org.burstlog.log.file.Placement;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.SlotDescriptor;

/**
 * How far a log is durable, and what makes it so.
 *
 * <p>Whoever syncs holds a lock of its own, taken before the writer's and never inside it. Threads
 * that put go on meanwhile, and those that wait for it are often served by the sync they waited
 * for. What a sync has reached is read and changed under the writer's lock.
 */
final class LogSync {
  private final LogWriter writer;
  private final SessionDirectory directory;
  private final Appender appender;
  private final Housekeeper housekeeper;
  private final Object syncing = new Object();

  /** Held while the files are read for copies; taken after the one of syncs. */
  private final Object reading = new Object();

  private long meta;

  /** Of the data of this generation, how much. */
  private long data;

  /** The header of the data log is durable. */
  private boolean header;

  /** The names of the files are durable in their directory. */
  private boolean names;

  /** The files are closed. */
  private boolean ended;

  /**
   * Begins with a new log.
   *
   * @param writer whose lock guards the appender
   * @param directory where the files are
   * @param appender what is synced
   * @param housekeeper told when a sync fails
   * @param headerIsDurable whether what stands in the files was synced when they were opened
   */
  LogSync(
      LogWriter writer,
      SessionDirectory directory,
      Appender appender,
      Housekeeper housekeeper,
      boolean headerIsDurable) {
    this.writer = writer;
    this.directory = directory;
    this.appender = appender;
    this.housekeeper = housekeeper;
    this.names = headerIsDurable;
    this.header = headerIsDurable;
    if (headerIsDurable) {
      meta = appender.metaEnd();
    }
  }

  /** How many bytes are not durable; for who holds the writer's lock. */
  long behind() {
    return appender.metaEnd() - meta + appender.filled() - data;
  }

  /** Returns when all that was put before is durable. */
  void everything() throws IOException {
    int generation;
    long to;
    synchronized (writer) {
      generation = appender.generation();
      to = appender.metaEnd();
    }
    upTo(generation, to);
  }

  /** Returns when everything of an generation up to a position of the metadata log is durable. */
  void upTo(int generation, long to) throws IOException {
    synchronized (syncing) {
      long metaFrom;
      long dataFrom;
      long metaEnd;
      long dataEnd;
      Placement placement;
      long sequence;
      synchronized (writer) {
        if (generation != appender.generation() || meta >= to) {
          return;
        }
        if (ended) {
          throw writer.closedAlready();
        }
        writer.checkNoFailure();
        orFail(appender::tellPuts);
        metaFrom = meta;
        dataFrom = data;
        metaEnd = appender.metaEnd();
        dataEnd = appender.filled();
        placement = appender.placement();
        sequence = appender.sequence();
      }
      orFail(
          () -> {
            forceHeader();
            placement.sync(appender.data, dataFrom, dataEnd);
            // With the zero that ends the log, lest an older generation's entry stands there after
            // a crash.
            appender.meta.sync(metaFrom, metaEnd + Long.BYTES);
          });
      synchronized (writer) {
        meta = metaEnd;
        data = dataEnd;
        orFail(() -> appender.durableBefore(sequence));
      }
    }
  }

  private void orFail(Housekeeper.Task task) throws IOException {
    try {
      task.run();
    } catch (IOException e) {
      housekeeper.fail(e);
      throw e;
    }
  }

  private void forceHeader() throws IOException {
    if (!names) {
      directory.sync();
      names = true;
    }
    if (!header) {
      appender.data.sync(0, SlotDescriptor.BLOCK);
      header = true;
    }
  }

  /** Does something while nobody syncs, reads for copies, or puts. */
  void whileNobodySyncs(Housekeeper.Task task) throws IOException {
    synchronized (syncing) {
      synchronized (reading) {
        synchronized (writer) {
          task.run();
        }
      }
    }
  }

  /** What is held while the files are read by others than the writer. */
  Object reading() {
    return reading;
  }

  /** The appender was reset; for who holds both locks. */
  void startOver() {
    meta = appender.metaEnd();
    data = 0;
  }

  /** No sync comes behind this; for who holds both locks. */
  void end() {
    ended = true;
  }
}
