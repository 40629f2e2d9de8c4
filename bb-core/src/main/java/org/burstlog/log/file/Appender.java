package org.burstlog.log.file;

import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.format.ArrayDescriptor;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.EpochId;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.PlaceDescriptor;
import org.burstlog.log.format.PutDescriptor;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.TallyDescriptor;
import org.burstlog.storage.NoSpaceException;
import org.jspecify.annotations.Nullable;

/**
 * Puts headers, entries and data where they belong in the two files of a log.
 *
 * <p>The grammar of a lane:
 *
 * <pre>
 *   metadata = header block, entry*, zero word, rubbish of older generations
 *   data     = header block, (bytes of a put, zeros to the next multiple of 8)*, rubbish
 *   entry    = array definition | put | place     see {@link EntryDescriptor}
 *   header block = slot of even generations, slot of odd generations      see {@link SlotDescriptor}
 * </pre>
 *
 * <p>The data of a put is written before its entry. An array definition stands before the first put
 * of the array in its generation. Not safe for several threads.
 */
public final class Appender implements Closeable {
  /** Enough for a put of 18 dimensions. */
  private static final int USUAL_WORDS = 64;

  public final LogFile meta;
  public final LogFile data;

  private final ByteBuffer scratch =
      ByteBuffer.allocateDirect(EntryDescriptor.MAX_LENGTH + Long.BYTES)
          .order(ByteOrder.LITTLE_ENDIAN);
  private final ByteBuffer checked = scratch.duplicate();
  private final LongBuffer scratchWords = scratch.asLongBuffer();

  /** The head of an entry and the body of a put, before they are copied to the scratch at once. */
  private long[] words = new long[USUAL_WORDS];

  private final CRC32C entryCrc = new CRC32C();
  private final CRC32C dataCrc = new CRC32C();

  private LogHeader header;
  private long dataBlock;
  private long metaEnd = SlotDescriptor.BLOCK;

  private long dataEnd = SlotDescriptor.BLOCK;

  /** Where the data of this generation begins. */
  private long dataStart = SlotDescriptor.BLOCK;

  /** How much of it lies from there on; what is more lies at the beginning of the data log. */
  private long tail = Long.MAX_VALUE;

  /** Bytes of data; written by the thread that puts, which reads it as a plain field. */
  private final AtomicLong filled = new AtomicLong();

  private long sequence;

  /** Entries before this one are known to be durable. */
  private long durable;

  /** What the tally says. */
  private final long[] told = new long[4];

  /** Where the entries that the next sync makes durable are told. */
  private int syncedAt = TallyDescriptor.SYNCED_AT;

  private final boolean synced;

  /** The data where it may go to other tiers; null where it may not. */
  private final @Nullable SpillingLogFile spilling;

  /** Whether each put is told, which costs nothing where it is a store. */
  private final boolean tellsPuts;

  /**
   * An empty log.
   *
   * @param header what it says of itself
   * @param meta its metadata
   * @param data its data
   * @param synced whether it is synced at all
   */
  public Appender(LogHeader header, LogFile meta, LogFile data, boolean synced) {
    this.header = header;
    this.synced = synced;
    this.meta = meta;
    this.data = data;
    this.spilling = data instanceof SpillingLogFile file ? file : null;
    this.tellsPuts = SpillingLogFile.home(data) instanceof MappedLogFile;
  }

  public long session() {
    return header.session();
  }

  public int generation() {
    return header.generation();
  }

  public EpochId id() {
    return new EpochId(header.session(), header.epoch());
  }

  public int lanes() {
    return header.lanes();
  }

  public int lane() {
    return header.lane();
  }

  public int rank() {
    return header.rank();
  }

  /** Returns where the next entry goes. */
  public long metaEnd() {
    return metaEnd;
  }

  /** Returns where the data of the next put goes. */
  public long dataEnd() {
    return dataEnd;
  }

  /** Returns the position that data of this generation must not go beyond. */
  public long dataLimit() {
    return tail == Long.MAX_VALUE ? Long.MAX_VALUE : dataStart;
  }

  /** Returns how much data this generation has, alignment included. */
  public long filled() {
    return filled.getPlain();
  }

  /** As {@link #filled}, for threads that do not put: what was true a moment ago. */
  public long filledSeen() {
    return filled.getOpaque();
  }

  /** Returns where the data of this generation is, so far. */
  public Placement placement() {
    return new Placement(dataStart, tail);
  }

  /**
   * Tells how much a generation that has not begun at the beginning of the data log can still put
   * there.
   *
   * @return bytes; 0 when it has begun there, or goes on there already
   */
  public long roomBefore() {
    return tail == Long.MAX_VALUE ? dataStart - SlotDescriptor.BLOCK : 0;
  }

  /** Has data go on at the beginning of the data log, of which nobody needs anything any more. */
  public void turn() {
    if (filled.getPlain() == 0) {
      dataStart = SlotDescriptor.BLOCK;
    } else {
      tail = filled.getPlain();
    }
    dataEnd = SlotDescriptor.BLOCK;
  }

  /** Tells whether data goes to another tier than that of the log. */
  boolean isAway() {
    SpillingLogFile file = spilling;
    return file != null && file.isAway();
  }

  /** Returns where the data of this generation ends that is in the log's own file. */
  long homeEnd() {
    SpillingLogFile file = spilling;
    return file == null ? dataEnd : file.homeEnd(dataEnd);
  }

  /** Tells whether data of this generation is in more than one file, or in another one. */
  public boolean hasGoneOn() {
    SpillingLogFile file = spilling;
    return file != null && file.hasGoneOn();
  }

  /** Returns the bytes of all generations that went to another tier. */
  public long spilled() {
    SpillingLogFile file = spilling;
    return file == null ? 0 : file.away(dataEnd);
  }

  /** Tells whether the next data is the first of its generation, and goes to another tier. */
  public boolean beginsElsewhere() {
    SpillingLogFile file = spilling;
    return file != null && file.beginsElsewhere();
  }

  /**
   * Has data go on in the next place that there is for it, and says so in an entry.
   *
   * @return false when there is none, or no room for the entry; nothing has changed then
   * @throws IOException when the entry cannot be written
   */
  public boolean spill() throws IOException {
    SpillingLogFile file = spilling;
    if (file == null || tail != Long.MAX_VALUE) {
      return false;
    }
    SpillingLogFile.Step next = file.next();
    if (next == null) {
      return false;
    }
    byte[] path = next.path().getBytes(StandardCharsets.UTF_8);
    try {
      meta.reserve(metaEnd, metaEnd + PlaceDescriptor.length(path) + Long.BYTES);
    } catch (NoSpaceException | Budget.SpentException e) {
      return false;
    }
    scratch.clear();
    encodeHead(EntryDescriptor.PLACE);
    scratchWords.put(0, words, 0, EntryDescriptor.BODY_AT / Long.BYTES);
    commit(PlaceDescriptor.encode(scratch, dataEnd, next.base(), path));
    file.goOn(next, dataEnd);
    return true;
  }

  /** Closes and deletes files on other tiers, whose data nobody needs any more. */
  public void deleteSpills() {
    SpillingLogFile file = spilling;
    if (file != null) {
      file.deleteSpills();
    }
  }

  /** Returns the number of the next entry. */
  public long sequence() {
    return sequence;
  }

  /** Takes note of a sync: entries before a number are durable. */
  public void durableBefore(long number) throws IOException {
    tellSynced(number);
    durable = number;
  }

  /** Writes the headers of an empty lane; they are durable then, if it is synced at all. */
  public void begin(LogHeader dataHeader) throws IOException {
    dataBlock = dataHeader.blockSize();
    meta.reserve(0, SlotDescriptor.BLOCK + Long.BYTES);
    data.reserve(0, SlotDescriptor.BLOCK);
    // Both slots: the block then has no bytes that nobody wrote, and a reader finds one whichever
    // generation it is. The one that counts comes first: in a log that was spare until now the
    // other one
    // says so, and until the one that counts is whole that must be believed.
    writeSlot(data, SlotDescriptor.DATA, dataHeader);
    writeSlot(data, SlotDescriptor.DATA, dataHeader.withGeneration(header.generation() - 1));
    if (synced) {
      data.sync(0, SlotDescriptor.BLOCK);
    }
    endAt(SlotDescriptor.BLOCK);
    writeSlot(meta, SlotDescriptor.META, header);
    boolean wasSpare = header.generation() > 1;
    if (synced && wasSpare) {
      // A power loss that spoils both slots at once would leave none to believe, or an old one.
      meta.sync(0, SlotDescriptor.BLOCK);
    }
    writeSlot(meta, SlotDescriptor.META, header.withGeneration(header.generation() - 1));
    if (synced) {
      meta.sync(0, SlotDescriptor.BLOCK + Long.BYTES);
    }
    tellGeneration();
    tellSynced(0);
    if (synced) {
      // A log that has entries has a tally.
      data.sync(0, SlotDescriptor.BLOCK);
    }
  }

  /**
   * Says that the log, which is empty, belongs to no session any more. One slot says it, with an
   * generation that no other has, so it is said in one step; whatever a power loss leaves of that,
   * the log reads as empty.
   *
   * @return the generation that a session begins with that takes it over
   */
  public int retire() throws IOException {
    for (int at = TallyDescriptor.SEALED_AT; at < SlotDescriptor.SLOT; at += Long.BYTES) {
      tell(at, 0);
    }
    if (synced) {
      // Power may go when the metadata log is deleted and this one is not.
      data.sync(0, SlotDescriptor.BLOCK);
    }
    int generation = header.generation() + 1;
    writeSlot(meta, SlotDescriptor.SPARE, header.ofSpare(generation));
    if (synced) {
      // Power may go when another log of the session is deleted: this one must not look as if it
      // missed that.
      meta.sync(0, SlotDescriptor.BLOCK);
    }
    return generation + 1;
  }

  private void writeSlot(LogFile file, byte kind, LogHeader slotHeader) throws IOException {
    long at = (slotHeader.generation() & 1L) * SlotDescriptor.SLOT;
    SlotDescriptor.encode(scratch.clear(), kind, slotHeader);
    file.write(at + Long.BYTES, scratch.limit(SlotDescriptor.SLOT).position(Long.BYTES));
    VarHandle.releaseFence();
    file.write(at, scratch.limit(Long.BYTES).position(0));
  }

  /** Says that the log ends at a position. */
  private void endAt(long position) throws IOException {
    scratch.clear().putLong(0, 0);
    meta.write(position, scratch.limit(Long.BYTES));
  }

  /** Appends the definition of an array; there must be room for it. */
  public void define(int number, Array array) throws IOException {
    scratch.clear();
    encodeHead(EntryDescriptor.ARRAY);
    scratchWords.put(0, words, 0, EntryDescriptor.BODY_AT / Long.BYTES);
    commit(ArrayDescriptor.encode(scratch, number, array));
  }

  /**
   * Appends a put; there must be room for it. When it throws, the log is as before.
   *
   * @return where its data is
   */
  public long put(int array, Region region, Object source, long offset, long length)
      throws IOException {
    int entry = PutDescriptor.length(region.rank());
    if (entry > words.length * Long.BYTES) {
      words = new long[entry / Long.BYTES];
    }
    long at = dataEnd;
    dataCrc.reset();
    data.copy(at, source, offset, length, dataCrc);
    scratch.clear();
    encodeHead(EntryDescriptor.PUT);
    PutDescriptor.encode(words, array, region, at, length, (int) dataCrc.getValue());
    scratchWords.put(0, words, 0, entry / Long.BYTES);
    commit(entry);
    dataEnd = at + aligned(length);
    filled.setOpaque(filled.getPlain() + aligned(length));
    if (tellsPuts) {
      data.store(TallyDescriptor.PUT_AT, TallyDescriptor.encode(header.generation(), sequence));
    }
    return at;
  }

  /** Tells how many entries there are, so that it is noticed when the last of them get lost. */
  public void tellPuts() throws IOException {
    tell(TallyDescriptor.PUT_AT, TallyDescriptor.encode(header.generation(), sequence));
  }

  /** Says that no entry comes behind those that there are, because puts go on in another log. */
  public void tellSealed() throws IOException {
    tell(TallyDescriptor.SEALED_AT, TallyDescriptor.encode(header.generation(), sequence));
  }

  /** Leaves a number for those who read the target meanwhile. */
  public void tellMark(long mark) throws IOException {
    data.store(TallyDescriptor.MARK_AT, TallyDescriptor.encodeMark(mark));
  }

  /** Stores a word of the tally. When that fails, the one before is there again. */
  private void tell(int at, long word) throws IOException {
    int which = (at - TallyDescriptor.SEALED_AT) / Long.BYTES;
    try {
      data.store(at, word);
    } catch (IOException e) {
      try {
        data.store(at, told[which]);
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    told[which] = word;
  }

  /** Tells how many entries are durable, and leaves what was told before. */
  private void tellSynced(long entries) throws IOException {
    tell(syncedAt, TallyDescriptor.encode(header.generation(), entries));
    syncedAt =
        syncedAt == TallyDescriptor.SYNCED_AT
            ? TallyDescriptor.SYNCED_AT + Long.BYTES
            : TallyDescriptor.SYNCED_AT;
  }

  /** Says that an generation has begun, and has no entries. */
  private void tellGeneration() throws IOException {
    tellPuts();
    tellSynced(0);
  }

  private void encodeHead(short kind) {
    EntryDescriptor.encode(words, header, sequence, synced ? sequence - durable : 0, kind);
  }

  public static long aligned(long length) {
    return length + 7 & -8L;
  }

  private void commit(int length) throws IOException {
    entryCrc.reset();
    entryCrc.update(checked.limit(length).position(EntryDescriptor.SESSION_AT));
    scratch.putLong(
        EntryDescriptor.COMMIT_AT, EntryDescriptor.commitWord(length, (int) entryCrc.getValue()));
    store(length);
  }

  /** Stores the entry that is in the scratch, commit word and all. */
  private void store(int length) throws IOException {
    try {
      meta.commit(metaEnd, scratch.limit(length));
    } catch (IOException e) {
      retract(e);
      throw e;
    }
    metaEnd += length;
    sequence++;
  }

  /** Takes back a commit word that may have been written before writing failed. */
  private void retract(IOException cause) throws IOException {
    try {
      endAt(metaEnd);
    } catch (NoSpaceException nothingThere) {
      // Where there is no space for the word, it was not written either.
      cause.addSuppressed(nothingThere);
    } catch (IOException e) {
      e.addSuppressed(cause);
      throw new BrokenException(e);
    }
  }

  /** What the log's end looks like is not known any more. */
  public static final class BrokenException extends IOException {
    private static final long serialVersionUID = 1L;

    BrokenException(IOException cause) {
      super(BurstlogException.reason(cause), cause);
    }
  }

  /**
   * Whatever the durability: an old generation found again after a power loss would be replayed
   * over what was written to the target since. Where somebody has removed the file, none is found.
   */
  private void syncUnlessRemoved() throws IOException {
    try {
      meta.sync(0, SlotDescriptor.BLOCK);
    } catch (NoSuchFileException e) {
      // What is in the target is not to be lost by an error for it.
    }
  }

  /**
   * Begins the next generation, durably, with records of an epoch.
   *
   * @param epoch which one
   * @param dataAt where its data goes, see {@link #dataEnd}
   */
  public void reset(int epoch, long dataAt) throws IOException {
    reset(header.withGeneration(header.generation() + 1).withEpoch(epoch), dataAt);
  }

  /**
   * Begins a generation of a copy, durably.
   *
   * @param next the header with which the log that is copied has begun it
   */
  public void reset(LogHeader next) throws IOException {
    reset(next, SlotDescriptor.BLOCK);
  }

  private void reset(LogHeader next, long dataAt) throws IOException {
    writeSlot(meta, SlotDescriptor.META, next);
    syncUnlessRemoved();
    // Only now: the old generation without its first entry would look damaged.
    endAt(SlotDescriptor.BLOCK);
    header = next;
    metaEnd = SlotDescriptor.BLOCK;
    SpillingLogFile file = spilling;
    if (file != null) {
      file.beginAnew(dataEnd);
    }
    dataStart = dataAt;
    dataEnd = dataAt;
    tail = Long.MAX_VALUE;
    filled.setOpaque(0);
    sequence = 0;
    durable = 0;
    tellGeneration();
  }

  /** Returns what the log says of itself. */
  public LogHeader header() {
    return header;
  }

  /** Returns the size of the blocks of the data log, where processes share it. */
  public long dataBlock() {
    return dataBlock;
  }

  /** Reads the words of the tally, from {@link TallyDescriptor#MARK_AT} on. */
  public List<Long> tally() throws IOException {
    List<Long> words = new ArrayList<>();
    DataView view = data.view();
    for (int at = TallyDescriptor.MARK_AT; at < SlotDescriptor.SLOT; at += Long.BYTES) {
      int seen = view.seek(at, Long.BYTES);
      assert seen == Long.BYTES;
      ByteBuffer bytes = view.buffer().duplicate().order(ByteOrder.LITTLE_ENDIAN);
      words.add(bytes.getLong(view.index()));
    }
    return words;
  }

  /** Stores the words of the tally of a log that this is a copy of. */
  public void tellTally(List<Long> words) throws IOException {
    int at = TallyDescriptor.MARK_AT;
    for (long word : words) {
      data.store(at, word);
      at += Long.BYTES;
    }
  }

  /**
   * Appends an entry of a log that this is a copy of; there must be room for it.
   *
   * @param entry the entry, from its position to its limit
   */
  public void copyEntry(ByteBuffer entry) throws IOException {
    int length = entry.remaining();
    scratch.clear().put(entry);
    store(length);
  }

  /** Copies the entries of this generation, in the order in which they were put. */
  public ByteBuffer entries() throws IOException {
    ByteBuffer copy = ByteBuffer.allocate(Math.toIntExact(metaEnd - SlotDescriptor.BLOCK));
    DataView view = meta.view();
    while (copy.hasRemaining()) {
      int length = view.seek(SlotDescriptor.BLOCK + copy.position(), copy.remaining());
      copy.put(copy.position(), view.buffer(), view.index(), length);
      copy.position(copy.position() + length);
    }
    return copy.flip();
  }

  /**
   * Tells where entries of older generations are written again: behind the zero with which an empty
   * lane begins, so that it stays one.
   */
  public static long copiedAt() {
    return SlotDescriptor.BLOCK + Long.BYTES;
  }

  /**
   * Writes entries of older generations into the metadata log of an empty lane, and a zero behind
   * them.
   *
   * @param at where they go, not before {@link #copiedAt}
   * @return where the next ones go
   */
  public long copy(ByteBuffer entries, long at) throws IOException {
    long end = at + entries.remaining();
    meta.reserve(SlotDescriptor.BLOCK, end + Long.BYTES);
    meta.write(at, entries.duplicate());
    endAt(end);
    return end;
  }

  @Override
  public void close() throws IOException {
    try (LogFile closesSecond = data;
        LogFile closesFirst = meta) {
      assert closesSecond != closesFirst;
    }
  }
}
