package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.Move;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.target.TargetFile;

/**
 * Moves parts of the file towards its end, all processes together, in waves: each reads its share
 * of a wave, and when all have, each writes its share.
 *
 * <p>All walk the same pieces in the order of {@link Move#run}, in which nothing is overwritten
 * that is still to move; within a wave nothing is, because all of it was read before.
 */
final class Moving {
  private final ProcessGroup group;
  private final TargetFile target;
  private final String what;
  private final int share;

  /** None until there is something to move: mostly there is nothing. */
  private ByteBuffer buffer = ByteBuffer.allocateDirect(0);

  private final List<Piece> mine = new ArrayList<>();
  private final ExtentList extent = new ExtentList();

  /** Whose share of the wave is being dealt, and how much of it. */
  private int turn;

  private int dealt;

  /**
   * Prepares.
   *
   * @param share the most bytes that a process moves in a wave
   * @param what what is done, for messages
   */
  Moving(ProcessGroup group, TargetFile target, int share, String what) {
    this.group = group;
    this.target = target;
    this.share = share;
    this.what = what;
  }

  /** What one process moves at a time. */
  private record Piece(long from, long to, int length) {
    /** Pieces come from the end, so one may lie right before the one before it. */
    boolean follows(Piece earlier) {
      return from + length == earlier.from && to + length == earlier.to;
    }
  }

  /** Moves everything, and makes it durable before anything says that it lies there. */
  void run(List<Move> moves) throws IOException {
    if (moves.isEmpty()) {
      return;
    }
    buffer = ByteBuffer.allocateDirect(share);
    for (Move move : moves) {
      move.run(share, this::deal);
    }
    wave();
    Together.run(group, new NcTelling(what, NcError.NC_EWRITE), target::sync);
  }

  private void deal(long from, long to, int length) throws IOException {
    if (length > share - dealt) {
      turn++;
      dealt = 0;
      if (turn == group.size()) {
        wave();
      }
    }
    dealt += length;
    if (turn != group.rank()) {
      return;
    }
    Piece piece = new Piece(from, to, length);
    int last = mine.size() - 1;
    if (last >= 0 && piece.follows(mine.get(last))) {
      mine.set(last, new Piece(from, to, length + mine.get(last).length()));
    } else {
      mine.add(piece);
    }
  }

  private void wave() throws IOException {
    int[] read = new int[mine.size()];
    NcTelling telling = new NcTelling(what, NcError.NC_EWRITE);
    Together.run(group, telling, () -> read(read));
    Together.run(group, telling, () -> write(read));
    mine.clear();
    turn = 0;
    dealt = 0;
  }

  private void read(int[] read) throws IOException {
    int at = 0;
    for (int i = 0; i < read.length; i++) {
      Piece piece = mine.get(i);
      read[i] = target.read(piece.from(), buffer.limit(at + piece.length()).position(at));
      at += piece.length();
    }
  }

  private void write(int[] read) throws IOException {
    int at = 0;
    for (int i = 0; i < read.length; i++) {
      extent.clear();
      extent.add(mine.get(i).to(), read[i]);
      if (read[i] > 0) {
        target.write(extent, buffer.limit(at + read[i]).position(at));
      }
      at += mine.get(i).length();
    }
  }
}
