package org.burstlog.plan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.array.memory.Bytes;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;
import org.jspecify.annotations.Nullable;

/**
 * Reads what pending records have of a region, as it will be in the target: of overlapping records
 * the last, byte for byte, whichever arrays they were put to.
 *
 * <p>Plans are made for many records at once and kept; records put since are looked at one by one,
 * until they are so many that a new plan is worth its while. So a program that puts and gets in
 * turns pays for neither. Not safe for several threads, and not while records are added.
 */
public final class PendingReader {
  private static final int WINDOW = 1 << 20;

  /** Extents of the region that are nearer than this are looked for together. */
  private static final int GAP = 64 << 10;

  private static final Limits LIMITS = new Limits(WINDOW, 8192, 32768);

  /** So many records, and an eighth of those planned, are looked at one by one. */
  private static final int FEW = 64;

  private final RecordIndex index;
  private final Supplier<List<Array>> arrays;
  private final DataView data;
  private final Footprint footprint = new Footprint();
  private final ExtentCursor wanted = new ExtentCursor();
  private final ExtentCursor ahead = new ExtentCursor();
  private final Gather gather = new Gather();
  private final Round round = new Round();
  private @Nullable Plan plan;
  private int planned;
  private final Bytes element = new Bytes();
  private final Bytes bytes = new Bytes();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(0);
  private List<Array> known = List.of();

  /** Whether {@link #wanted} stands on an extent. */
  private boolean standing;

  /**
   * A reader of the records of one log.
   *
   * @param index the records
   * @param arrays gives their arrays by number
   * @param data their data; used by nobody else
   */
  public PendingReader(RecordIndex index, Supplier<List<Array>> arrays, DataView data) {
    this.index = index;
    this.arrays = arrays;
    this.data = data;
    element.of(ByteBuffer.allocate(Long.BYTES));
  }

  /** To be called when the index was cleared. */
  public void forget() {
    plan = null;
    planned = 0;
  }

  /**
   * Writes into memory what is pending of a region, and leaves the rest of the memory as it is.
   *
   * @param array the array
   * @param region where in it
   * @param into a primitive array with elements as wide as the array's, or a byte buffer of which
   *     absolute positions count; gets elements in the machine's byte order
   * @param offset bytes into the memory, a multiple of the element size
   * @return 0 when nothing is pending there; all of the region's bytes only when all were written,
   *     else some number between
   * @throws IOException when the log cannot be read
   */
  public long read(Array array, Region region, Object into, long offset) throws IOException {
    footprint.set(array, region);
    if (footprint.isEmpty() || index.size() == 0) {
      return 0;
    }
    long first = footprint.first();
    long last = footprint.last();
    refresh();
    RegionMemory memory = new RegionMemory(into, offset, array, element);
    Plan older = plan;
    long covered = older == null ? 0 : sweep(older, array, region, memory, last);
    RecordIndex recent = recent(first, last);
    if (recent != null) {
      covered =
          Math.max(covered, sweep(Plan.of(recent, known, LIMITS), array, region, memory, last));
    }
    return covered;
  }

  private void refresh() {
    int size = index.size();
    if (size - planned > FEW + planned / 8) {
      known = arrays.get();
      plan = Plan.of(index, known, LIMITS);
      planned = size;
    } else if (size > planned) {
      known = arrays.get();
    }
  }

  /** Returns those of the records behind the planned ones that may have bytes in a range. */
  private @Nullable RecordIndex recent(long first, long last) {
    RecordIndex found = null;
    for (int record = planned; record < index.size(); record++) {
      int number = index.array(record);
      footprint.set(known.get(number), index.coordinates(record), index.coordinatesAt(record));
      if (!footprint.isEmpty() && footprint.first() <= last && footprint.last() >= first) {
        if (found == null) {
          found = new RecordIndex();
        }
        Region region = new Region(index.rank(record));
        index.region(record, region);
        found.add(number, region, index.dataPosition(record));
      }
    }
    return found;
  }

  private long sweep(Plan source, Array array, Region region, RegionMemory memory, long last)
      throws IOException {
    if (source.isEmpty() || source.firstByte() > last) {
      return 0;
    }
    long covered = 0;
    wanted.reset(array, region);
    ahead.reset(array, region);
    boolean more = wanted.next();
    boolean further = ahead.next();
    while (more) {
      // What lies far behind is another window, lest all between is taken from the log in vain.
      long begin = wanted.offset();
      long end = begin;
      while (further && (end == begin || ahead.offset() - end <= GAP)) {
        end = ahead.offset() + ahead.length();
        further = ahead.next();
      }
      RoundCursor rounds = source.rounds(begin, end);
      while (more && rounds.next(round)) {
        covered += copyRound(memory);
        more = standing;
      }
      if (more && wanted.offset() < end) {
        more = further && wanted.skip(ahead.offset());
      }
    }
    return covered;
  }

  private long copyRound(RegionMemory memory) throws IOException {
    makeRoom();
    gather.fill(round, data, buffer.clear());
    ExtentList extents = round.extents();
    long covered = 0;
    int at = 0;
    standing = true;
    for (int i = 0; i < extents.size() && standing; i++) {
      long begin = extents.offset(i);
      long end = begin + extents.length(i);
      if (wanted.offset() + wanted.length() <= begin) {
        standing = wanted.skip(begin);
      }
      while (standing && wanted.offset() < end) {
        long from = Math.max(begin, wanted.offset());
        long wantedEnd = wanted.offset() + wanted.length();
        int length = (int) (Math.min(end, wantedEnd) - from);
        int index = at + (int) (from - begin);
        memory.put(bytes, index, length, wanted.position() + from - wanted.offset());
        covered += length;
        if (wantedEnd > end) {
          break;
        }
        standing = wanted.next();
      }
      at += (int) extents.length(i);
    }
    return covered;
  }

  private void makeRoom() {
    if (buffer.capacity() < round.bytes()) {
      int wanted = Math.max(Math.max(round.bytes(), 4096), 2 * buffer.capacity());
      buffer = ByteBuffer.allocateDirect(Math.min(WINDOW, wanted));
      bytes.of(buffer);
    }
  }
}
