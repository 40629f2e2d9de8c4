package org.burstlog.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** An open file of the tier. Safe for several threads; every call names its position. */
public interface StorageFile extends ReadableFile {
  /**
   * Writes all bytes of a buffer.
   *
   * @param position where the first goes
   * @param bytes the bytes, from position to limit; left at its limit
   * @throws NoSpaceException when space ran out; some of the bytes may have been written
   * @throws IOException when they cannot be written
   */
  void write(long position, ByteBuffer bytes) throws IOException;

  /**
   * Puts real, zeroed space behind a range, so that a mapping of it can always be written.
   *
   * @param position where the range begins
   * @param length how long it is
   * @throws NoSpaceException when there is not enough; part of the range may have been allocated
   * @throws IOException when that failed
   */
  void allocate(long position, long length) throws IOException;

  /**
   * Maps a range for reading and writing.
   *
   * @param position where the range begins, a multiple of 8
   * @param length how long it is; all of it is inside the file
   * @return the mapping
   * @throws IOException when it cannot be mapped
   */
  Mapping map(long position, int length) throws IOException;

  /**
   * Cuts the file off.
   *
   * @param size its new size, no larger than it is
   * @throws IOException when that failed
   */
  void truncate(long size) throws IOException;

  /**
   * Takes note that the directory it lies in has another name, whoever has given it.
   *
   * @param to where the file is now
   */
  void renamed(Path to);

  /**
   * Makes durable what was written by {@link #write}.
   *
   * @throws IOException when that failed; what was written may be lost
   */
  void force() throws IOException;
}
