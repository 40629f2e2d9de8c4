package org.burstlog.log.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * One lane of one file of a log, as its writer sees it: an address space that is written from the
 * start, and from the start again after each drain. There are two ways to write, chosen by the file
 * system of the tier.
 *
 * <p>Not safe for several threads but for {@link #sync} and views, which may be used by another
 * thread than the one that writes.
 */
public sealed interface LogFile extends Closeable
    permits MappedLogFile, WrittenLogFile, SpillingLogFile {
  /**
   * Makes sure that a range can be written: without running out of space, or, where that shows only
   * as it is written, so that who writes is told.
   *
   * @param from where it begins; everything before it is written or reserved
   * @param to where it ends
   * @throws org.burstlog.storage.NoSpaceException when it cannot; nothing has changed
   * @throws IOException when the file cannot be grown for another reason
   */
  void reserve(long from, long to) throws IOException;

  /**
   * Copies data into the file.
   *
   * @param position where it goes, a multiple of 8; reserved
   * @param source a primitive array or a byte buffer
   * @param offset bytes into the source
   * @param length bytes to copy
   * @param crc what the copied bytes are added to
   * @throws IOException when they cannot be written
   */
  void copy(long position, Object source, long offset, long length, CRC32C crc) throws IOException;

  /**
   * Writes an entry and the zero that ends the log behind it; its first 8 bytes, the commit word,
   * last.
   *
   * @param position where it goes, a multiple of 8; reserved up to 8 bytes behind the entry
   * @param entry the entry from its first byte to its limit, with room for 8 bytes behind it
   * @throws IOException when it cannot be written
   */
  void commit(long position, ByteBuffer entry) throws IOException;

  /**
   * Writes bytes without order.
   *
   * @param position where they go; reserved
   * @param bytes from position to limit
   * @throws IOException when they cannot be written
   */
  void write(long position, ByteBuffer bytes) throws IOException;

  /**
   * Stores a word in one piece, behind everything that was written before.
   *
   * @param position where it goes, a multiple of 8 in the header block
   * @param word what is stored
   * @throws IOException when it cannot be written
   */
  void store(int position, long word) throws IOException;

  /**
   * Makes a range durable.
   *
   * @param from where it begins
   * @param to where it ends
   * @throws IOException when that failed; the log cannot be trusted any more
   */
  void sync(long from, long to) throws IOException;

  /**
   * Opens a view of what was written; it sees what is written later.
   *
   * @return the view, good until this file is closed
   */
  DataView view();

  /**
   * Returns the space taken.
   *
   * @return bytes of the tier behind this lane
   */
  long allocated();
}
