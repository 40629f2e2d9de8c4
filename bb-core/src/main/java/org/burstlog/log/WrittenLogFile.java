package org.burstlog.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.burstlog.storage.StorageFile;

/**
 * A lane written by positional writes from a staging buffer: for file systems where storing to a
 * mapping is unsafe or slow. Two system calls a put, one in each file.
 */
final class WrittenLogFile implements LogFile {
  private static final int STAGING = 1 << 18;

  private final StorageFile file;
  private final Lane lane;
  private final Memory staging = new Memory(ByteBuffer.allocateDirect(STAGING));
  private long end;

  WrittenLogFile(StorageFile file, Lane lane) {
    this.file = file;
    this.lane = lane;
  }

  @Override
  public void reserve(long end) {
    // A write that finds no space says so itself, and then the put is not acknowledged.
  }

  @Override
  public void copy(long position, Object source, long offset, long length, CRC32C crc)
      throws IOException {
    for (long done = 0; done < length; ) {
      int step = (int) Math.min(STAGING, length - done);
      staging.copy(0, source, offset + done, step, crc);
      write(position + done, staging.bytes.limit(step).position(0));
      staging.bytes.clear();
      done += step;
    }
  }

  @Override
  public void commit(long position, ByteBuffer entry) throws IOException {
    int length = entry.limit();
    entry.limit(length + Long.BYTES).putLong(length, 0);
    // One write puts the commit word in place with all that it commits. Where the entry goes on in
    // another block two are needed, and the one with the commit word comes last.
    int head = (int) Math.min(length + Long.BYTES, lane.contiguous(position));
    if (head < entry.limit()) {
      write(position + head, entry.position(head));
      entry.limit(head);
    }
    write(position, entry.position(0));
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
    end = Math.max(end, at);
  }

  @Override
  public void sync(long from, long to) throws IOException {
    file.force();
  }

  @Override
  public DataView view() {
    return new FileDataView(file, lane);
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
