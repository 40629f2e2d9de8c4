package org.burstlog.log;

import java.util.Arrays;
import org.burstlog.array.Region;

/**
 * The pending records of a process, in put order, in flat primitive arrays.
 *
 * <p>A record costs 24 bytes and 24 more for each dimension; there is no object per record. Space
 * grows by chunks, so little is idle, and is kept for the next generation. Nothing is copied but
 * the first chunk while it is small, since many processes and files have a few records only.
 *
 * <p>Not safe for several threads: the log's writer adds under its lock, and a drain reads while
 * puts are held back.
 */
public final class RecordIndex {
  private static final int CHUNK_BITS = 13;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int MASK = CHUNK - 1;

  /** Longs of the first chunk when it is new. */
  private static final int SMALL = 64;

  /** Longs a record takes in the fixed part: array number and rank, data position, coordinates. */
  private static final int FIXED = 3;

  private final Chunks fixed = new Chunks();
  private final Chunks coordinates = new Chunks();
  private long fixedEnd;
  private long coordinatesEnd;
  private int size;

  /** An empty index. */
  public RecordIndex() {}

  /**
   * Makes sure that adding a record needs no memory, so that it cannot fail once the record is in
   * the log.
   *
   * @param rank dimensions of the record
   */
  void reserve(int rank) {
    fixed.place(fixedEnd, FIXED);
    coordinates.place(coordinatesEnd, 3 * rank);
  }

  /**
   * Adds a record behind all others.
   *
   * @param array number of its array
   * @param region where in the array; copied
   * @param dataPosition where its data begins in the data log
   */
  public void add(int array, Region region, long dataPosition) {
    int rank = region.rank();
    long at = coordinates.place(coordinatesEnd, 3 * rank);
    region.copyTo(coordinates.chunk(at), (int) at & MASK);
    coordinatesEnd = at + 3L * rank;
    long f = fixed.place(fixedEnd, FIXED);
    long[] head = fixed.chunk(f);
    int h = (int) f & MASK;
    head[h] = (long) array << 32 | rank;
    head[h + 1] = dataPosition;
    head[h + 2] = at;
    fixedEnd = f + FIXED;
    size++;
  }

  /**
   * Returns the number of records.
   *
   * @return how many records are pending
   */
  public int size() {
    return size;
  }

  /**
   * Returns the array of a record.
   *
   * @param record which, in put order from 0
   * @return the number of its array
   */
  public int array(int record) {
    return (int) (head(record, 0) >>> 32);
  }

  /**
   * Returns the number of dimensions of a record.
   *
   * @param record which
   * @return the number of dimensions of its region
   */
  public int rank(int record) {
    return (int) head(record, 0);
  }

  /**
   * Returns where the data of a record is.
   *
   * @param record which
   * @return the position of its first byte in the data log
   */
  public long dataPosition(int record) {
    return head(record, 1);
  }

  /**
   * Returns the first index of a record's region in a dimension.
   *
   * @param record which
   * @param dimension which
   * @return the start
   */
  public long start(int record, int dimension) {
    return coordinate(record, 3 * dimension);
  }

  /**
   * Returns how many indices a record's region has in a dimension.
   *
   * @param record which
   * @param dimension which
   * @return the count
   */
  public long count(int record, int dimension) {
    return coordinate(record, 3 * dimension + 1);
  }

  /**
   * Returns the stride of a record's region in a dimension.
   *
   * @param record which
   * @param dimension which
   * @return the stride
   */
  public long stride(int record, int dimension) {
    return coordinate(record, 3 * dimension + 2);
  }

  /**
   * Copies a record's region.
   *
   * @param record which
   * @param into a region of as many dimensions
   */
  public void region(int record, Region into) {
    long at = head(record, 2);
    long[] chunk = coordinates.chunk(at);
    int i = (int) at & MASK;
    for (int d = 0; d < into.rank(); d++, i += 3) {
      into.set(d, chunk[i], chunk[i + 1], chunk[i + 2]);
    }
  }

  /**
   * Returns where a record's region is, for those who read it without copying: start, count and
   * stride of each dimension in turn, from {@link #coordinatesAt} on.
   *
   * @param record which
   * @return storage of the index; not to be changed
   */
  public long[] coordinates(int record) {
    return coordinates.chunk(head(record, 2));
  }

  /**
   * Returns where in {@link #coordinates} a record's region begins.
   *
   * @param record which
   * @return the place of the start of its first dimension
   */
  public int coordinatesAt(int record) {
    return (int) head(record, 2) & MASK;
  }

  /**
   * Returns the memory held.
   *
   * @return bytes of heap in use by the index
   */
  public long memory() {
    return (fixed.space() + coordinates.space()) * Long.BYTES;
  }

  /** Forgets all records and keeps the space. */
  public void clear() {
    size = 0;
    fixedEnd = 0;
    coordinatesEnd = 0;
  }

  private long head(int record, int field) {
    int perChunk = CHUNK / FIXED;
    long[] chunk = fixed.chunks[record / perChunk];
    return chunk[record % perChunk * FIXED + field];
  }

  private long coordinate(int record, int i) {
    long at = head(record, 2);
    return coordinates.chunk(at)[((int) at & MASK) + i];
  }

  /** Growing storage of longs; a run given out by {@link #place} never crosses two chunks. */
  private static final class Chunks {
    private long[][] chunks = new long[4][];
    private int allocated;

    long place(long end, int longs) {
      long at = end;
      if (((int) at & MASK) + longs > CHUNK) {
        at = (at | MASK) + 1;
      }
      int c = (int) (at >>> CHUNK_BITS);
      if (c >= allocated) {
        if (c >= chunks.length) {
          chunks = Arrays.copyOf(chunks, chunks.length * 2);
        }
        chunks[c] = new long[c == 0 ? SMALL : CHUNK];
        allocated = c + 1;
      }
      int needed = ((int) at & MASK) + longs;
      if (needed > chunks[c].length) {
        int doubled = Math.max(2 * chunks[c].length, Integer.highestOneBit(needed) * 2);
        chunks[c] = Arrays.copyOf(chunks[c], Math.min(CHUNK, doubled));
      }
      return at;
    }

    long[] chunk(long at) {
      return chunks[(int) (at >>> CHUNK_BITS)];
    }

    /** Longs there is room for. */
    long space() {
      return allocated == 0 ? 0 : chunks[0].length + (allocated - 1L) * CHUNK;
    }
  }
}
