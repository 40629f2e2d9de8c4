package org.burstlog.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * Appends the records of one process to its log.
 *
 * <p>Several threads may put; each put is whole, and the log's order is the order in which they
 * entered. Arguments are taken to be right: the front has checked them. When a background sync
 * fails, what was acknowledged may be gone with the machine, so the log then refuses every further
 * put with that first cause.
 */
public final class LogWriter implements Closeable {
  private final SessionDirectory directory;
  private final String name;
  private final LogOptions options;
  private final Housekeeper housekeeper;
  private final LogFile meta;
  private final LogFile data;

  private final ByteBuffer scratch =
      ByteBuffer.allocateDirect(EntryDescriptor.MAX_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
  private final ByteBuffer checked = scratch.duplicate();
  private final CRC32C entryCrc = new CRC32C();
  private final CRC32C dataCrc = new CRC32C();

  private final List<Array> arrays = new ArrayList<>();
  private final RecordIndex index = new RecordIndex();

  private LogHeader header;

  /** By array: the epoch in which its definition was last written. */
  private int[] definedIn = new int[16];

  private long metaEnd = SlotDescriptor.BLOCK;
  private long dataEnd = SlotDescriptor.BLOCK;
  private long metaSynced;
  private long dataSynced;
  private long sequence;
  private boolean closed;

  private LogWriter(
      SessionDirectory directory,
      String name,
      LogHeader header,
      LogOptions options,
      Housekeeper housekeeper,
      LogFile meta,
      LogFile data) {
    this.directory = directory;
    this.name = name;
    this.header = header;
    this.options = options;
    this.housekeeper = housekeeper;
    this.meta = meta;
    this.data = data;
  }

  /**
   * Makes the pair of files of a log. For a log that several processes share, one of them does.
   *
   * @param directory the session's directory
   * @param name what the files are called, see {@link #nameOfProcess} and {@link #nameOfNode}
   * @throws BurstlogException when they cannot be made, saying what to do; neither is left
   * @throws IOException when they cannot be made for another reason
   */
  public static void create(SessionDirectory directory, String name) throws IOException {
    LogFiles.create(directory, name);
  }

  /**
   * Opens this process's lane of a pair of files that was made, and writes its header.
   *
   * @param directory the session's directory
   * @param name what the files are called
   * @param header what the log says of itself; its epoch and block size are set here
   * @param options how it is written
   * @return the writer
   * @throws BurstlogException when the tier cannot take it, saying what to do
   * @throws IOException when the files cannot be opened
   */
  public static LogWriter open(
      SessionDirectory directory, String name, LogHeader header, LogOptions options)
      throws IOException {
    Storage storage = directory.storage();
    boolean mapped = LogFiles.mapped(storage, directory.path(), options);
    Housekeeper housekeeper = new Housekeeper(name);
    LogFile meta = null;
    LogFile data = null;
    try {
      LogHeader metaHeader = header.withEpoch(1).withBlockSize(LogFiles.metaBlock(options));
      LogHeader dataHeader = header.withEpoch(1).withBlockSize(LogFiles.dataBlock(options));
      meta =
          LogFiles.meta(
              storage.open(directory.meta(name), true),
              lane(metaHeader),
              mapped,
              options,
              housekeeper);
      data =
          LogFiles.data(
              storage.open(directory.data(name), true),
              lane(dataHeader),
              mapped,
              options,
              housekeeper);
      LogWriter writer =
          new LogWriter(directory, name, metaHeader, options, housekeeper, meta, data);
      writer.begin(dataHeader);
      return writer;
    } catch (NoSpaceException e) {
      closeQuietly(e, meta, data, housekeeper);
      throw SessionDirectory.unusable(directory.path(), e);
    } catch (IOException | RuntimeException e) {
      closeQuietly(e, meta, data, housekeeper);
      throw e;
    }
  }

  private static Lane lane(LogHeader header) {
    return new Lane(header.lane(), header.lanes(), header.blockSize());
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

  private void begin(LogHeader dataHeader) throws IOException {
    meta.reserve(SlotDescriptor.BLOCK + Long.BYTES);
    data.reserve(SlotDescriptor.BLOCK);
    // Both slots: the block then has no bytes that nobody wrote, and a reader finds one whichever
    // epoch it is.
    writeSlot(data, SlotDescriptor.DATA, dataHeader.withEpoch(0));
    writeSlot(data, SlotDescriptor.DATA, dataHeader);
    writeSlot(meta, SlotDescriptor.META, header.withEpoch(0));
    endLogAt(SlotDescriptor.BLOCK);
    writeSlot(meta, SlotDescriptor.META, header);
    if (options.durability() != Durability.PROCESS) {
      data.sync(0, SlotDescriptor.BLOCK);
      meta.sync(0, SlotDescriptor.BLOCK + Long.BYTES);
      directory.sync();
    }
    metaSynced = SlotDescriptor.BLOCK;
    dataSynced = SlotDescriptor.BLOCK;
    if (options.durability() == Durability.BATCH) {
      housekeeper.every(options.batchInterval(), this::syncBatch);
    }
  }

  private void writeSlot(LogFile file, byte kind, LogHeader slotHeader) throws IOException {
    SlotDescriptor.encode(scratch.clear(), kind, slotHeader);
    file.write((slotHeader.epoch() & 1L) * SlotDescriptor.SLOT, scratch.limit(SlotDescriptor.SLOT));
    scratch.clear();
  }

  private void endLogAt(long position) throws IOException {
    scratch.clear().putLong(0, 0);
    meta.write(position, scratch.limit(Long.BYTES));
    scratch.clear();
  }

  /**
   * Makes an array known. It is written into the log before the first put that uses it.
   *
   * @param array the array
   * @return its number, for {@link #put}
   */
  public synchronized int define(Array array) {
    int number = arrays.size();
    arrays.add(array);
    if (number == definedIn.length) {
      definedIn = Arrays.copyOf(definedIn, number * 2);
    }
    return number;
  }

  /**
   * Appends a record. When this returns, the record is kept as the durability says; when it throws,
   * the log is as before.
   *
   * @param array number of the array
   * @param region where in the array
   * @param source a primitive array, or a byte buffer in machine byte order of which absolute
   *     positions count
   * @param offset bytes into the source
   * @param length bytes of the region
   * @throws LogFullException when there is no space
   * @throws IOException when the log cannot be written
   */
  public synchronized void put(int array, Region region, Object source, long offset, long length)
      throws IOException {
    checkUsable();
    long alignedLength = length + 7 & -8L;
    int entryLength = PutDescriptor.length(region.rank());
    boolean define = definedIn[array] != header.epoch();
    long metaNeeded = (long) entryLength + Long.BYTES;
    if (define) {
      metaNeeded += ArrayDescriptor.length(arrays.get(array));
    }
    reserve(metaNeeded, alignedLength);
    dataCrc.reset();
    try {
      if (define) {
        writeDefinition(array);
      }
      data.copy(dataEnd, source, offset, length, dataCrc);
      EntryDescriptor.encode(scratch, header, sequence, EntryDescriptor.PUT);
      PutDescriptor.encode(scratch, array, region, dataEnd, length, (int) dataCrc.getValue());
      commit(entryLength);
    } catch (NoSpaceException e) {
      throw full(metaNeeded + alignedLength, e);
    }
    index.add(array, region, dataEnd);
    dataEnd += alignedLength;
    syncAsAsked();
  }

  private void writeDefinition(int array) throws IOException {
    EntryDescriptor.encode(scratch, header, sequence, EntryDescriptor.ARRAY);
    commit(ArrayDescriptor.encode(scratch, array, arrays.get(array)));
    definedIn[array] = header.epoch();
  }

  private void commit(int length) throws IOException {
    entryCrc.reset();
    entryCrc.update(checked.limit(length).position(EntryDescriptor.SESSION_AT));
    scratch.putLong(
        EntryDescriptor.COMMIT_AT, EntryDescriptor.commitWord(length, (int) entryCrc.getValue()));
    meta.commit(metaEnd, scratch.limit(length));
    scratch.clear();
    metaEnd += length;
    sequence++;
  }

  private void reserve(long metaNeeded, long dataNeeded) throws IOException {
    long limit = options.capacity();
    if (limit > 0 && metaEnd + metaNeeded + dataEnd + dataNeeded > limit) {
      throw overLimit(metaNeeded + dataNeeded, limit);
    }
    try {
      meta.reserve(metaEnd + metaNeeded);
      data.reserve(dataEnd + dataNeeded);
    } catch (NoSpaceException e) {
      throw full(metaNeeded + dataNeeded, e);
    }
  }

  private LogFullException overLimit(long needed, long limit) {
    long room = limit - 2L * SlotDescriptor.BLOCK;
    return new LogFullException(
        directory.path().resolve(name)
            + ": a put of "
            + needed
            + " bytes, metadata included, does not fit into what is left of log.capacity: "
            + Math.max(0, limit - metaEnd - dataEnd)
            + " of "
            + limit
            + " bytes; drain, or raise burstlog.log.capacity (BURSTLOG_LOG_CAPACITY)",
        needed > room,
        null);
  }

  private LogFullException full(long needed, NoSpaceException cause) {
    Path path = directory.path();
    long free = -1;
    try {
      free = directory.storage().usableSpace(path);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
    long held = metaEnd + dataEnd;
    return new LogFullException(
        path.resolve(name)
            + ": a put of "
            + needed
            + " bytes, metadata included, finds the tier full ("
            + free
            + " bytes free, "
            + held
            + " held by this log); drain, or free space on the tier",
        free >= 0 && needed > free + held,
        cause);
  }

  private void syncAsAsked() throws IOException {
    switch (options.durability()) {
      case PROCESS -> {}
      case POWER -> syncAll();
      case BATCH -> {
        if (metaEnd - metaSynced + dataEnd - dataSynced >= options.batchBytes()) {
          syncAll();
        }
      }
    }
  }

  private synchronized void syncBatch() throws IOException {
    if (!closed) {
      syncAll();
    }
  }

  private void syncAll() throws IOException {
    if (metaSynced == metaEnd) {
      return;
    }
    try {
      data.sync(dataSynced, dataEnd);
      // With the zero that ends the log, lest an older epoch's entry stands there after a crash.
      meta.sync(metaSynced, metaEnd + Long.BYTES);
    } catch (IOException e) {
      // The kernel may have dropped the pages it could not write; a second sync would not say so.
      housekeeper.fail(e);
      throw e;
    }
    dataSynced = dataEnd;
    metaSynced = metaEnd;
  }

  private void checkUsable() throws IOException {
    if (closed) {
      throw new BurstlogException(directory.path().resolve(name) + ": the log is closed");
    }
    IOException failure = housekeeper.failure();
    if (failure != null) {
      throw new BurstlogException(
          directory.path().resolve(name)
              + ": an earlier sync of the log failed ("
              + failure.getMessage()
              + "); what was put since may not survive the machine, so drain or discard",
          failure);
    }
  }

  /**
   * Makes everything put so far durable, whatever the durability.
   *
   * @throws IOException when that failed
   */
  public synchronized void sync() throws IOException {
    checkUsable();
    syncAll();
  }

  /**
   * Begins a new epoch: the records so far are forgotten and their space is used again. Only for
   * when their data is proven in the target.
   *
   * @throws IOException when the new epoch cannot be written; then no put is taken until another
   *     reset succeeds
   */
  public synchronized void reset() throws IOException {
    LogHeader next = header.withEpoch(header.epoch() + 1);
    try {
      endLogAt(SlotDescriptor.BLOCK);
      writeSlot(meta, SlotDescriptor.META, next);
      // Whatever the durability: an old epoch found again after a power loss would be replayed over
      // what was written to the target since.
      meta.sync(0, SlotDescriptor.BLOCK + Long.BYTES);
    } catch (IOException e) {
      housekeeper.fail(e);
      throw e;
    }
    header = next;
    metaEnd = SlotDescriptor.BLOCK;
    dataEnd = SlotDescriptor.BLOCK;
    metaSynced = metaEnd;
    dataSynced = dataEnd;
    index.clear();
    housekeeper.forgetFailure();
  }

  /**
   * Returns the index of pending records. Not to be used while others put.
   *
   * @return the index
   */
  public RecordIndex index() {
    return index;
  }

  /**
   * Returns the arrays by number.
   *
   * @return a copy of the list of arrays
   */
  public synchronized List<Array> arrays() {
    return List.copyOf(arrays);
  }

  /**
   * Opens a view of the data.
   *
   * @return the view, good until this log is closed
   */
  public DataView view() {
    return data.view();
  }

  /**
   * Returns how much data is pending.
   *
   * @return bytes put in this epoch, alignment included
   */
  public synchronized long pendingBytes() {
    return dataEnd - SlotDescriptor.BLOCK;
  }

  /**
   * Returns the space taken.
   *
   * @return bytes of the tier behind both files of this process
   */
  public long allocated() {
    return meta.allocated() + data.allocated();
  }

  /**
   * Names the log of one process.
   *
   * @param rank its rank
   * @return the name of its files, without what tells metadata from data
   */
  public static String nameOfProcess(int rank) {
    return LogFiles.ofProcess(rank);
  }

  /**
   * Names the log that the processes of a node share.
   *
   * @param node number of the node
   * @return the name of its files, without what tells metadata from data
   */
  public static String nameOfNode(int node) {
    return LogFiles.ofNode(node);
  }

  /**
   * Deletes the pair of files. Only for when nothing in it is needed any more and nobody has it
   * open.
   *
   * @param directory the session's directory
   * @param name what the files are called
   * @throws IOException when they cannot be deleted
   */
  public static void delete(SessionDirectory directory, String name) throws IOException {
    LogFiles.delete(directory, name);
  }

  /** Closes the files and keeps them. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    housekeeper.close();
    try (LogFile closesSecond = data;
        LogFile closesFirst = meta) {
      assert closesSecond != closesFirst;
    }
  }
}
