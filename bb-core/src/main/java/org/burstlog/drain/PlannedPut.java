package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.plan.Gather;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;

/**
 * Writes many puts as few large ones, by the plan that a drain uses: in the order of the file, with
 * what touches merged, and where they overlap only the last.
 */
public final class PlannedPut {
  private final DrainOptions options;
  private final MemoryLog puts = new MemoryLog();

  /**
   * No put yet.
   *
   * @param options how large what is written may be
   */
  public PlannedPut(DrainOptions options) {
    this.options = options;
  }

  /**
   * Adds a put, later than those before.
   *
   * @param array the place of its array among those that are written
   * @param region where in the array; not changed as long as this is in use
   * @param bytes the elements of the region in the machine's byte order, from index 0 to the limit
   */
  public void add(int array, Region region, ByteBuffer bytes) {
    puts.add(array, region, bytes);
  }

  /**
   * Writes them.
   *
   * @param arrays all arrays
   * @param sink where extents and their bytes go
   * @throws IOException when they could not be written
   */
  public void write(List<Array> arrays, DirectPut.Sink sink) throws IOException {
    Limits limits = Limits.of(options.buffer(), options.extents());
    Plan plan = Plan.of(puts.records(), arrays, limits);
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
      gather.fill(round, puts, buffer);
      sink.write(round.extents(), buffer.flip());
    }
  }
}
