package org.burstlog.log.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.file.DataView;
import org.burstlog.log.format.ArrayDescriptor;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.PlaceDescriptor;
import org.burstlog.log.format.PutDescriptor;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.Tally;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one process, in the order they were put, in constant memory.
 *
 * <p>Scan, validate, go on. Where an entry is not whole, the rest of the lane is searched for a
 * later one of the same generation. There is no whole record behind the end of a log that was cut
 * off, which is what a power loss does; when there is one, what lies before it was damaged, unless
 * the record itself says that no sync had yet made durable what is missing. Records behind damage
 * are delivered all the same: whether to use them is for the caller to say, who sees {@link
 * #verdict}.
 */
public final class LaneReader {
  private static final int COPY = 1 << 16;

  private final LogHeader header;
  private final LaneInput input;
  private final LaneData data;
  private final DataView view;
  private final DataView check;
  private final Map<Integer, Array> arrays = new HashMap<>();
  private final CRC32C crc = new CRC32C();

  private final Flaws flaws = new Flaws();
  private final Tally tally;
  private int generation;
  private long position = SlotDescriptor.BLOCK;
  private long expected;
  private long wholeEnd = SlotDescriptor.BLOCK;
  private long records;
  private long bytes;
  private boolean gap;
  private boolean ended;

  /** Whether data is read to compare it with its checksum. */
  private boolean checksData = true;

  LaneReader(LogHeader header, LaneInput input, LaneData data, Tally tally) {
    this.header = header;
    this.tally = tally;
    this.generation = header.generation();
    this.input = input;
    this.data = data;
    this.view = data.view();
    this.check = data.view();
    // A lane that nobody opened need not be in the file at all.
    this.ended = header.rank() < 0 && input.length() <= SlotDescriptor.BLOCK;
    if (header.rank() >= 0) {
      checkTally();
    }
  }

  /** Begins at another place than the beginning. */
  LaneReader from(long entries) {
    position = entries;
    return this;
  }

  /**
   * Returns what this lane says of itself.
   *
   * @return its header
   */
  public LogHeader header() {
    return header;
  }

  /**
   * Tells whether puts of the process went on in another log.
   *
   * @return true when the epoch of this lane is sealed
   */
  public boolean sealed() {
    return tally.isSealed(header.generation());
  }

  /**
   * Returns a view of the lane's data.
   *
   * @return the view, good until the log's reader is closed; always the same
   */
  public DataView view() {
    return view;
  }

  /**
   * Returns the next whole record.
   *
   * @return the record, its data checked; null at the end
   * @throws IOException when a file cannot be read
   */
  public @Nullable LogRecord next() throws IOException {
    while (!ended) {
      long at = position;
      int length = entryAt(at);
      if (length == 0) {
        notAnEntry(at);
        continue;
      }
      ByteBuffer entry = input.entry(at, length);
      long sequence = entry.getLong(EntryDescriptor.SEQUENCE_AT);
      if (sequence < expected) {
        // Whatever stands here was written before what was read already; newer values must stay.
        flaws.damaged(at, length, sequence(sequence) + ", as if copied from before");
        position = at + length;
        continue;
      }
      if (sequence > expected && !gap) {
        flaws.suspect(at, 0, expected, sequence(sequence));
      }
      gap = false;
      expected = sequence + 1;
      position = at + length;
      LogRecord record = take(at, length, entry);
      if (record != null) {
        return record;
      }
    }
    return null;
  }

  /**
   * Takes data for whole without reading it, because somebody has read it to its end before, and
   * nobody writes the log any more.
   *
   * @return this
   */
  public LaneReader trustData() {
    checksData = false;
    return this;
  }

  /**
   * Returns the next whole record of a log that its process may still write, or that has records of
   * other generations behind these. What is not whole is not there yet: it is looked for again
   * behind {@link #lookAgain}.
   *
   * @return the record, its data checked; null where there is none yet
   * @throws IOException when a file cannot be read
   */
  public @Nullable LogRecord nextWritten() throws IOException {
    while (header.rank() >= 0) {
      long at = position;
      int length = wholeLength(at);
      if (length == 0
          || input.getInt(at + EntryDescriptor.GENERATION_AT) != generation
          || input.getInt(at + EntryDescriptor.RANK_AT) != header.rank()) {
        return null;
      }
      ByteBuffer entry = input.entry(at, length);
      if (entry.getShort(EntryDescriptor.KIND_AT) == EntryDescriptor.PUT) {
        // What is on a tier that cannot be read must not look as if it had not been put yet.
        if (entry.getLong(PutDescriptor.DATA_LENGTH_AT) > 0) {
          data.requireFile(entry.getLong(PutDescriptor.DATA_POSITION_AT));
        }
      }
      if (entry.getLong(EntryDescriptor.SEQUENCE_AT) != expected
          || (entry.getShort(EntryDescriptor.KIND_AT) == EntryDescriptor.PUT
              && dataFlaw(entry) != null)) {
        return null;
      }
      expected++;
      position = at + length;
      LogRecord record = take(at, length, entry);
      if (record != null) {
        return record;
      }
    }
    return null;
  }

  /**
   * Forgets what was read and not used, as the process may have written since.
   *
   * @throws IOException when a file cannot be read
   */
  public void lookAgain() throws IOException {
    input.lookAgain();
    data.lookAgain();
  }

  /** Gives up memory that only reading records needs, until {@link #lookAgain}. */
  public void rest() {
    input.rest();
  }

  /** The data log may know of a later generation than any whole header slot does. */
  private void checkTally() {
    if (tally.torn()) {
      // As long as the others are there, nothing else is in doubt.
      flaws.suspect(0, 0, Long.MAX_VALUE, "a tally in the data log does not match its check");
    }
    int latest = tally.latest(generation);
    if (latest > generation) {
      begin(latest);
    }
  }

  /** Goes on with an generation whose header slot is missing. */
  private void begin(int later) {
    // The slot that began this generation was durable before the first of its entries was written.
    flaws.damaged(
        0,
        0,
        "header slot of generation " + later + " expected, only that of " + generation + " whole");
    generation = later;
    expected = 0;
    arrays.clear();
    data.beginAnew();
  }

  private String sequence(long found) {
    return "sequence " + expected + " expected, " + found + " found";
  }

  /** Takes in a whole entry; returns the record if it is one and its data is whole too. */
  private @Nullable LogRecord take(long at, int length, ByteBuffer entry) throws IOException {
    wholeEnd = at + length;
    try {
      short kind = entry.getShort(EntryDescriptor.KIND_AT);
      if (kind == EntryDescriptor.ARRAY) {
        arrays.put(entry.getInt(ArrayDescriptor.ARRAY_AT), ArrayDescriptor.decode(entry, length));
      } else if (kind == EntryDescriptor.PLACE) {
        data.goOn(
            entry.getLong(PlaceDescriptor.FROM_AT),
            entry.getLong(PlaceDescriptor.BASE_AT),
            PlaceDescriptor.path(entry, length));
      } else if (kind == EntryDescriptor.PUT) {
        // A record without data has nothing there, and a sync of it has synced no file there.
        boolean isEmpty = entry.getLong(PutDescriptor.DATA_LENGTH_AT) == 0;
        String missing = isEmpty ? "" : data.missing(entry.getLong(PutDescriptor.DATA_POSITION_AT));
        if (!missing.isEmpty()) {
          flaws.damaged(at, length, missing);
          return null;
        }
        String flaw = dataFlaw(entry);
        if (flaw != null) {
          // The entry reached the disk and its data did not, or it was damaged since: what follows
          // will tell.
          flaws.suspect(at, length, entry.getLong(EntryDescriptor.SEQUENCE_AT), flaw);
          return null;
        }
        foundWhole(entry);
        if (!arrays.containsKey(entry.getInt(PutDescriptor.ARRAY_AT))) {
          flaws.suspect(
              at,
              length,
              entry.getLong(EntryDescriptor.SEQUENCE_AT),
              "a put into array "
                  + entry.getInt(PutDescriptor.ARRAY_AT)
                  + ", whose definition is missing");
          return null;
        }
        LogRecord record = put(entry, length);
        records++;
        bytes += record.dataLength();
        return record;
      }
    } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
      // It was written so, or what it refers to is lost: no power loss does that to a whole entry.
      flaws.damaged(at, length, BurstlogException.messageOf(e));
    }
    return null;
  }

  /** Returns what is wrong with the data of a put, null when nothing is. */
  private @Nullable String dataFlaw(ByteBuffer entry) throws IOException {
    long at = entry.getLong(PutDescriptor.DATA_POSITION_AT);
    long size = entry.getLong(PutDescriptor.DATA_LENGTH_AT);
    if (size == 0 && !data.missing(at).isEmpty()) {
      return null;
    }
    long dataLength = data.endAt(at);
    if (at < SlotDescriptor.BLOCK || size < 0 || size > dataLength - at) {
      return "data of " + size + " bytes at " + at + " of a data log of " + dataLength;
    }
    if (!checksData) {
      return null;
    }
    int stored = entry.getInt(PutDescriptor.DATA_CRC_AT);
    int found = dataCrc(at, size);
    return stored == found
        ? null
        : String.format(
            Locale.ROOT,
            "data of %d bytes at %d has checksum %08x, %08x was logged",
            size,
            at,
            found,
            stored);
  }

  private LogRecord put(ByteBuffer entry, int length) {
    int number = entry.getInt(PutDescriptor.ARRAY_AT);
    int rank = entry.getInt(PutDescriptor.DIMENSIONS_AT);
    Array array = Objects.requireNonNull(arrays.get(number));
    if (rank != array.rank() || PutDescriptor.length(rank) != length) {
      throw new IllegalArgumentException(
          "a put of " + rank + " dimensions and " + length + " bytes into " + array);
    }
    Region region = PutDescriptor.region(entry, rank);
    region.check(array);
    long size = entry.getLong(PutDescriptor.DATA_LENGTH_AT);
    if (size != Math.multiplyExact(region.elements(), (long) array.elementSize())) {
      throw new IllegalArgumentException(size + " bytes of data for " + region + " of " + array);
    }
    return new LogRecord(
        entry.getLong(EntryDescriptor.SEQUENCE_AT),
        entry.getInt(EntryDescriptor.RANK_AT),
        number,
        array,
        region,
        entry.getLong(PutDescriptor.DATA_POSITION_AT),
        size);
  }

  private int dataCrc(long at, long size) throws IOException {
    crc.reset();
    for (long done = 0; done < size; ) {
      int n = check.seek(at + done, (int) Math.min(COPY, size - done));
      int from = check.index();
      crc.update(check.buffer().duplicate().limit(from + n).position(from));
      done += n;
    }
    return (int) crc.getValue();
  }

  /** Returns the length of the entry of this generation that is whole at a position, 0 for none. */
  private int entryAt(long at) throws IOException {
    int length = wholeLength(at);
    if (length == 0) {
      return 0;
    }
    int rank = input.getInt(at + EntryDescriptor.RANK_AT);
    if (header.rank() >= 0 && rank != header.rank()) {
      flaws.damaged(at, length, "an entry of rank " + rank + " in the log of " + header.rank());
      return 0;
    }
    int found = input.getInt(at + EntryDescriptor.GENERATION_AT);
    if (found > generation) {
      begin(found);
    }
    return found == generation ? length : 0;
  }

  private int wholeLength(long at) throws IOException {
    int seen = input.look(at);
    if (seen < EntryDescriptor.BODY_AT
        || input.getLong(at + EntryDescriptor.SESSION_AT) != header.session()) {
      return 0;
    }
    int length = input.getInt(at);
    if (!EntryDescriptor.plausible(length) || length > seen) {
      return 0;
    }
    crc.reset();
    crc.update(input.entry(at, length).position(EntryDescriptor.SESSION_AT));
    return (int) crc.getValue() == input.getInt(at + EntryDescriptor.CRC_AT) ? length : 0;
  }

  /** Decides what it means that no entry of this generation is at a position. */
  private void notAnEntry(long at) throws IOException {
    boolean end =
        (input.look(at) >= Long.BYTES && input.getLong(at) == 0)
            || (at == SlotDescriptor.BLOCK && wholeLength(at) > 0);
    long next = input.find(at + Long.BYTES, header.session());
    while (next < input.length() && (!mayBegin(next) || entryAt(next) == 0)) {
      next = input.find(next + Long.BYTES, header.session());
    }
    if (next < input.length()) {
      flaws.suspect(at, next - at, expected, end ? "zeros before later entries" : describe(at));
      position = next;
      gap = true;
      return;
    }
    if (expected > 0 && header.rank() >= 0 && tally.missing()) {
      flaws.damaged(0, 0, "the data log tells of no entries, " + expected + " are there");
    }
    long told = tally.entries(generation);
    if (!end) {
      flaws.suspect(at, Math.max(0, input.length() - at), expected, describe(at));
    } else if (expected < told) {
      flaws.suspect(
          at, 0, expected, "the end after " + expected + " entries, the data log tells of " + told);
    }
    flaws.durableBefore(tally.durable(generation));
    flaws.end();
    ended = true;
  }

  /** A cheap look that spares the checksum almost everywhere. */
  private boolean mayBegin(long at) throws IOException {
    return input.look(at) >= EntryDescriptor.BODY_AT
        && input.getInt(at + EntryDescriptor.GENERATION_AT) >= generation;
  }

  private String describe(long at) throws IOException {
    int seen = input.look(at);
    if (seen < Long.BYTES) {
      return "an entry or the zero behind the last expected, the end of the file found";
    }
    int length = input.getInt(at);
    if (!EntryDescriptor.plausible(length)) {
      return "an entry expected, a length of " + length + " found";
    }
    if (length > seen) {
      return "an entry of " + length + " bytes begins " + seen + " bytes before the end";
    }
    return "an entry of " + length + " bytes does not match its checksum";
  }

  /** A whole record says that what was durable before it was written was whole once. */
  private void foundWhole(ByteBuffer entry) {
    flaws.durableBefore(
        entry.getLong(EntryDescriptor.SEQUENCE_AT)
            - Integer.toUnsignedLong(entry.getInt(EntryDescriptor.UNSYNCED_AT)));
  }

  /**
   * Returns what is to be thought of the lane.
   *
   * @return the verdict
   * @throws IllegalStateException before {@link #next} has returned null
   */
  public LogVerdict verdict() {
    if (!ended) {
      throw new IllegalStateException("read to the end first");
    }
    return flaws.verdict(records, bytes, wholeEnd);
  }
}
