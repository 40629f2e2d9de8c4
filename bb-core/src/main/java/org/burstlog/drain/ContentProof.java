package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.ExtentList;
import org.burstlog.log.DataView;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.target.TargetFile;

/**
 * Reads back what a drain wrote and compares it with the log: the only proof where a target does
 * not report failed writes.
 */
final class ContentProof {
  private final TargetFile target;
  private final DataView data;
  private final ByteBuffer[] buffers;
  private final Progress progress;

  ContentProof(TargetFile target, DataView data, ByteBuffer[] buffers, Progress progress) {
    this.target = target;
    this.data = data;
    this.buffers = buffers;
    this.progress = progress;
  }

  void check(Plan plan) throws IOException {
    // Rounds are walked here, not by a second thread: both buffers are needed to compare.
    ByteBuffer wanted = buffers[0];
    ByteBuffer found = buffers[1];
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
        compare(extents.offset(i), wanted.slice(at, length), found.clear().limit(length));
        at += length;
      }
    }
  }

  private void compare(long offset, ByteBuffer wanted, ByteBuffer found) throws IOException {
    int n = target.read(offset, found);
    int differs = wanted.mismatch(found.flip());
    if (differs >= 0) {
      throw new IOException(
          "the byte at "
              + (offset + differs)
              + (n <= differs ? " is missing" : " is not what was written")
              + "; the write was lost without an error, or another process wrote the same place");
    }
  }
}
