package org.burstlog.bench.plan;

import java.util.concurrent.TimeUnit;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Planning against its rivals. The first two measure the step before any extent is emitted (order
 * and cluster, or flatten and sort), the others everything up to the last round.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xms5g", "-Xmx5g", "-XX:+UseParallelGC"})
public class PlanBenchmark {
  private static final int BYTES = 16 << 20;
  private static final Limits LIMITS = Limits.of(BYTES, 1 << 20);

  /** The pattern. */
  @Param public Pattern pattern = Pattern.MESH_BLOCKS;

  /** How many records. */
  @Param("1000000")
  public int records;

  private Workload workload = new Workload(new RecordIndex(), java.util.List.of());

  /** Creates the benchmark. */
  public PlanBenchmark() {}

  /** Makes the records. */
  @Setup
  public void setup() {
    workload = pattern.records(records);
  }

  /**
   * Level one.
   *
   * @return the plan
   */
  @Benchmark
  public Plan orderAndCluster() {
    return Plan.of(workload.index(), workload.arrays(), LIMITS);
  }

  /**
   * What level one replaces.
   *
   * @return the order
   */
  @Benchmark
  public int[] flattenAndSort() {
    return Flat.of(workload).sort();
  }

  /**
   * Both levels, and cut.
   *
   * @return number of rounds
   */
  @Benchmark
  public long planToLastRound() {
    RoundCursor cursor = Plan.of(workload.index(), workload.arrays(), LIMITS).rounds();
    Round round = new Round();
    long rounds = 0;
    while (cursor.next(round)) {
      rounds++;
    }
    return rounds;
  }

  /**
   * Flatten everything, sort, resolve and cut.
   *
   * @return number of batches
   */
  @Benchmark
  public long flattenAndSortToLastRound() {
    Flat flat = Flat.of(workload);
    Cutter cutter = new Cutter(flat, BYTES, new Batch());
    cutter.cut(flat.sort());
    return cutter.batches();
  }

  /**
   * Flatten at the put into a tree, walk it, resolve and cut.
   *
   * @return number of batches
   */
  @Benchmark
  public long logFsToLastRound() {
    LogFsTree tree = tree(workload);
    Cutter cutter = new Cutter(tree.flat(), BYTES, new Batch());
    cutter.cut(tree.walk());
    return cutter.batches();
  }

  static LogFsTree tree(Workload workload) {
    LogFsTree tree = new LogFsTree();
    RecordIndex index = workload.index();
    ExtentCursor cursor = new ExtentCursor();
    Region region = new Region(0);
    for (int r = 0; r < index.size(); r++) {
      Array array = workload.arrays().get(index.array(r));
      if (region.rank() != array.rank()) {
        region = new Region(array.rank());
      }
      index.region(r, region);
      cursor.reset(array, region);
      while (cursor.next()) {
        tree.insert(cursor.offset(), cursor.length(), index.dataPosition(r) + cursor.position());
      }
    }
    return tree;
  }
}
