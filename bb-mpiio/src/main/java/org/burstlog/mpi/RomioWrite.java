package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a round into collective calls that the MPI library survives, the same number in every
 * process.
 *
 * <p>No process gives more than a limit to a call. And where the extents of processes interleave, a
 * call covers no more of the file than ROMIO's aggregators take in one go: with more, ROMIO takes
 * turns of exchange and write, and an aggregator whose write fails leaves while the others wait for
 * its next turn, for ever.
 */
final class RomioWrite implements CollectiveWrite {
  private final MpiGroup group;
  private final MpiFile file;
  private final int largestCall;
  private final long window;
  private final Growth growth;
  private final boolean alwaysExchanges;
  private final Pieces pieces = new Pieces();

  /** Makes the file reach to the end of a round. Collective. */
  interface Growth {
    void reach(CollectiveWrite.Round round) throws IOException;
  }

  /**
   * For one file.
   *
   * @param group the processes that write
   * @param file what they write to
   * @param largestCall most bytes of a process in a call
   * @param window most bytes of the file in a call of processes whose extents interleave
   * @param growth makes the file longer; ROMIO reads what lies between extents, to write it back
   *     with them, and past the end of the file it writes back whatever its memory held
   * @param hints may tell ROMIO to exchange data even where extents do not interleave
   */
  RomioWrite(
      MpiGroup group, MpiFile file, int largestCall, long window, Growth growth, MpiHints hints) {
    this.group = group;
    this.file = file;
    this.largestCall = largestCall;
    this.window = Math.min(window, largestCall);
    this.growth = growth;
    this.alwaysExchanges = "enable".equals(hints.asMap().get("romio_cb_write"));
  }

  @Override
  public void write(Round round, ExtentList extents, ByteBuffer data) throws IOException {
    // To agree on the round was to meet.
    try (FileTurn turn = FileTurn.lead(group)) {
      write(turn, round, extents, data);
    }
  }

  private void write(FileTurn turn, Round round, ExtentList extents, ByteBuffer data)
      throws IOException {
    boolean exchanges = alwaysExchanges || round.interleaved();
    int limit = data.limit();
    IOException failure = null;
    pieces.begin(extents);
    while (true) {
      long[] agreed = {pieces.next(), failure == null ? 1 : 0};
      group.min(agreed);
      if (agreed[1] == 0 || agreed[0] == Long.MAX_VALUE) {
        data.limit(limit).position(limit);
        finish(failure, agreed[1] == 0);
        return;
      }
      turn.met();
      growth.reach(round);
      failure =
          exchanges
              ? call(end(agreed[0]), end(agreed[0]), data)
              : call(Long.MAX_VALUE, /* elsewhere= */ 0, data);
    }
  }

  private long end(long start) {
    return start > Long.MAX_VALUE - window ? Long.MAX_VALUE : start + window;
  }

  /**
   * Makes one call; this process may have nothing for it.
   *
   * @param end of what the call covers
   * @param elsewhere where a process is that has nothing. ROMIO compares each process with the one
   *     before it. If it finds that none interleave, each writes by itself, and one that writes
   *     around another's bytes reads these before and writes them again. Behind all others, a
   *     process with nothing makes the next one interleave.
   */
  private @Nullable IOException call(long end, long elsewhere, ByteBuffer data) throws IOException {
    pieces.take(largestCall, end);
    int next = data.position() + pieces.bytes();
    IOException failure = null;
    if (group.max(file.shows(pieces) ? 0 : 1) != 0) {
      try {
        file.show(pieces);
      } catch (IOException e) {
        // The others are on their way into the write and wait for this process there.
        failure = e;
        pieces.clear();
      }
    }
    try {
      file.writeAll(pieces, data, elsewhere);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
    data.position(next);
    return failure;
  }

  private static void finish(@Nullable IOException failure, boolean stopped) throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (stopped) {
      throw new BurstlogException(
          "the round was not written to its end, because another process failed to write; its own"
              + " error says why");
    }
  }
}
