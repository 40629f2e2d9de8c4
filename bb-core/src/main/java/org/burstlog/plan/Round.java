package org.burstlog.plan;

import java.util.Arrays;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;

/**
 * One batch of a plan: the extents it writes, and the pieces of the log that fill them.
 *
 * <p>Extents ascend and never touch. The bytes of the round are those of its extents in order,
 * without gaps; the pieces fill them from front to back, each from a run of bytes in the log. A
 * piece that begins or ends in the middle of an element, because the rest is another record's or
 * another round's, knows so.
 *
 * <p>Reusable: {@link RoundCursor#next} fills it anew and keeps its space. Not safe for several
 * threads at once, but it refers to nothing else, so it may be handed from one to another.
 */
public final class Round {
  private final ExtentList extents = new ExtentList();

  private long[] position = new long[16];
  private int[] length = new int[16];

  /**
   * Low three bits: byte of its element a piece begins with; next two: power of two of the size to
   * swap.
   */
  private byte[] form = new byte[16];

  private int pieces;

  /** Where the last piece ends in the log. */
  private long end;

  /** Form a piece must have to go on with the last one. */
  private int following;

  /** A bit for each array by number. */
  private long[] touched = new long[1];

  private int lastArray;

  /** An empty round. */
  public Round() {
    clear();
  }

  /** Empties the round and keeps its space. */
  void clear() {
    extents.clear();
    pieces = 0;
    end = -1;
    following = 0;
    Arrays.fill(touched, 0);
    lastArray = -1;
  }

  /** What {@link #add} needs to know of an array: its number and how its bytes are turned. */
  static int source(int number, Array array, boolean swapped) {
    int exponent = swapped ? Integer.numberOfTrailingZeros(array.elementSize()) : 0;
    return (number << 2) | exponent;
  }

  /**
   * Adds as many bytes of an extent as the limits let in.
   *
   * @param offset first byte in the target, at or behind the end of the last extent
   * @param bytes how many, at least 1
   * @param from position of the first byte in the log
   * @param toElementEnd bytes from the first byte to the end of some element of the extent
   * @param source see {@link #source}
   * @param limits the limits
   * @return how many bytes were added, from 0, when the round is full, to {@code bytes}
   */
  long add(long offset, long bytes, long from, long toElementEnd, int source, Limits limits) {
    long room = limits.bytes() - extents.bytes();
    long taken = bytes;
    int exponent = source & 3;
    int size = 1 << exponent;
    int phase = (int) -toElementEnd & (size - 1);
    if (taken > room) {
      taken = room;
      if (exponent > 0) {
        // Rather a short round than an element cut in two, but go on in any case.
        taken -= (phase + room) & (size - 1);
        taken = taken > 0 || extents.size() > 0 ? Math.max(taken, 0) : room;
      }
      if (taken == 0) {
        return 0;
      }
    }
    int count = extents.size();
    if (count == limits.extents() && offset != extents.end()) {
      return 0;
    }
    int wanted = (exponent << 3) | phase;
    if (pieces == limits.pieces() && (from != end || wanted != following)) {
      return 0;
    }
    addPiece(from, (int) taken, wanted);
    following = (exponent << 3) | ((phase + (int) taken) & (size - 1));
    extents.add(offset, taken);
    if (source >>> 2 != lastArray) {
      touch(source >>> 2);
    }
    return taken;
  }

  /**
   * Adds whole extents of one length at equal distances, whose data is one run of the log: as many
   * as the limits let in.
   *
   * @param offset first byte of the first one, at or behind the end of the last extent
   * @param bytes bytes of each
   * @param step bytes from one to the next
   * @param count how many, at least 1
   * @param from position of the first byte in the log
   * @param source see {@link #source}
   * @param limits the limits
   * @return how many were added, from 0 to {@code count}; when none was, part of one may find room
   */
  long addRepeated(
      long offset, long bytes, long step, long count, long from, int source, Limits limits) {
    boolean touches = extents.size() > 0 && offset == extents.end();
    int places = limits.extents() - extents.size() + (touches ? 1 : 0);
    long room = limits.bytes() - extents.bytes();
    long fits = Math.min(count, places);
    if (fits * bytes > room) {
      fits = room / bytes;
    }
    if (fits <= 0 || pieces == limits.pieces()) {
      return 0;
    }
    long all = fits * bytes;
    addPiece(from, (int) all, (source & 3) << 3);
    // Whole extents end with whole elements.
    following = (source & 3) << 3;
    extents.addRepeated(offset, bytes, step, (int) fits);
    if (source >>> 2 != lastArray) {
      touch(source >>> 2);
    }
    return fits;
  }

  /** Tells whether so many bytes in so many extents and pieces are within the limits. */
  boolean hasRoom(long bytes, int count, Limits limits) {
    return bytes <= limits.bytes() - extents.bytes()
        && count <= limits.extents() - extents.size()
        && count <= limits.pieces() - pieces;
  }

  /** Adds an extent of whole elements, for which there is room. */
  void addWhole(long offset, int bytes, long from, int source) {
    int whole = (source & 3) << 3;
    addPiece(from, bytes, whole);
    following = whole;
    extents.add(offset, bytes);
    if (source >>> 2 != lastArray) {
      touch(source >>> 2);
    }
  }

  private void addPiece(long from, int bytes, int wanted) {
    if (from == end && wanted == following) {
      length[pieces - 1] += bytes;
    } else {
      if (pieces == length.length) {
        grow();
      }
      position[pieces] = from;
      length[pieces] = bytes;
      form[pieces] = (byte) wanted;
      pieces++;
    }
    end = from + bytes;
  }

  private void touch(int array) {
    lastArray = array;
    if (array >> 6 >= touched.length) {
      touched = Arrays.copyOf(touched, (array >> 6) + 1);
    }
    touched[array >> 6] |= 1L << array;
  }

  private void grow() {
    position = Arrays.copyOf(position, pieces * 2);
    length = Arrays.copyOf(length, pieces * 2);
    form = Arrays.copyOf(form, pieces * 2);
  }

  /**
   * Returns the extents.
   *
   * @return what this round writes, ascending; valid until the round is filled anew
   */
  public ExtentList extents() {
    return extents;
  }

  /**
   * Returns the bytes.
   *
   * @return how many bytes all extents have, at most what the limits said
   */
  public int bytes() {
    return (int) extents.bytes();
  }

  /**
   * Returns the number of pieces.
   *
   * @return how many runs of the log fill the extents
   */
  public int pieces() {
    return pieces;
  }

  /**
   * Returns where a piece is in the log. For a piece whose elements are swapped and which begins
   * with the n-th byte of an element in the target, this is the n-th byte in the log as well: add
   * nothing, swap whole elements, and drop what is not wanted.
   *
   * @param piece which
   * @return the position of its first byte
   */
  public long position(int piece) {
    return position[piece];
  }

  /**
   * Returns how long a piece is.
   *
   * @param piece which
   * @return its bytes
   */
  public int length(int piece) {
    return length[piece];
  }

  /**
   * Returns the size of the elements to swap in a piece.
   *
   * @param piece which
   * @return 2, 4 or 8, or 1 when bytes go as they are
   */
  public int swapSize(int piece) {
    return 1 << (form[piece] >> 3);
  }

  /**
   * Returns which byte of its element a piece begins with.
   *
   * @param piece which
   * @return from 0 to {@code swapSize - 1}
   */
  public int phase(int piece) {
    return form[piece] & 7;
  }

  /**
   * Returns the arrays that have bytes in this round.
   *
   * @return their numbers, ascending
   */
  public int[] arrays() {
    int[] numbers = new int[touched.length * Long.SIZE];
    int count = 0;
    for (int word = 0; word < touched.length; word++) {
      for (long bits = touched[word]; bits != 0; bits &= bits - 1) {
        numbers[count++] = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      }
    }
    return Arrays.copyOf(numbers, count);
  }

  /**
   * Returns the memory held.
   *
   * @return bytes of heap in use by pieces
   */
  public long memory() {
    return (long) length.length * (Long.BYTES + Integer.BYTES + Byte.BYTES);
  }

  @Override
  public String toString() {
    return extents + " from " + pieces + " pieces";
  }
}
