package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;
import org.burstlog.array.ExtentList;
import org.burstlog.group.Collective;
import org.burstlog.log.file.DataView;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;
import org.burstlog.target.TargetFile;

/**
 * Where a process did not find in the target what it has put there, and whether another process
 * finds there what it has: between processes the last write is undefined, but one of them must have
 * won each byte.
 *
 * <p>All walk the doubted parts of the target together, window by window, and tell each other which
 * bytes they miss and which of those are theirs.
 */
final class Doubts {
  /** So that they take little memory; beyond it the last one covers all that follow. */
  private static final int MOST = 4096;

  private final TargetFile target;
  private final Pending log;
  private final DrainState state;
  private final int window;
  private final ExtentList doubted = new ExtentList();
  private int settled;

  /** Everything before this byte is settled, in all processes. */
  private long done;

  /** Bytes of the window that this process has put and found, and that it has not found. */
  private final BitSet right = new BitSet();

  private final BitSet wrong = new BitSet();

  Doubts(TargetFile target, Pending log, DrainState state, int window) {
    this.target = target;
    this.log = log;
    this.state = state;
    this.window = window;
  }

  /** Notes bytes, not all of which need be wrong; they ascend from call to call. */
  void add(long offset, long length) {
    if (doubted.size() < MOST) {
      doubted.add(offset, length);
    } else {
      long end = doubted.end();
      doubted.add(end, offset + length - end);
    }
  }

  /**
   * Goes on when all that was doubted by any process is what another has put; fails in every
   * process when something was lost, or some process failed before. Each step looks at one window.
   *
   * @param plan what this process has put
   * @param behind what comes then
   * @return the first stage
   */
  <T> Next<T> settle(Plan plan, Supplier<Next<T>> behind) {
    return state.least(
        new long[] {next(done)},
        first ->
            first[0] == Long.MAX_VALUE
                ? behind.get()
                : Next.work(() -> settle(plan, first[0], behind)));
  }

  private <T> Next<T> settle(Plan plan, long begin, Supplier<Next<T>> behind) {
    done = end(begin);
    right.clear();
    wrong.clear();
    state.attempt(() -> look(plan, begin));
    // What follows is not attempted: all take part in it, whatever failed.
    return union(
        wrong,
        missed -> {
          right.and(missed);
          return union(
              right,
              found -> {
                missed.andNot(found);
                return Next.work(
                    () -> {
                      state.attempt(() -> require(begin, missed));
                      return settle(plan, behind);
                    });
              });
        });
  }

  /** The first byte behind another that is doubted here, the largest long when none is. */
  private long next(long from) {
    while (settled < doubted.size()) {
      if (doubted.offset(settled) + doubted.length(settled) > from) {
        return Math.max(from, doubted.offset(settled));
      }
      settled++;
    }
    return Long.MAX_VALUE;
  }

  private long end(long begin) {
    return begin > Long.MAX_VALUE - window ? Long.MAX_VALUE : begin + window;
  }

  /** The bits that any process has set. */
  private <T> Next<T> union(BitSet mine, Next.Conclusion<BitSet, T> conclusion) {
    long[] bits = Arrays.copyOf(mine.toLongArray(), (window + Long.SIZE - 1) / Long.SIZE);
    return state.met(
        () -> state.group().begin(Collective.or(bits)), all -> conclusion.of(BitSet.valueOf(all)));
  }

  private void require(long begin, BitSet lost) throws IOException {
    wrong.and(lost);
    if (!wrong.isEmpty()) {
      long at = begin + wrong.nextSetBit(0);
      throw new IOException(
          "the byte at "
              + at
              + (target.size() <= at ? " is missing" : " is not what was written")
              + "; the write was lost without an error");
    }
  }

  /** Compares what this process has put into a window. */
  private void look(Plan plan, long begin) throws IOException {
    ByteBuffer wanted = ByteBuffer.allocateDirect(window);
    ByteBuffer found = ByteBuffer.allocateDirect(window);
    int n = target.read(begin, found);
    RoundCursor cursor = plan.rounds(begin, end(begin));
    DataView data = log.view();
    Gather gather = new Gather();
    Round round = new Round();
    while (cursor.next(round)) {
      state.writing(round.arrays());
      gather.fill(round, data, wanted.clear());
      ExtentList extents = round.extents();
      wanted.flip();
      for (int i = 0; i < extents.size(); i++) {
        int length = (int) extents.length(i);
        int at = (int) (extents.offset(i) - begin);
        for (int b = 0; b < length; b++) {
          byte own = wanted.get();
          (at + b < n && found.get(at + b) == own ? right : wrong).set(at + b);
        }
      }
    }
  }
}
