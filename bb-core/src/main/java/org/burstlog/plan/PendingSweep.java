package org.burstlog.plan;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.array.memory.Bytes;
import org.burstlog.log.file.DataView;

/** Walks over what a plan has of a region, from the first byte to the last. */
final class PendingSweep {
  /** Extents of the region that are nearer than this are looked for together. */
  private static final int GAP = 64 << 10;

  private static final int LEAST_ROOM = 4096;

  private final DataView data;
  private final ExtentCursor wanted = new ExtentCursor();
  private final ExtentCursor ahead = new ExtentCursor();
  private final Gather gather = new Gather();
  private final Round round = new Round();
  private final Bytes bytes = new Bytes();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(0);

  /** Whether {@link #wanted} stands on an extent. */
  private boolean standing;

  private long taken;
  private long stopped;

  /** A walk over records whose data is in a log; the view is used by nobody else. */
  PendingSweep(DataView data) {
    this.data = data;
  }

  /** Returns how many bytes were taken in the last walk. */
  long taken() {
    return taken;
  }

  /**
   * Walks.
   *
   * @param from the first byte of the target that is of interest
   * @param last the last byte of the region
   * @return the first byte that was not taken; {@link PendingReader#END} when all were
   */
  long walk(
      Plan source, Array array, Region region, long from, long last, PendingReader.Taker taker)
      throws IOException {
    taken = 0;
    stopped = PendingReader.END;
    if (source.isEmpty() || source.firstByte() > last) {
      return stopped;
    }
    wanted.reset(array, region);
    ahead.reset(array, region);
    boolean more = wanted.skip(from);
    boolean further = ahead.skip(from);
    while (more) {
      // What lies far behind is another window, lest all between is taken from the log in vain.
      long begin = wanted.offset();
      long end = begin;
      while (further && (end == begin || ahead.offset() - end <= GAP)) {
        end = ahead.offset() + ahead.length();
        further = ahead.next();
      }
      RoundCursor rounds = source.rounds(begin, end);
      while (more && rounds.next(round)) {
        copyRound(taker);
        if (stopped != PendingReader.END) {
          return stopped;
        }
        more = standing;
      }
      if (more && wanted.offset() < end) {
        more = further && wanted.skip(ahead.offset());
      }
    }
    return stopped;
  }

  private void copyRound(PendingReader.Taker taker) throws IOException {
    makeRoom();
    gather.fill(round, data, buffer.clear());
    ExtentList extents = round.extents();
    int at = 0;
    standing = true;
    for (int i = 0; i < extents.size() && standing; i++) {
      long begin = extents.offset(i);
      long end = begin + extents.length(i);
      if (wanted.offset() + wanted.length() <= begin) {
        standing = wanted.skip(begin);
      }
      while (standing && wanted.offset() < end) {
        long from = Math.max(begin, wanted.offset());
        long wantedEnd = wanted.offset() + wanted.length();
        int length = (int) (Math.min(end, wantedEnd) - from);
        int index = at + (int) (from - begin);
        int took = taker.take(bytes, index, length, wanted.position() + from - wanted.offset());
        taken += took;
        if (took < length) {
          stopped = from + took;
          return;
        }
        if (wantedEnd > end) {
          break;
        }
        standing = wanted.next();
      }
      at += (int) extents.length(i);
    }
  }

  private void makeRoom() {
    int most = round.bytes();
    if (buffer.capacity() < most) {
      int room = Math.max(Math.max(most, LEAST_ROOM), 2 * buffer.capacity());
      buffer = ByteBuffer.allocateDirect(Math.min(PendingReader.WINDOW, room));
      bytes.of(buffer);
    }
  }
}
