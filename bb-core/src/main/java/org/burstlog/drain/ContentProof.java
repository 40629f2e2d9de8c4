package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.burstlog.array.ExtentList;
import org.burstlog.log.DataView;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.target.TargetFile;

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
  private final Progress progress;
  private final int window;

  /**
   * Prepares to compare.
   *
   * @param target what was written
   * @param log what should be in it
   * @param buffers gives two, each as large as a round
   * @param progress of the drain
   * @param window bytes of the target that are settled at a time, the same in every process
   */
  ContentProof(
      TargetFile target,
      Pending log,
      Supplier<ByteBuffer[]> buffers,
      Progress progress,
      int window) {
    this.target = target;
    this.log = log;
    this.buffers = buffers;
    this.progress = progress;
    this.window = window;
  }

  /**
   * Proves that every byte in the target is what a process has put there. Collective.
   *
   * @param plan what this process has put
   * @throws DrainFailedException in every process, when something was lost
   * @throws IOException when the group cannot be used any more
   */
  void prove(Plan plan) throws IOException {
    Doubts doubts = new Doubts(target, log, progress, window);
    progress.attempt(() -> compare(plan, log.view(), doubts));
    doubts.settle(plan);
  }

  private void compare(Plan plan, DataView data, Doubts doubts) throws IOException {
    // Rounds are walked here, not by a second thread: both buffers are needed to compare.
    ByteBuffer[] two = buffers.get();
    ByteBuffer wanted = two[0];
    ByteBuffer found = two[1];
    var cursor = plan.rounds();
    var gather = new Gather();
    var round = new Round();
    while (cursor.next(round)) {
      progress.writing(round.arrays());
      wanted.clear();
      gather.fill(round, data, wanted);
      compare(round.extents(), wanted, found, doubts);
    }
  }

  private void compare(ExtentList extents, ByteBuffer wanted, ByteBuffer found, Doubts doubts)
      throws IOException {
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
