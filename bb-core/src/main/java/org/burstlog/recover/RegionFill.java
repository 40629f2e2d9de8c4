package org.burstlog.recover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.array.memory.Bytes;
import org.burstlog.array.memory.RegionMemory;
import org.burstlog.plan.PendingReader;

/**
 * Memory of a region that is filled from several places, and which of its bytes are filled so far.
 * Positions are those of the region's bytes as they lie in the target, one behind the other.
 *
 * <p>One bit for each byte, since what is filled may be in as many parts as there are elements. Not
 * safe for several threads.
 */
public final class RegionFill {
  private static final long ALL = -1L;

  private final Array array;
  private final Region region;
  private final RegionMemory memory;
  private final long length;
  private final long[] bits;
  private final Bytes turned = new Bytes();
  private ByteBuffer room = ByteBuffer.allocate(0);
  private long filled;

  /**
   * Memory with nothing in it yet.
   *
   * @param array the array
   * @param region where in it; not changed as long as this is in use
   * @param memory a primitive array with elements as wide as the array's, or a byte buffer of which
   *     absolute positions count; gets elements in the machine's byte order
   * @param offset bytes into the memory, a multiple of the element size
   * @param length the region's bytes
   */
  public RegionFill(Array array, Region region, Object memory, long offset, long length) {
    Bytes element = new Bytes();
    element.of(ByteBuffer.allocate(Long.BYTES));
    this.array = array;
    this.region = region;
    this.memory = new RegionMemory(memory, offset, array, element);
    this.length = length;
    this.bits = new long[Math.toIntExact((length + Long.SIZE - 1) / Long.SIZE)];
  }

  /**
   * Returns the array.
   *
   * @return the one that the region is in
   */
  public Array array() {
    return array;
  }

  /**
   * Returns the region.
   *
   * @return where in the array
   */
  public Region region() {
    return region;
  }

  /**
   * Returns how long it is.
   *
   * @return the region's bytes
   */
  public long length() {
    return length;
  }

  /**
   * Returns how many bytes are filled.
   *
   * @return each counts once, however often it was filled
   */
  public long filled() {
    return filled;
  }

  /** Forgets what is filled; the memory stays as it is. */
  public void clear() {
    Arrays.fill(bits, 0);
    filled = 0;
  }

  /** Takes what a reader has of the region. */
  void takeFrom(PendingReader reader) throws IOException {
    reader.read(
        array,
        region,
        (from, at, count, position) -> {
          put(from, at, count, position);
          return count;
        });
  }

  /**
   * Takes bytes, over those that are there.
   *
   * @param from where from, as they lie in the target
   * @param at index of the first byte there
   * @param count how many
   * @param position where in the region the first one belongs
   */
  void put(Bytes from, int at, int count, long position) {
    memory.put(from, at, count, position);
    mark(position, position + count);
  }

  /**
   * Takes of a part of the region what is not filled.
   *
   * @param from the elements of the part, as the memory has them
   * @param position where the part begins, a multiple of the element size
   * @param count how many bytes it has, a multiple of the element size
   */
  public void putIntoGaps(ByteBuffer from, long position, int count) {
    if (room.capacity() < count) {
      room = ByteBuffer.allocate(count);
      turned.of(room);
    }
    turned.put(0, from, 0, count, array);
    long end = position + count;
    for (long gap = gap(position); gap < end; gap = gap(gap)) {
      int run = (int) (Math.min(end, gapEnd(gap)) - gap);
      put(turned, (int) (gap - position), run, gap);
    }
  }

  private void mark(long begin, long end) {
    for (long at = begin; at < end; ) {
      int word = (int) (at / Long.SIZE);
      int first = (int) (at % Long.SIZE);
      int count = (int) Math.min(Long.SIZE - first, end - at);
      long mask = ALL >>> (Long.SIZE - count) << first;
      filled += Long.bitCount(mask & ~bits[word]);
      bits[word] |= mask;
      at += count;
    }
  }

  /**
   * Finds a byte that is not filled.
   *
   * @param from where to begin
   * @return the first one from there on; the length when there is none
   */
  public long gap(long from) {
    return next(from, ALL);
  }

  private long gapEnd(long from) {
    return next(from, 0);
  }

  /** Finds the first bit from a place on that differs from those of a word. */
  private long next(long from, long passed) {
    for (long at = from; at < length; at = at / Long.SIZE * Long.SIZE + Long.SIZE) {
      long found = (bits[(int) (at / Long.SIZE)] ^ passed) >>> (at % Long.SIZE);
      if (found != 0) {
        return Math.min(length, at + Long.numberOfTrailingZeros(found));
      }
    }
    return length;
  }
}
