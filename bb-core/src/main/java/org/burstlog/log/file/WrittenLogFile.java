package org.burstlog.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.burstlog.log.format.Lane;
import org.burstlog.storage.StorageFile;

/**
 * A lane written by positional writes from a staging buffer: for file systems where storing to a
 * mapping is unsafe or slow. Two system calls a put, one in each file; a third where the entry
 * crosses a page.
 */
public final class WrittenLogFile implements LogFile {
  private static final int STAGING = 1 << 18;
  private static final int PAGE = 4096;

  private final StorageFile file;
  private final Lane lane;
  private final Memory staging = new Memory(ByteBuffer.allocateDirect(STAGING));
  private volatile long end;

  /** Counts writes, for views that would otherwise show what they read before. */
  private volatile long version;

  public WrittenLogFile(StorageFile file, Lane lane) {
    this.file = file;
    this.lane = lane;
  }

  @Override
  public void reserve(long from, long to) {
    // A write that finds no space says so itself, and then the put is not acknowledged.
  }

  @Override
  public void copy(long position, Object source, long offset, long length, CRC32C crc)
      throws IOException {
    for (long done = 0; done < length; ) {
      int step = (int) Math.min(STAGING, length - done);
      staging.bytes.clear();
      staging.copy(0, source, offset + done, step, crc);
      write(position + done, staging.bytes.limit(step).position(0));
      done += step;
    }
  }

  @Override
  public void commit(long position, ByteBuffer entry) throws IOException {
    int length = entry.limit();
    entry.limit(length + Long.BYTES).putLong(length, 0);
    // A kill can end a write between two pages. An entry that lies in one is written in one piece;
    // of any other the commit word is written when the rest is in place.
    if (lane.inFile(position) / PAGE == (lane.inFile(position) + entry.limit() - 1) / PAGE
        && lane.contiguous(position) >= entry.limit()) {
      write(position, entry.position(0));
    } else {
      write(position + Long.BYTES, entry.position(Long.BYTES));
      write(position, entry.limit(Long.BYTES).position(0));
    }
  }

  @Override
  public void write(long position, ByteBuffer bytes) throws IOException {
    int limit = bytes.limit();
    long at = position;
    while (bytes.position() < limit) {
      int piece = (int) Math.min(limit - bytes.position(), lane.contiguous(at));
      bytes.limit(bytes.position() + piece);
      file.write(lane.inFile(at), bytes);
      at += piece;
      bytes.limit(limit);
    }
    wroteTo(at);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread that puts writes
  private void wroteTo(long at) {
    end = Math.max(end, at);
    version++;
  }

  @Override
  public void store(int position, long word) throws IOException {
    staging.bytes.clear().putLong(0, word);
    write(position, staging.bytes.limit(Long.BYTES).position(0));
  }

  @Override
  public void sync(long from, long to) throws IOException {
    file.force();
  }

  @Override
  public DataView view() {
    return new FileDataView(file, lane, () -> version);
  }

  @Override
  public long allocated() {
    return end;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
