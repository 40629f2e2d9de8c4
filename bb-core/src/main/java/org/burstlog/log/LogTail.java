package org.burstlog.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.log.file.Appender;
import org.burstlog.log.file.DataView;
import org.burstlog.log.file.Placement;
import org.burstlog.log.format.LogHeader;
import org.jspecify.annotations.Nullable;

/**
 * A log as it is seen by whoever copies it while it grows. What is there is looked at between two
 * puts; its bytes are then read beside them, as nobody changes bytes of a generation that are
 * there. Only the beginning of the next generation and the end of the log wait for who reads.
 *
 * <p>For one thread.
 */
public final class LogTail {
  private final LogWriter writer;
  private final Appender appender;
  private final Object reading;
  private final DataView meta;
  private final DataView data;

  LogTail(LogWriter writer, Appender appender, Object reading) {
    this.writer = writer;
    this.appender = appender;
    this.reading = reading;
    this.meta = appender.meta.view();
    this.data = appender.data.view();
  }

  /**
   * What there is between two puts.
   *
   * @param header what the log says of itself, its generation among it
   * @param dataBlock size of the blocks of the data log, where processes share it
   * @param began number of the last drain of all processes before this generation
   * @param metaEnd where the entries end
   * @param filled how much data there is
   * @param placement where that is
   * @param tally the words of the tally
   */
  public record Look(
      LogHeader header,
      long dataBlock,
      long began,
      long metaEnd,
      long filled,
      Placement placement,
      List<Long> tally) {
    /**
     * Copies the list.
     *
     * @param header what the log says of itself, its generation among it
     * @param dataBlock size of the blocks of the data log, where processes share it
     * @param began number of the last drain of all processes before this generation
     * @param metaEnd where the entries end
     * @param filled how much data there is
     * @param placement where that is
     * @param tally the words of the tally
     */
    public Look {
      tally = List.copyOf(tally);
    }
  }

  /**
   * Looks.
   *
   * @return what there is; null when the log is closed, or is about to be
   * @throws IOException when it cannot be read
   */
  public @Nullable Look look() throws IOException {
    synchronized (writer) {
      return writer.isClosed()
          ? null
          : new Look(
              appender.header(),
              appender.dataBlock(),
              writer.began(),
              appender.metaEnd(),
              appender.filled(),
              appender.placement(),
              appender.tally());
    }
  }

  /**
   * Reads entries.
   *
   * @param generation whose entries
   * @param position where they begin
   * @param into filled from its position to its limit
   * @return false when the log is not of that generation any more, or is closed
   * @throws IOException when it cannot be read
   */
  public boolean readEntries(int generation, long position, ByteBuffer into) throws IOException {
    return read(meta, generation, position, into);
  }

  /**
   * Reads data.
   *
   * @param generation whose data
   * @param position where it begins in the data log
   * @param into filled from its position to its limit
   * @return false when the log is not of that generation any more, or is closed
   * @throws IOException when it cannot be read
   */
  public boolean readData(int generation, long position, ByteBuffer into) throws IOException {
    return read(data, generation, position, into);
  }

  /**
   * Tells how long an entry is that was read.
   *
   * @param entries what was read, in little-endian order
   * @param at where it begins there
   * @param end where what was read ends
   * @return its length; 0 when it is not there to its end
   */
  public static int entryLength(ByteBuffer entries, int at, int end) {
    return LogCopy.length(entries, at, end);
  }

  /**
   * Tells how much data belongs to an entry that was read.
   *
   * @param entries what was read, in little-endian order
   * @param at where it begins there
   * @return bytes, alignment included
   */
  public static long dataOfEntry(ByteBuffer entries, int at) {
    return LogCopy.dataOf(entries, at);
  }

  private boolean read(DataView view, int generation, long from, ByteBuffer into)
      throws IOException {
    synchronized (reading) {
      long position = from;
      while (into.hasRemaining()) {
        int length;
        synchronized (writer) {
          if (writer.isClosed() || appender.generation() != generation) {
            return false;
          }
          // What large puts have written is mapped here, which must not happen beside a put.
          length = view.seek(position, into.remaining());
        }
        into.put(into.position(), view.buffer(), view.index(), length);
        into.position(into.position() + length);
        position += length;
      }
      return true;
    }
  }
}
