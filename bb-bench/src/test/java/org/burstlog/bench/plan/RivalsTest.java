package org.burstlog.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rivals are of use only if they do the same work: each byte of the target from the same put. */
class RivalsTest {
  private static final int BYTES = 1000;

  /** For each byte of the target, where in the log it comes from. */
  private static long[] byPlan(Workload workload, int size) {
    long[] from = blank(size);
    Limits limits = new Limits(BYTES, 1000, 1000);
    RoundCursor cursor = Plan.of(workload.index(), workload.arrays(), limits).rounds();
    Round round = new Round();
    while (cursor.next(round)) {
      long[] bytes = new long[round.bytes()];
      int at = 0;
      for (int i = 0; i < round.pieces(); i++) {
        for (int b = 0; b < round.length(i); b++) {
          bytes[at++] = round.position(i) + b;
        }
      }
      place(round.extents(), bytes, from);
    }
    return from;
  }

  private static long[] byCutter(Flat flat, int[] order, int size) {
    long[] from = blank(size);
    new Cutter(flat, BYTES, new Batch()) {
      @Override
      void onBatch(Batch batch) {
        long[] bytes = new long[(int) batch.extents().bytes()];
        int at = 0;
        for (int i = 0; i < batch.pieces(); i++) {
          for (int b = 0; b < batch.length(i); b++) {
            bytes[at++] = batch.position(i) + b;
          }
        }
        place(batch.extents(), bytes, from);
      }
    }.cut(order);
    return from;
  }

  private static long[] blank(int size) {
    long[] from = new long[size];
    Arrays.fill(from, -1);
    return from;
  }

  private static void place(ExtentList extents, long[] bytes, long[] from) {
    int at = 0;
    for (int e = 0; e < extents.size(); e++) {
      for (int b = 0; b < extents.length(e); b++) {
        from[(int) extents.offset(e) + b] = bytes[at++];
      }
    }
  }

  @Test
  void allThreeEndWithTheSameBytes() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Pattern.Filler filler = new Pattern.Filler();
      Array array = Array.rowMajor("a", 3, 2, ByteOrder.nativeOrder(), 20, 30);
      filler.array(array);
      Region region = new Region(2);
      for (int i = 0; i < 60; i++) {
        int y = random.nextInt(20);
        int x = random.nextInt(30);
        region.set(0, y, 1L + random.nextInt(20 - y), 1);
        filler.put(region.set(1, x, 1L + random.nextInt(30 - x), 1));
      }
      Workload workload = filler.workload();
      long[] expected = byPlan(workload, 1203);
      Flat flat = Flat.of(workload);
      assertThat(byCutter(flat, flat.sort(), 1203)).as("seed " + seed).isEqualTo(expected);
      LogFsTree tree = PlanBenchmark.tree(workload);
      assertThat(byCutter(tree.flat(), tree.walk(), 1203)).as("seed " + seed).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(Pattern.class)
  void patternsHaveAsManyRecordsAsAskedAndLoseNoByte(Pattern pattern) {
    Workload workload = pattern.records(1234);
    Plan plan = Plan.of(workload.index(), workload.arrays(), Limits.of(1 << 20, 1 << 20));
    assertThat(plan.records()).isEqualTo(1234);
    RoundCursor cursor = plan.rounds();
    Round round = new Round();
    long bytes = 0;
    while (cursor.next(round)) {
      bytes += round.bytes();
    }
    assertThat(bytes).isEqualTo(plan.bytes());
    Flat flat = Flat.of(workload);
    assertThat(flat.size()).isEqualTo((int) plan.extents());
    assertThat(plan.interleaved()).isEqualTo(pattern == Pattern.MESH_BLOCKS);
  }
}
