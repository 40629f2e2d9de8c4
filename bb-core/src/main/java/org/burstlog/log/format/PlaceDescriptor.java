package org.burstlog.log.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The body of an entry that says where data goes on: from a position on it lies in another file.
 *
 * <pre>
 *    40       44       48       52       56       60
 *    +--------+--------+--------+--------+--------+
 * 40 |      from       |      base       | length |
 *    +--------+--------+--------+--------+--------+
 * 60 | path of the file, UTF-8        (8-aligned) |
 *    +--------------------------------------------+
 * </pre>
 *
 * <p>Data of position <i>p</i> from <i>from</i> on lies at <i>base + p - from</i> of the file, up
 * to where the next such entry of the generation begins. Without a path, the file is the lane of
 * the data log itself. A copy of a log on another node has all data in its data log, and its reader
 * passes over these entries.
 */
public final class PlaceDescriptor {
  public static final int FROM_AT = 40;
  public static final int BASE_AT = 48;
  public static final int PATH_LENGTH_AT = 56;
  public static final int PATH_AT = 60;

  private PlaceDescriptor() {}

  /** Returns the bytes that an entry takes. */
  public static int length(byte[] path) {
    return PATH_AT + path.length + Long.BYTES - 1 & -Long.BYTES;
  }

  /** Writes the body and returns the length of the entry. */
  public static int encode(ByteBuffer entry, long from, long base, byte[] path) {
    entry.putLong(FROM_AT, from);
    entry.putLong(BASE_AT, base);
    entry.putInt(PATH_LENGTH_AT, path.length);
    entry.put(PATH_AT, path);
    int end = PATH_AT + path.length;
    while ((end & 7) != 0) {
      entry.put(end++, (byte) 0);
    }
    return end;
  }

  /**
   * Reads the path.
   *
   * @throws IllegalArgumentException when the entry has none of the length it tells
   */
  public static String path(ByteBuffer entry, int length) {
    int bytes = entry.getInt(PATH_LENGTH_AT);
    if (bytes < 0 || bytes > length - PATH_AT) {
      throw new IllegalArgumentException("a path of " + bytes + " bytes in an entry of " + length);
    }
    byte[] path = new byte[bytes];
    entry.get(PATH_AT, path);
    return new String(path, StandardCharsets.UTF_8);
  }
}
