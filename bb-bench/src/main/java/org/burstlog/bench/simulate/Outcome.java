package org.burstlog.bench.simulate;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import org.burstlog.cli.Json;

/**
 * What a simulation has found out.
 *
 * @param ranks processes
 * @param nodes nodes they are on
 * @param records records that were put
 * @param put bytes that were put
 * @param drained bytes that were written to the target
 * @param putNanos simulated time of puts
 * @param drainNanos simulated time of drains
 * @param strategy how the last drain wrote
 * @param windows windows or rounds of all drains
 * @param calls by collective call, how often it was made, with how many messages and bytes
 * @param requests requests to the target
 * @param parts parts of requests that servers worked on
 * @param revocations locks taken away
 * @param busiestNanos the longest time that one server has worked
 * @param steps steps that all processes have taken
 */
record Outcome(
    int ranks,
    int nodes,
    long records,
    long put,
    long drained,
    long putNanos,
    long drainNanos,
    String strategy,
    long windows,
    Map<String, long[]> calls,
    long requests,
    long parts,
    long revocations,
    long busiestNanos,
    long steps) {
  private static final double SECOND = 1e9;
  private static final double MIB = 1 << 20;

  double drainSeconds() {
    return drainNanos / SECOND;
  }

  void print(PrintStream out) {
    out.printf(Locale.ROOT, "processes  %,d on %,d nodes%n", ranks, nodes);
    out.printf(
        Locale.ROOT,
        "puts       %,d records, %,d bytes, %.6f s%n",
        records,
        put,
        putNanos / SECOND);
    out.printf(
        Locale.ROOT,
        "drain      %,d bytes, %.6f s, %.1f MiB/s, by %s, %,d windows%n",
        drained,
        drainSeconds(),
        drained / MIB / drainSeconds(),
        strategy,
        windows);
    calls.forEach(
        (call, sums) ->
            out.printf(
                Locale.ROOT,
                "%-10s %,d calls, %,d messages, %,d bytes%n",
                call,
                sums[0],
                sums[1],
                sums[2]));
    out.printf(
        Locale.ROOT,
        "target     %,d requests, %,d parts, %,d revocations, busiest server %.6f s%n",
        requests,
        parts,
        revocations,
        busiestNanos / SECOND);
    out.printf(Locale.ROOT, "steps      %,d%n", steps);
  }

  void into(Json json) {
    json.field("ranks", ranks)
        .field("nodes", nodes)
        .field("records", records)
        .field("put_bytes", put)
        .field("drained_bytes", drained)
        .field("put_seconds", putNanos / SECOND)
        .field("drain_seconds", drainSeconds())
        .field("strategy", strategy)
        .field("windows", windows)
        .name("calls")
        .array();
    calls.forEach(
        (call, sums) ->
            json.object()
                .field("call", call)
                .field("count", sums[0])
                .field("messages", sums[1])
                .field("bytes", sums[2])
                .end());
    json.end()
        .field("requests", requests)
        .field("parts", parts)
        .field("revocations", revocations)
        .field("busiest_seconds", busiestNanos / SECOND)
        .field("steps", steps);
  }
}
