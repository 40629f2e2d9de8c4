package org.burstlog.bench.plan;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.plan.Round;
import org.burstlog.plan.RoundCursor;

/**
 * How the cost of planning grows with the number of records: nanoseconds of processor time a
 * record, best of some runs, as a table and as a plot.
 */
public final class PlanGrowth {
  private static final int BYTES = 16 << 20;
  private static final Limits LIMITS = Limits.of(BYTES, 1 << 20);

  /** Flattened, the extents of more records than this need more heap than the run is given. */
  private static final int MOST_FLATTENED = 1_000_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private PlanGrowth() {}

  /**
   * Measures, writes {@code plan-growth.tsv}, and has {@link PlanChart} draw it.
   *
   * @param args the directory to write to, and the largest number of records, ten million if
   *     missing
   * @throws IOException when a file cannot be written
   */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    int most = args.length > 1 ? Integer.parseInt(args[1]) : 10_000_000;
    Path table = directory.resolve("plan-growth.tsv");
    try (PrintWriter out =
        new PrintWriter(Files.newBufferedWriter(table, StandardCharsets.UTF_8))) {
      out.println(
          "pattern\trecords\torder and cluster\tto last round\tflatten and sort"
              + "\tflattened, to last round\ttree, to last round");
      for (Pattern pattern : Pattern.values()) {
        measure(pattern, most, out);
      }
    }
    PlanChart.main(directory.toString());
  }

  private static void measure(Pattern pattern, int most, PrintWriter out) {
    for (long n = 1000; n <= most; n *= 10) {
      int records = (int) n;
      Workload workload = pattern.records(records);
      double order = best(records, () -> plan(workload));
      double rounds = best(records, () -> walk(plan(workload)));
      String flattened = "\t\t";
      if (n <= MOST_FLATTENED) {
        flattened =
            String.join(
                "\t",
                number(best(records, () -> Flat.of(workload).sort())),
                number(best(records, () -> flatten(workload))),
                number(best(records, () -> tree(workload))));
      }
      out.println(
          String.join(
              "\t",
              pattern.toString(),
              Integer.toString(records),
              number(order),
              number(rounds),
              flattened));
      out.flush();
    }
  }

  private static Plan plan(Workload workload) {
    return Plan.of(workload.index(), workload.arrays(), LIMITS);
  }

  private static long walk(Plan plan) {
    RoundCursor cursor = plan.rounds();
    Round round = new Round();
    long extents = 0;
    while (cursor.next(round)) {
      extents += round.extents().size();
    }
    return extents;
  }

  private static long flatten(Workload workload) {
    Flat flat = Flat.of(workload);
    Cutter cutter = new Cutter(flat, BYTES, new Batch());
    cutter.cut(flat.sort());
    return cutter.extents();
  }

  private static long tree(Workload workload) {
    LogFsTree tree = PlanBenchmark.tree(workload);
    Cutter cutter = new Cutter(tree.flat(), BYTES, new Batch());
    cutter.cut(tree.walk());
    return cutter.extents();
  }

  /** Nanoseconds a record of the best of at least three runs, and of more while they are short. */
  private static double best(int records, Runnable run) {
    long best = Long.MAX_VALUE;
    long all = 0;
    for (int i = 0; i < 3 || (all < 500_000_000L && i < 3000); i++) {
      long begin = THREADS.getCurrentThreadCpuTime();
      run.run();
      long took = THREADS.getCurrentThreadCpuTime() - begin;
      best = Math.min(best, took);
      all += took;
    }
    return (double) best / records;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
