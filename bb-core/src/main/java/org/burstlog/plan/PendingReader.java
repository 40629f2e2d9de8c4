package org.burstlog.plan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.array.memory.Bytes;
import org.burstlog.array.memory.RegionMemory;
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
  /** What {@link #walk} returns behind the last byte. */
  public static final long END = Long.MAX_VALUE;

  static final int WINDOW = 1 << 20;

  private static final Limits LIMITS = new Limits(WINDOW, 8192, 32768);

  /** So many records, and an eighth of those planned, are looked at one by one. */
  private static final int FEW = 64;

  private final RecordIndex index;
  private final Supplier<List<Array>> arrays;
  private final Limits limits;
  private final Footprint footprint = new Footprint();
  private final PendingSweep sweep;
  private final Bytes element = new Bytes();
  private @Nullable Plan plan;
  private int planned;
  private List<Array> known = List.of();

  /** Takes what there is of a region, piece by piece from the first byte to the last. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes bytes.
     *
     * @param from where from, as they lie in the target
     * @param at index of the first byte there
     * @param length how many there are
     * @param position which byte of the region the first one is
     * @return how many were taken, the first ones; after fewer than there are it is not asked again
     */
    int take(Bytes from, int at, int length, long position);
  }

  /**
   * A reader of the records of one log.
   *
   * @param index the records
   * @param arrays gives their arrays by number
   * @param data their data; used by nobody else
   */
  public PendingReader(RecordIndex index, Supplier<List<Array>> arrays, DataView data) {
    this(index, arrays, data, LIMITS);
  }

  /**
   * A reader that takes less of the log at a time.
   *
   * @param index the records
   * @param arrays gives their arrays by number
   * @param data their data; used by nobody else
   * @param limits how much it takes at a time, at most 1 MiB
   */
  public PendingReader(
      RecordIndex index, Supplier<List<Array>> arrays, DataView data, Limits limits) {
    this.index = index;
    this.arrays = arrays;
    this.limits = limits;
    this.sweep = new PendingSweep(data);
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
    RegionMemory memory = new RegionMemory(into, offset, array, element);
    return read(
        array,
        region,
        (from, at, length, position) -> {
          memory.put(from, at, length, position);
          return length;
        });
  }

  /**
   * As above, by handing the bytes out. Some come twice, those that count last.
   *
   * @param array the array
   * @param region where in it
   * @param taker takes all of them
   * @return as above
   * @throws IOException when the log cannot be read
   */
  public long read(Array array, Region region, Taker taker) throws IOException {
    footprint.set(array, region);
    if (footprint.isEmpty() || index.size() == 0) {
      return 0;
    }
    long first = footprint.first();
    long last = footprint.last();
    refresh();
    long covered = 0;
    Plan older = plan;
    if (older != null) {
      sweep.walk(older, array, region, first, last, taker);
      covered = sweep.taken();
    }
    RecordIndex recent = recent(first, last);
    if (recent != null) {
      sweep.walk(Plan.of(recent, known, limits), array, region, first, last, taker);
      covered = Math.max(covered, sweep.taken());
    }
    return covered;
  }

  /**
   * Hands out what is pending of a region, each byte once, until it is not taken any more. To be
   * used where no records are added in between, as all that were are planned.
   *
   * @param array the array
   * @param region where in it
   * @param from offset in the target where to begin: 0, or what this has returned before
   * @param taker takes the bytes
   * @return where to go on; {@link #END} when nothing is left
   * @throws IOException when the log cannot be read
   */
  public long walk(Array array, Region region, long from, Taker taker) throws IOException {
    footprint.set(array, region);
    if (footprint.isEmpty() || index.size() == 0 || from > footprint.last()) {
      return END;
    }
    long first = footprint.first();
    long last = footprint.last();
    Plan all = plan;
    if (all == null || planned < index.size()) {
      all = planAll();
    }
    return sweep.walk(all, array, region, Math.max(first, from), last, taker);
  }

  private void refresh() {
    int size = index.size();
    if (size - planned > FEW + planned / 8) {
      planAll();
    } else if (size > planned) {
      known = arrays.get();
    }
  }

  private Plan planAll() {
    known = arrays.get();
    Plan made = Plan.of(index, known, limits);
    plan = made;
    planned = index.size();
    return made;
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
}
