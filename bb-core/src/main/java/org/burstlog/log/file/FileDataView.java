package org.burstlog.log.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongSupplier;
import org.burstlog.log.format.Lane;
import org.burstlog.storage.StorageFile;

/**
 * A view that reads the file. It reads ahead only behind a seek that went on where the last one
 * ended, so that scattered small seeks do not read what nobody asked for.
 */
public final class FileDataView implements DataView {
  private static final int WINDOW = 1 << 18;
  private static final int LEAST_WINDOW = 1 << 12;

  private final StorageFile file;
  private final Lane lane;
  private final LongSupplier version;

  /** As large as the largest need so far. */
  private ByteBuffer window = ByteBuffer.allocateDirect(0);

  private long windowAt;
  private long expected = -1;
  private int index;
  private long seen;

  /** A view of a file that nobody writes. */
  public FileDataView(StorageFile file, Lane lane) {
    this(file, lane, () -> 0);
  }

  /**
   * A view of a file that is being written.
   *
   * @param file the file
   * @param lane which part of it
   * @param version a number that changes when the file does
   */
  public FileDataView(StorageFile file, Lane lane, LongSupplier version) {
    this.file = file;
    this.lane = lane;
    this.version = version;
  }

  @Override
  public int seek(long position, int wanted) throws IOException {
    long now = version.getAsLong();
    if (now != seen) {
      window.limit(0);
      seen = now;
    }
    long into = position - windowAt;
    if (into < 0 || into >= window.limit()) {
      fill(position, position == expected ? WINDOW : Math.min(wanted, WINDOW));
      into = 0;
    }
    index = (int) into;
    int found = Math.min(wanted, window.limit() - index);
    expected = position + found;
    return found;
  }

  private void fill(long position, int length) throws IOException {
    if (length > window.capacity()) {
      int larger = Math.min(WINDOW, Math.max(LEAST_WINDOW, Integer.highestOneBit(length) * 2));
      window = ByteBuffer.allocateDirect(larger).order(ByteOrder.nativeOrder());
    }
    window.clear().limit((int) Math.min(length, lane.contiguous(position)));
    windowAt = position;
    int n;
    try {
      n = file.read(lane.inFile(position), window);
    } catch (IOException e) {
      window.limit(0);
      throw e;
    }
    window.limit(n);
    if (n == 0) {
      throw new EOFException(file + ": ends before position " + position + " of its lane");
    }
  }

  @Override
  public ByteBuffer buffer() {
    return window;
  }

  @Override
  public int index() {
    return index;
  }
}
