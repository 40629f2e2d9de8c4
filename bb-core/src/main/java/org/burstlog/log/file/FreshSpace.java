package org.burstlog.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.burstlog.log.format.Lane;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * The space behind the mapped part of a log file, as long as large puts run into it: they are
 * written there, and it is mapped only when it is read, or when stores are to follow.
 *
 * <p>Space that is mapped first is touched three times: zeros are written so that there are blocks,
 * each page faults in, and then the data comes. A large put that is written touches it once, and
 * its system calls are few beside its bytes.
 *
 * <p>Not safe for several threads, but for {@link #end}.
 */
public final class FreshSpace {
  /** From here on, a put is cheaper written than stored behind zeros and page faults. */
  public static final int LARGE = 1 << 15;

  /** Still in the processor's cache when it is written. */
  private static final int STAGING = 1 << 16;

  private static final int MOST_AT_ONCE = 1 << 30;

  private final StorageFile file;
  private final Lane lane;
  private final Budget budget;
  private @Nullable Memory staging;

  /** Up to where the budget was taken. */
  private long granted;

  private volatile long end;

  FreshSpace(StorageFile file, Lane lane, Budget budget) {
    this.file = file;
    this.lane = lane;
    this.budget = budget;
  }

  /** Begins at the end of what is mapped. */
  void begin(long mapped) {
    granted = mapped;
    end = mapped;
  }

  /** Returns up to where it was written. */
  long end() {
    return end;
  }

  /** Takes what it needs of the budget to be written up to a position. */
  void reserve(long to) throws Budget.SpentException {
    long before = granted;
    try {
      while (granted < to) {
        int step = (int) Math.min(to - granted, MOST_AT_ONCE);
        granted += budget.take(step, step, 1);
      }
    } catch (Budget.SpentException e) {
      budget.giveBack(granted - before);
      granted = before;
      throw e;
    }
  }

  /** Writes data, and adds it to a checksum. When it throws, the space is given back. */
  void copy(long position, Object source, long offset, long length, CRC32C crc) throws IOException {
    Memory piece = staging;
    if (piece == null) {
      piece = new Memory(ByteBuffer.allocateDirect(STAGING));
      staging = piece;
    }
    try {
      for (long done = 0; done < length; ) {
        long most = Math.min(STAGING, lane.contiguous(position + done));
        int step = (int) Math.min(most, length - done);
        piece.copy(0, source, offset + done, step, crc);
        file.write(lane.inFile(position + done), piece.bytes.limit(step).position(0));
        piece.bytes.clear();
        done += step;
      }
    } catch (IOException e) {
      piece.bytes.clear();
      giveBack(e);
      throw e;
    }
    end = Appender.aligned(position + length);
  }

  private void giveBack(IOException cause) {
    settle();
    if (lane.lanes() == 1) {
      try {
        file.truncate(end);
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
  }

  /** Keeps no more of the budget than was written. */
  void settle() {
    budget.giveBack(granted - end);
    granted = end;
  }
}
