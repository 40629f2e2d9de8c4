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
 * Reads back what a drain wrote and compares it with the logs: the only proof where a target does
 * not report failed writes.
 *
 * <p>Each process compares what is its own. Where processes have put to the same bytes, only one of
 * them finds what it wrote; what a process does not find is therefore only doubted, and settled by
 * all together in {@link Doubts}.
 */
final class ContentProof {
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
      ExtentList extents = round.extents();
      int at = 0;
      for (int i = 0; i < extents.size(); i++) {
        int length = (int) extents.length(i);
        target.read(extents.offset(i), found.clear().limit(length));
        int differs = wanted.slice(at, length).mismatch(found.flip());
        if (differs >= 0) {
          doubts.add(extents.offset(i) + differs, length - differs);
        }
        at += length;
      }
    }
  }
}
