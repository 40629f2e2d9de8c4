package org.burstlog.log;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.log.file.Appender;
import org.burstlog.log.file.Budget;
import org.burstlog.log.file.DataView;
import org.burstlog.log.file.Housekeeper;
import org.burstlog.log.file.Room;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.ArrayDescriptor;
import org.burstlog.log.format.EpochId;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.format.PutDescriptor;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogFullException;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareLog;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.storage.NoSpaceException;
import org.jspecify.annotations.Nullable;

/**
 * Appends the records of one process to its log.
 *
 * <p>Several threads may put; each put is whole, and the log's order is the order in which they
 * entered. Arguments are taken to be right: the front has checked them. When a sync fails, what was
 * acknowledged may be gone with the machine, so the log then refuses every further put with that
 * first cause, until a {@link #reset}.
 */
public final class LogWriter implements Closeable {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.log");

  private final SessionDirectory directory;
  private final String name;
  private final LogOptions options;
  private final Housekeeper housekeeper;
  private final Appender appender;
  private final Room room;

  /** What is given up when this finds no space. */
  private final SpareSessions spares;

  private final DefinedArrays arrays;
  private final RecordIndex index = new RecordIndex();

  /** By array: the generation in which its definition was last written. */
  private int[] definedIn = new int[16];

  /** How far the log is durable. */
  private final LogSync synced;

  /** No more puts are taken. */
  private boolean closed;

  /** What is kept of epochs that are drained; null when nothing is to be. */
  private @Nullable KeptEpochs keeping;

  /** Data that reaches beyond this comes upon something that is kept. */
  private long keptAt = Long.MAX_VALUE;

  /** The most data that an epoch had. */
  private long largest;

  /** How far the data log reached when there was no space for more. */
  private long reach = Long.MAX_VALUE;

  /** The last drain of all processes before this generation began. */
  private long began;

  /** Who makes copies of the records; null where nobody does. */
  private volatile @Nullable Copying copying;

  /** Makes copies of the records of a log. */
  @FunctionalInterface
  public interface Copying {
    /**
     * Returns when the copies have all that was put so far, as far as they can.
     *
     * @param generation the generation of what was put
     * @param to where its entries end
     */
    void await(int generation, long to);
  }

  private LogWriter(
      SessionDirectory directory,
      String name,
      LogOptions options,
      Housekeeper housekeeper,
      Appender appender,
      DefinedArrays arrays,
      SpareSessions spares) {
    this.spares = spares;
    this.arrays = arrays;
    this.directory = directory;
    this.name = name;
    this.options = options;
    this.housekeeper = housekeeper;
    this.appender = appender;
    this.room = new Room(directory, name, appender, options);
    this.synced = new LogSync(this, directory, appender, housekeeper, options.durability().syncs());
  }

  /**
   * Makes the pair of files of a log. For a log that several processes share, one of them does.
   *
   * @param directory the session's directory
   * @param name what the files are called, see {@link LogName}
   * @throws BurstlogException when they cannot be made, saying what to do; neither is left
   * @throws IOException when they cannot be made for another reason
   */
  public static void create(SessionDirectory directory, String name) throws IOException {
    LogFiles.create(directory, name);
  }

  /**
   * Opens this process's lane of a pair of files that was made, and writes its header. It shares
   * nothing with other logs, so it is not kept at its end.
   *
   * @param directory the session's directory
   * @param name what the files are called
   * @param header what the log says of itself; its generation and block size are set here
   * @param options how it is written
   * @return the writer
   * @throws BurstlogException when the tier cannot take it, saying what to do
   * @throws IOException when the files cannot be opened
   */
  public static LogWriter open(
      SessionDirectory directory, String name, LogHeader header, LogOptions options)
      throws IOException {
    return open(directory, name, header, options, new Housekeeper(name));
  }

  static LogWriter open(
      SessionDirectory directory,
      String name,
      LogHeader header,
      LogOptions options,
      Housekeeper housekeeper)
      throws IOException {
    Appender appender = LogFiles.open(directory, name, header, options, housekeeper);
    LogOptions alone = options.withSpare(0);
    return of(
        directory, name, alone, housekeeper, appender, new DefinedArrays(), new SpareSessions());
  }

  /** A writer of a lane whose header was just written. */
  static LogWriter of(
      SessionDirectory directory,
      String name,
      LogOptions options,
      Housekeeper housekeeper,
      Appender appender,
      DefinedArrays arrays,
      SpareSessions spares) {
    LogWriter writer =
        new LogWriter(directory, name, options, housekeeper, appender, arrays, spares);
    if (options.durability() == Durability.BATCH) {
      housekeeper.every(options.batchInterval(), writer.synced::everything);
    }
    return writer;
  }

  /**
   * Makes an array known. It is written into the log before the first put that uses it.
   *
   * @param array the array
   * @return its number, for {@link #put}
   * @throws IllegalArgumentException when its name is too long to be logged
   */
  public int define(Array array) {
    return arrays.define(array);
  }

  /**
   * Appends a record. When this returns, the record is kept as the durability says. When it throws,
   * the log is as before, except when it was a sync that failed: then the record is pending, and
   * nothing more is accepted.
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
  public void put(int array, Region region, Object source, long offset, long length)
      throws IOException {
    int generation;
    long metaTo;
    synchronized (this) {
      checkUsable();
      appendAtLast(array, region, source, offset, length);
      if (!syncIsDue()) {
        return;
      }
      generation = appender.generation();
      metaTo = appender.metaEnd();
    }
    Copying copies = copying;
    if (options.durability() != Durability.NODE) {
      synced.upTo(generation, metaTo);
    } else if (copies != null) {
      copies.await(generation, metaTo);
    }
  }

  /**
   * Says that copies are made from now on. With {@link Durability#NODE} puts wait for them.
   *
   * @param by who makes them
   */
  public void copiedBy(Copying by) {
    copying = by;
  }

  /**
   * Opens this for whoever copies it while it grows.
   *
   * @return what shows it, to one thread
   */
  public LogTail tail() {
    return new LogTail(this, appender, synced.reading());
  }

  /** The last drain of all processes before this generation; for who holds the writer's lock. */
  long began() {
    return began;
  }

  /** Whether the files are closed, or are about to be; for who holds the writer's lock. */
  boolean isClosed() {
    return closed;
  }

  /** Appends a record, and gives up spare sessions for it if it must. */
  private void appendAtLast(int array, Region region, Object source, long offset, long length)
      throws IOException {
    try {
      append(array, region, source, offset, length);
    } catch (LogFullException e) {
      makeRoom(e, Appender.aligned(length));
      appendAtLast(array, region, source, offset, length);
    }
  }

  /**
   * Gives up something of the tier that nobody needs, goes on in another tier, or at last gives up
   * something of this log; or says that there is nothing of all this.
   */
  private void makeRoom(LogFullException full, long dataNeeded) throws IOException {
    boolean spared = full.getCause() instanceof NoSpaceException && spares.giveUp(directory);
    if (!spared && !appender.spill() && !turn(dataNeeded)) {
      throw full;
    }
  }

  private void append(int array, Region region, Object source, long offset, long length)
      throws IOException {
    boolean define = array >= definedIn.length || definedIn[array] != appender.generation();
    long metaNeeded = (long) PutDescriptor.length(region.rank()) + Long.BYTES;
    if (define) {
      metaNeeded += ArrayDescriptor.length(arrays.get(array));
    }
    long dataNeeded = Appender.aligned(length);
    if (appender.beginsElsewhere() && !appender.spill()) {
      throw room.overLimit(metaNeeded, dataNeeded);
    }
    room.reserve(metaNeeded, dataNeeded);
    index.reserve(region.rank());
    claim(dataNeeded);
    try {
      if (define) {
        appender.define(array, arrays.get(array));
        if (array >= definedIn.length) {
          definedIn = Arrays.copyOf(definedIn, Math.max(array + 1, definedIn.length * 2));
        }
        definedIn[array] = appender.generation();
      }
      index.add(array, region, appender.put(array, region, source, offset, length));
    } catch (NoSpaceException e) {
      throw room.full(metaNeeded + dataNeeded, e);
    } catch (Appender.BrokenException e) {
      housekeeper.fail(e);
      throw e;
    }
  }

  private boolean syncIsDue() {
    return switch (options.durability()) {
      case PROCESS -> false;
      case POWER, NODE -> true;
      case BATCH -> synced.behind() >= options.batchBytes();
    };
  }

  private void checkUsable() throws IOException {
    if (closed) {
      throw closedAlready();
    }
    checkNoFailure();
  }

  /** The kernel tells of pages it could not write once; a second sync would know nothing. */
  void checkNoFailure() throws IOException {
    IOException failure = housekeeper.failure();
    if (failure != null) {
      throw new BurstlogException(
          directory.path().resolve(name)
              + ": writing or syncing the log failed before ("
              + BurstlogException.reason(failure)
              + "); what was put may not survive this process or the machine, so drain or discard",
          failure);
    }
  }

  BurstlogException closedAlready() {
    return new BurstlogException(
        directory.path().resolve(name) + ": the log is closed; open the target again");
  }

  /**
   * Makes everything put so far durable, whatever the durability.
   *
   * @throws IOException when that failed
   */
  public void sync() throws IOException {
    synchronized (this) {
      checkUsable();
    }
    synced.everything();
  }

  /** Leaves a number for those who read the target meanwhile. */
  synchronized void tellMark(long mark) {
    if (closed) {
      return;
    }
    try {
      appender.tellMark(mark);
    } catch (IOException e) {
      // Readers are told less than there is, and nothing is lost.
      LOGGER.log(System.Logger.Level.DEBUG, "readers could not be told of " + mark, e);
    }
  }

  /** Says, for those who find the log, that puts of this process go on in another one. */
  synchronized void tellSealed() {
    try {
      appender.tellSealed();
    } catch (IOException e) {
      // It only helps to find out that another log is missing.
      LOGGER.log(System.Logger.Level.DEBUG, "that a log is sealed could not be told", e);
    }
  }

  /**
   * Begins a new generation: the records so far are forgotten and their space is used again. Only
   * for when their data is proven in the target.
   *
   * @throws IOException when the new generation cannot be written; then no put is taken until
   *     another reset succeeds
   */
  public void reset() throws IOException {
    reset(epoch().number(), 0, false);
  }

  /**
   * As {@link #reset()}, for records of another epoch of the session.
   *
   * @param epoch which one
   * @param drain number of the drain of all processes that has brought the records so far to the
   *     target, or of what they have done instead; 0 where this process has done it alone
   * @param kept whether they may be kept for readers
   * @throws IOException when that cannot be written; then no put is taken until another reset
   *     succeeds
   */
  void reset(int epoch, long drain, boolean kept) throws IOException {
    synced.whileNobodySyncs(
        () -> {
          if (closed) {
            throw closedAlready();
          }
          KeptEpochs keeps = keeping;
          try {
            if (keeps == null) {
              appender.reset(epoch, SlotDescriptor.BLOCK);
            } else {
              reset(epoch, kept ? drain : 0, keeps);
            }
          } catch (IOException e) {
            housekeeper.fail(e);
            throw e;
          }
          began = Math.max(began, drain);
          synced.startOver();
          index.clear();
          housekeeper.forgetFailure();
        });
  }

  /**
   * Has epochs kept that are drained, as far as there is room.
   *
   * @param epochs those of this process
   */
  public synchronized void keepIn(KeptEpochs epochs) {
    keeping = epochs;
    epochs.join();
  }

  /** Describes the records that are just drained; null when they are not to be kept. */
  private @Nullable KeptEpoch describe(KeptEpochs keeps, long drain) {
    if (drain == 0
        || index.size() == 0
        || appender.hasGoneOn()
        || !keeps.takes(appender.metaEnd())) {
      return null;
    }
    Footprint footprint = new Footprint();
    long first = Long.MAX_VALUE;
    long end = 0;
    long begins = Long.MAX_VALUE;
    for (int record = 0; record < index.size(); record++) {
      Array array = arrays.get(index.array(record));
      footprint.set(array, index.coordinates(record), index.coordinatesAt(record));
      if (!footprint.isEmpty()) {
        first = Math.min(first, footprint.first());
        end = Math.max(end, footprint.last() + 1);
      }
      // A single value may be part of a header, such as the number of records of a netCDF file.
      begins = array.rank() == 0 ? begins : Math.min(begins, array.offset());
    }
    try {
      return new KeptEpoch(
          drain,
          name,
          appender.generation(),
          index.size(),
          first,
          end,
          begins,
          appender.entries(),
          appender.placement(),
          appender.filled());
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "what was drained is not kept", e);
      return null;
    }
  }

  /** Begins a new generation behind what is kept, where that leaves room, else over the oldest. */
  private void reset(int epoch, long drain, KeptEpochs keeps) throws IOException {
    boolean any = index.size() > 0;
    KeptEpoch kept = describe(keeps, drain);
    long end = appender.placement().start();
    if (any) {
      largest = Math.max(largest, appender.filled());
      end = kept != null && hasRoomAt(appender.dataEnd(), keeps) ? appender.dataEnd() : 0;
    }
    appender.reset(epoch, Math.max(end, SlotDescriptor.BLOCK));
    if (kept != null) {
      keeps.add(kept);
    } else if (any) {
      keeps.giveUpAll();
      keeps.giveUpTo(drain);
    }
    keptAt = keeps.next(name, appender.dataEnd());
  }

  /** Tells whether an epoch as large as any before has room behind what is kept. */
  private boolean hasRoomAt(long position, KeptEpochs keeps) {
    long end = position + largest;
    long most = options.capacity() == 0 ? Long.MAX_VALUE : Room.broughtAlong(options.capacity());
    if (end > Math.min(most, Math.min(keeps.dataRoom(), reach))) {
      return false;
    }
    if (end <= appender.data.allocated()) {
      return true;
    }
    try {
      // What is kept is to leave room for what is put, by any process of the tier.
      long free = directory.storage().usableSpace(directory.path());
      return largest <= free / keeps.sharers() / 2;
    } catch (IOException e) {
      // Where it cannot be told, the puts will find out.
      return true;
    }
  }

  /** Gives up what is kept where a put is about to go. */
  private void claim(long dataNeeded) {
    KeptEpochs keeps = keeping;
    long from = appender.dataEnd();
    if (from + dataNeeded > keptAt && keeps != null) {
      keeps.giveUp(name, from, from + dataNeeded);
      keptAt = keeps.next(name, from);
    }
  }

  /**
   * Has puts go on at the beginning of the log, in place of what is kept there.
   *
   * @return whether the put finds room there
   */
  private boolean turn(long dataNeeded) {
    KeptEpochs keeps = keeping;
    long room = appender.roomBefore();
    if (keeps == null || room == 0 || (appender.filled() > 0 && dataNeeded > room)) {
      return false;
    }
    appender.turn();
    reach = Math.min(reach, appender.data.allocated());
    keptAt = keeps.next(name, appender.dataEnd());
    return true;
  }

  /**
   * Returns the epoch whose records it takes.
   *
   * @return the epoch's id
   */
  public synchronized EpochId epoch() {
    return appender.id();
  }

  /**
   * Returns what its files are called.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * Tells whether its files, and the lock of its process, are still where others look for them.
   * Takes some calls of the storage.
   *
   * @return false when somebody has removed any; true also when that cannot be told
   */
  public boolean isNamed() {
    return directory.names(name);
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
  public List<Array> arrays() {
    return arrays.all();
  }

  /**
   * Opens a view of the data.
   *
   * @return the view, good until this log is closed
   */
  public DataView view() {
    return appender.data.view();
  }

  /**
   * Returns how much data is pending.
   *
   * @return bytes put in this generation, alignment included
   */
  public synchronized long pendingBytes() {
    return appender.filled();
  }

  /**
   * Returns about how much data is pending: what it was a moment ago. Waits for no put that is
   * under way, as {@link #pendingBytes} does.
   *
   * @return bytes, alignment included
   */
  public long filled() {
    return appender.filledSeen();
  }

  /**
   * Returns how much data went to other tiers.
   *
   * @return bytes of all generations, alignment included
   */
  public synchronized long spilled() {
    return appender.spilled();
  }

  /**
   * Returns the space taken.
   *
   * @return bytes of the tier behind both files of this process
   */
  public long allocated() {
    return appender.meta.allocated() + appender.data.allocated();
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

  /**
   * Closes the files and keeps them. What was put is durable then, unless the durability is {@link
   * Durability#PROCESS}.
   *
   * @throws IOException when that failed; the files are closed all the same
   */
  @Override
  public void close() throws IOException {
    close(/* kept= */ true);
  }

  /**
   * Makes sure that the metadata log can hold the entries of what is kept; gives up the oldest
   * where it cannot, and where its data lies beyond the room that there is for what is kept.
   *
   * @throws IOException when the log cannot be written
   */
  public synchronized void prepareToRetain() throws IOException {
    KeptEpochs keeps = keeping;
    if (keeps == null || closed) {
      return;
    }
    List<KeptEpoch> kept = keeps.of(name);
    while (kept.size() > 1 && dataEnd(kept) + entries(kept) > keeps.room()) {
      keeps.giveUpTo(kept.get(0).drain());
      kept = keeps.of(name);
    }
    while (!kept.isEmpty() && !reserve(entries(kept))) {
      keeps.giveUpTo(kept.get(0).drain());
      kept = keeps.of(name);
    }
  }

  private boolean reserve(long entries) throws IOException {
    try {
      appender.meta.reserve(SlotDescriptor.BLOCK, Appender.copiedAt() + entries + Long.BYTES);
      return true;
    } catch (NoSpaceException e) {
      return spares.giveUp(directory) && reserve(entries);
    } catch (Budget.SpentException e) {
      return false;
    }
  }

  private static long entries(List<KeptEpoch> kept) {
    return kept.stream().mapToLong(epoch -> epoch.entries().limit()).sum();
  }

  private static long dataEnd(List<KeptEpoch> kept) {
    return kept.stream()
        .mapToLong(epoch -> epoch.placement().end(epoch.filled()))
        .max()
        .orElse(SlotDescriptor.BLOCK);
  }

  /**
   * Tells whether anything is kept that was brought to the target behind a drain.
   *
   * @param drain number of that drain
   * @return false when there is nothing to be retained
   */
  public synchronized boolean keepsBehind(long drain) {
    return !keptBehind(drain).isEmpty();
  }

  private List<KeptEpoch> keptBehind(long drain) {
    KeptEpochs keeps = keeping;
    return keeps == null
        ? List.of()
        : keeps.of(name).stream().filter(epoch -> epoch.drain() > drain).toList();
  }

  /**
   * Closes the files with what is kept in them, for programs that read it again.
   *
   * @param drain of what was brought to the target behind this drain, and of nothing else
   * @return what is kept, the oldest first
   * @throws IOException when that failed; the files are closed all the same
   */
  public List<DrainedLog> retain(long drain) throws IOException {
    List<KeptEpoch> kept;
    List<DrainedLog> all = new ArrayList<>();
    long end = Appender.copiedAt();
    try {
      synchronized (this) {
        kept = keptBehind(drain);
        for (KeptEpoch epoch : kept) {
          all.add(
              new DrainedLog(
                  name,
                  appender.lane(),
                  appender.rank(),
                  epoch.drain(),
                  epoch.generation(),
                  end,
                  epoch.records(),
                  epoch.first(),
                  epoch.end(),
                  epoch.begins()));
          end = appender.copy(epoch.entries(), end);
        }
      }
    } finally {
      close();
    }
    appender.deleteSpills();
    if (!kept.isEmpty() && appender.lanes() == 1) {
      // The zero behind the last entry stays.
      LogFiles.trim(directory, name, end + Long.BYTES, dataEnd(kept));
    }
    return all;
  }

  /**
   * Closes and deletes a pair of files that nobody else has open.
   *
   * @throws IOException when they cannot be closed or deleted
   */
  public void delete() throws IOException {
    try {
      abandon();
    } finally {
      LogFiles.delete(directory, name);
    }
  }

  /**
   * Ends a log whose data is proven in the target. It says that it holds nothing then.
   *
   * @return the log for a session to come; null when it is good for none, or was ended before, and
   *     its files are closed and are to be deleted
   * @throws IOException when they cannot be closed; they are to be deleted
   */
  public @Nullable SpareLog letGo() throws IOException {
    synchronized (this) {
      if (closed) {
        return null;
      }
      closed = true;
    }
    housekeeper.close();
    @Nullable SpareLog[] spare = new SpareLog[1];
    synced.whileNobodySyncs(
        () -> {
          synced.end();
          spare[0] = release();
        });
    return spare[0];
  }

  private @Nullable SpareLog release() throws IOException {
    if (index.size() == 0) {
      appender.deleteSpills();
      if (housekeeper.failure() == null) {
        SpareLog spare = LogFiles.spare(name, options, appender);
        if (spare != null) {
          return spare;
        }
      } else {
        giveUp(appender);
      }
    }
    appender.close();
    return null;
  }

  /**
   * Closes files that will be deleted: nothing in them need become durable any more.
   *
   * @throws IOException when one cannot be closed
   */
  public void abandon() throws IOException {
    close(/* kept= */ false);
  }

  /**
   * Says that the log holds nothing, for whoever finds it when not all of it could be deleted. It
   * takes no put any more, and is still to be ended.
   */
  public synchronized void giveUp() {
    if (!closed && index.size() == 0) {
      giveUp(appender);
    }
  }

  private static void giveUp(Appender unused) {
    try {
      int generation = unused.retire();
      assert generation > 0;
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "a log could not be given up", e);
    }
  }

  private void close(boolean kept) throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    // Not under a lock: what it waits for may need one.
    housekeeper.close();
    try {
      if (kept && options.durability().syncs()) {
        synced.everything();
      }
    } finally {
      synced.whileNobodySyncs(
          () -> {
            synced.end();
            try (Appender closes = appender) {
              if (kept) {
                closes.tellPuts();
              } else {
                giveUp(closes);
                closes.deleteSpills();
              }
            }
          });
    }
  }
}
