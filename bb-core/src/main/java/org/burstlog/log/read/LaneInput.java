package org.burstlog.log.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.Lane;
import org.burstlog.storage.StorageFile;

/** Reads a lane of a metadata log from front to back, always with a whole entry in sight. */
final class LaneInput {
  private static final int WINDOW = 4 * EntryDescriptor.MAX_LENGTH;

  private final StorageFile file;
  private final Lane lane;
  private long length;
  private ByteBuffer window;
  private long windowAt;

  LaneInput(StorageFile file, Lane lane) throws IOException {
    this.file = file;
    this.lane = lane;
    this.length = lane.length(file.size());
    this.window = window(length);
  }

  private static ByteBuffer window(long length) {
    return ByteBuffer.allocate((int) Math.min(WINDOW, length))
        .order(ByteOrder.LITTLE_ENDIAN)
        .limit(0);
  }

  /** Forgets what was read of a file that is still being written. */
  void lookAgain() throws IOException {
    length = lane.length(file.size());
    window = window.capacity() < Math.min(WINDOW, length) ? window(length) : window.limit(0);
  }

  /** Gives its memory up, until {@link #lookAgain}. */
  void rest() {
    window = window(0);
  }

  /** Returns the bytes of the lane, whole blocks and what there is of the last. */
  long length() {
    return length;
  }

  /**
   * Returns how many bytes are in sight from a position on: an entry's worth unless it is the end.
   */
  int look(long position) throws IOException {
    long into = position - windowAt;
    if (into < 0
        || into > window.limit()
        || (window.limit() - into < EntryDescriptor.MAX_LENGTH
            && windowAt + window.limit() < length)) {
      fill(position);
      into = 0;
    }
    return window.limit() - (int) into;
  }

  /**
   * Returns the first multiple of 8 from a position on where an entry of a session may begin.
   *
   * @param from where to begin
   * @param session the number that each of its entries carries
   * @return the position, in sight; the length of the lane when there is none
   */
  long find(long from, long session) throws IOException {
    long position = from;
    while (look(position) >= EntryDescriptor.BODY_AT) {
      int begin = (int) (position - windowAt);
      int end = window.limit() - EntryDescriptor.BODY_AT;
      for (int i = begin; i <= end; i += Long.BYTES) {
        if (window.getLong(i + EntryDescriptor.SESSION_AT) == session) {
          long found = windowAt + i;
          return look(found) < EntryDescriptor.BODY_AT ? length : found;
        }
      }
      position += (end - begin) / Long.BYTES * Long.BYTES + Long.BYTES;
    }
    return length;
  }

  private void fill(long position) throws IOException {
    window.clear();
    windowAt = position;
    while (window.hasRemaining() && windowAt + window.position() < length) {
      long at = windowAt + window.position();
      long piece = Math.min(lane.contiguous(at), length - at);
      window.limit((int) Math.min(window.capacity(), window.position() + piece));
      if (file.read(lane.inFile(at), window) == 0) {
        break;
      }
      window.limit(window.capacity());
    }
    window.flip();
  }

  long getLong(long position) {
    return window.getLong((int) (position - windowAt));
  }

  int getInt(long position) {
    return window.getInt((int) (position - windowAt));
  }

  /** Returns an entry that is in sight, as a buffer of its own that shares the bytes. */
  ByteBuffer entry(long position, int bytes) {
    return window.slice((int) (position - windowAt), bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
