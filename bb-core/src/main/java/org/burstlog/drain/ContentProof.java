package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.burstlog.array.ExtentList;
import org.burstlog.log.file.DataView;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads back what a drain wrote and compares it with the logs: the only proof of a write that was
 * lost without an error.
 *
 * <p>Extents that lie near each other are read at once, with what lies between.
 *
 * <p>Each process compares what is its own. Where processes have put to the same bytes, only one of
 * them finds what it wrote; what a process does not find is therefore only doubted, and settled by
 * all together in {@link Doubts}.
 */
final class ContentProof {
  /** To read so much that is not asked for costs no more than another request. */
  private static final int NEAR = 64 << 10;

  private final TargetFile target;
  private final Pending log;
  private final Supplier<ByteBuffer[]> buffers;
  private final DrainState state;
  private final Doubts doubts;
  private @Nullable Comparison comparison;

  /**
   * Prepares to compare.
   *
   * @param target what was written
   * @param log what should be in it
   * @param buffers gives two, each as large as a round
   * @param state of the drain
   * @param window bytes of the target that are settled at a time, the same in every process
   */
  ContentProof(
      TargetFile target,
      Pending log,
      Supplier<ByteBuffer[]> buffers,
      DrainState state,
      int window) {
    this.target = target;
    this.log = log;
    this.buffers = buffers;
    this.state = state;
    this.doubts = new Doubts(target, log, state, window);
  }

  /**
   * Proves that every byte in the target is what a process has put there; fails in every process
   * when something was lost. Each step compares one round.
   *
   * @param plan what this process has put
   * @param behind what comes when all is proven
   * @return the first stage
   */
  <T> Next<T> prove(Plan plan, Supplier<Next<T>> behind) {
    return Next.work(
        () -> {
          state.attempt(() -> comparison = new Comparison(plan));
          return compareRound(plan, behind);
        });
  }

  private <T> Next<T> compareRound(Plan plan, Supplier<Next<T>> behind) {
    Comparison open = comparison;
    boolean[] any = new boolean[1];
    if (open != null) {
      state.attempt(() -> any[0] = open.next());
    }
    return any[0] ? Next.work(() -> compareRound(plan, behind)) : doubts.settle(plan, behind);
  }

  /** Rounds are walked here, not by a second thread: both buffers are needed to compare. */
  private final class Comparison {
    private final ByteBuffer[] two = buffers.get();
    private final DataView data = log.view();
    private final Gather gather = new Gather();
    private final Round round = new Round();
    private final RoundCursor cursor;

    Comparison(Plan plan) {
      cursor = plan.rounds();
    }

    boolean next() throws IOException {
      if (!cursor.next(round)) {
        return false;
      }
      state.writing(round.arrays());
      ByteBuffer wanted = two[0].clear();
      gather.fill(round, data, wanted);
      compare(round.extents(), wanted, two[1]);
      return true;
    }
  }

  private void compare(ExtentList extents, ByteBuffer wanted, ByteBuffer found) throws IOException {
    int at = 0;
    int next = 0;
    while (next < extents.size()) {
      int first = next;
      long begin = extents.offset(first);
      next = behindSpan(extents, first, found.capacity());
      long end = extents.offset(next - 1) + extents.length(next - 1);
      target.read(begin, found.clear().limit((int) (end - begin)));
      found.flip();
      for (int i = first; i < next; i++) {
        int length = (int) extents.length(i);
        int differs = mismatch(wanted.slice(at, length), found, extents.offset(i) - begin);
        if (differs >= 0) {
          doubts.add(extents.offset(i) + differs, length - differs);
        }
        at += length;
      }
    }
  }

  /** The first extent that is not read together with another one. */
  private static int behindSpan(ExtentList extents, int first, int most) {
    int next = first + 1;
    while (next < extents.size()
        && extents.offset(next) - extents.offset(next - 1) - extents.length(next - 1) <= NEAR
        && extents.offset(next) + extents.length(next) - extents.offset(first) <= most) {
      next++;
    }
    return next;
  }

  /** Where an extent differs from what was read; what lies behind the end of the file differs. */
  private static int mismatch(ByteBuffer wanted, ByteBuffer read, long from) {
    int begin = (int) Math.min(from, read.limit());
    int length = Math.min(wanted.remaining(), read.limit() - begin);
    return wanted.mismatch(read.slice(begin, length));
  }
}
