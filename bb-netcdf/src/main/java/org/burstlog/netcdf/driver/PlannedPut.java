package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainOptions;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;

/**
 * Writes many puts as few large ones, by the plan that a drain uses: in the order of the file, with
 * what touches merged, and where they overlap only the last.
 */
final class PlannedPut {
  private final DirectPut.Sink sink;
  private final DrainOptions options;

  PlannedPut(DirectPut.Sink sink, DrainOptions options) {
    this.sink = sink;
    this.options = options;
  }

  void put(List<Transfer> puts, List<Array> arrays) throws IOException {
    MemoryLog log = new MemoryLog(puts);
    Limits limits = Limits.of(options.buffer(), options.extents());
    Plan plan = Plan.of(log.records(), arrays, limits);
    if (plan.isEmpty()) {
      return;
    }
    Gather gather = new Gather();
    Round round = new Round();
    ByteBuffer buffer =
        ByteBuffer.allocateDirect((int) Math.min(options.buffer(), Math.max(8, plan.bytes())));
    RoundCursor rounds = plan.rounds();
    while (rounds.next(round)) {
      buffer.clear();
      gather.fill(round, log, buffer);
      sink.write(round.extents(), buffer.flip());
    }
  }
}
