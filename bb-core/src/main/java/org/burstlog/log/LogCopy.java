package org.burstlog.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.burstlog.log.file.Appender;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.PutDescriptor;
import org.burstlog.log.format.TallyDescriptor;
import org.burstlog.log.option.LogOptions;

/**
 * A copy of one lane of a log, written as the log itself is: data before entries, the commit word
 * of an entry last, a generation by its header slot. So whatever ends this process at any moment,
 * what is there reads as the log of a process that was killed a little earlier.
 *
 * <p>Not safe for several threads.
 */
public final class LogCopy implements Closeable {
  private final SessionDirectory directory;
  private final String name;
  private final Appender appender;
  private long covered;
  private boolean closed;

  private LogCopy(SessionDirectory directory, String name, Appender appender) {
    this.directory = directory;
    this.name = name;
    this.appender = appender;
  }

  /**
   * Begins a copy that holds nothing yet. The files are made where they are missing: several
   * processes may copy lanes of one log.
   *
   * @param directory where
   * @param name what the files are called
   * @param header what the log says of itself
   * @param dataBlock size of the blocks of its data log
   * @param options how it is written
   * @return the copy
   * @throws org.burstlog.storage.NoSpaceException when there is no space for it
   * @throws IOException when it cannot be made
   */
  public static LogCopy begin(
      SessionDirectory directory, String name, LogHeader header, long dataBlock, LogOptions options)
      throws IOException {
    Appender appender = LogFiles.copy(directory, name, header, dataBlock, options);
    return new LogCopy(directory, name, appender);
  }

  /**
   * Tells how much data the entries cover that are there.
   *
   * @return bytes, alignment included
   */
  public long covered() {
    return covered;
  }

  /**
   * Tells where the next entry goes.
   *
   * @return the position
   */
  public long metaEnd() {
    return appender.metaEnd();
  }

  /**
   * Returns what the copy says of itself.
   *
   * @return the header, of the generation that counts
   */
  public LogHeader header() {
    return appender.header();
  }

  /**
   * Begins another generation.
   *
   * @param header what the log says of itself
   * @throws IOException when it cannot be written
   */
  public void reset(LogHeader header) throws IOException {
    appender.reset(header);
    covered = 0;
  }

  /**
   * Copies data.
   *
   * @param position where it is in the data log
   * @param bytes the bytes
   * @throws org.burstlog.storage.NoSpaceException when there is no space for it
   * @throws IOException when it cannot be written
   */
  public void data(long position, ByteBuffer bytes) throws IOException {
    directory.wear().write(bytes.remaining());
    appender.data.reserve(position, position + bytes.remaining());
    appender.data.write(position, bytes);
  }

  /**
   * Copies entries whose data is here.
   *
   * @param bytes whole entries, one behind the other
   * @throws org.burstlog.storage.NoSpaceException when there is no space for them
   * @throws IOException when they cannot be written, or are none
   */
  public void entries(ByteBuffer bytes) throws IOException {
    ByteBuffer all = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int end = all.limit();
    long metaEnd = appender.metaEnd();
    directory.wear().write(all.remaining());
    appender.meta.reserve(metaEnd, metaEnd + all.remaining() + Long.BYTES);
    while (all.position() < end) {
      int at = all.position();
      int length = length(all, at, end);
      if (length == 0) {
        throw new IOException(name + ": what was sent is no entry");
      }
      covered += dataOf(all, at);
      appender.copyEntry(all.limit(at + length));
      all.limit(end).position(at + length);
    }
  }

  /** Returns the length of the entry at an index, 0 when no whole one is there. */
  static int length(ByteBuffer entries, int at, int end) {
    if (end - at < EntryDescriptor.BODY_AT) {
      return 0;
    }
    int length = entries.getInt(at + EntryDescriptor.LENGTH_AT);
    return EntryDescriptor.plausible(length) && length <= end - at ? length : 0;
  }

  /** Returns how much of the data log belongs to an entry. */
  static long dataOf(ByteBuffer entries, int at) {
    return entries.getShort(at + EntryDescriptor.KIND_AT) == EntryDescriptor.PUT
        ? Appender.aligned(entries.getLong(at + PutDescriptor.DATA_LENGTH_AT))
        : 0;
  }

  /**
   * Copies the tally, when the entries are there that it counts.
   *
   * @param words the words of the tally
   * @throws IOException when they cannot be written
   */
  public void tally(List<Long> words) throws IOException {
    if (words.size() != TallyDescriptor.WORDS) {
      throw new IOException(name + ": " + words.size() + " words are no tally");
    }
    appender.tellTally(words);
  }

  /**
   * Gives up what is in it, because it is proven in the target: begins the generation that the log
   * itself begins then.
   *
   * @param epoch the epoch of the records to come
   * @throws IOException when that cannot be written
   */
  public void release(int epoch) throws IOException {
    reset(header().withGeneration(header().generation() + 1).withEpoch(epoch));
  }

  /**
   * Closes and deletes the files.
   *
   * @throws IOException when they cannot be deleted
   */
  public void delete() throws IOException {
    try {
      close();
    } finally {
      LogFiles.delete(directory, name);
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      appender.close();
    }
  }
}
