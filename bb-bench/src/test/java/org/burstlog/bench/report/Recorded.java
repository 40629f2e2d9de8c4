package org.burstlog.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines as runs write them. */
final class Recorded {
  static final Environment ENVIRONMENT =
      new Environment(
          "2026-11-18T12:00:00Z",
          "0123456789ab",
          "a processor, 2 cores",
          24_000,
          "Linux",
          "a JDK",
          "Open MPI",
          "romio",
          "tmpfs",
          "ext4",
          0.5);

  private Recorded() {}

  /** A run of 64 MiB in 1024 puts of 64 KiB, with a put phase, a flush, and logs for a buffer. */
  static String line(String strategy, int np, int repeat, double put, double flush) {
    boolean logs = !strategy.equals("direct");
    double create = 0.01;
    double logTime = logs ? 0.002 * np : 0;
    double total = create + logTime + put + flush;
    return String.format(
        Locale.ROOT,
        "{\"kernel\":\"ior\",\"preset\":\"strided\",\"parameters\":{\"transfer\":\"64KiB\"},"
            + "\"strategy\":\"%s\",\"np\":%d,\"repeat\":%d,\"bytes\":67108864,\"puts\":1024,"
            + "\"verified\":true,\"phases\":{\"create\":%f%s,\"put\":%f,\"flush\":%f,"
            + "\"waited\":%f,\"total\":%f},\"bandwidth\":%f,\"rates\":{},"
            + "\"limits\":{\"tier\":2000.0,\"target\":1000.0},\"counters\":{\"drains\":1}}",
        strategy,
        np,
        repeat,
        create,
        logs ? String.format(Locale.ROOT, ",\"logs\":%f", logTime) : "",
        put,
        flush,
        total,
        total,
        64 / total);
  }

  /** Three repetitions of two strategies on two numbers of ranks. */
  static List<Result> runs() throws Exception {
    List<Result> runs = new ArrayList<>();
    double[] put = {0.5, 0.3, 0.4};
    for (int np : new int[] {2, 4}) {
      for (int repeat = 0; repeat < put.length; repeat++) {
        runs.add(Result.parse(line("direct", np, repeat, put[repeat] * np, 0)));
        runs.add(Result.parse(line("process", np, repeat, put[repeat] / 10, put[repeat])));
      }
    }
    return runs;
  }
}
