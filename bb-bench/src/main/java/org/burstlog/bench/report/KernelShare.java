package org.burstlog.bench.report;

import org.burstlog.cli.Json;

/**
 * How far a kernel is from what is possible: the last step of a ladder.
 *
 * @param name kernel and strategy
 * @param best the best of its runs
 * @param peaks what is possible
 */
record KernelShare(String name, Result best, Peaks peaks) {
  private static final int STEP = 7;
  private static final double MIB = 1 << 20;

  static KernelShare of(Summary summary, Peaks peaks) {
    return new KernelShare(
        summary.setup().kernel()
            + (summary.setup().preset() == null ? "" : " " + summary.setup().preset())
            + " by "
            + summary.strategy(),
        summary.best(),
        peaks);
  }

  /** MiB/s of the drain alone; not a number where nothing is drained. */
  double drainBandwidth() {
    double seconds = best.seconds("flush.write") > 0 ? best.seconds(Result.FLUSH) : 0;
    return seconds > 0 ? best.bytes() / MIB / seconds : Double.NaN;
  }

  double ofPut() {
    return best.putBandwidth() / peaks.put().mib();
  }

  double ofDrain() {
    return drainBandwidth() / peaks.drain().mib();
  }

  double ofTarget() {
    return best.bandwidth() / peaks.target();
  }

  String line() {
    Json json = new Json().object();
    json.field("step", STEP).field("name", name).field("ranks", best.np());
    json.field("bytes", best.putSize()).field("mib", best.bandwidth());
    json.field("put_mib", best.putBandwidth());
    if (!Double.isNaN(drainBandwidth())) {
      json.field("drain_mib", drainBandwidth()).field("of_drain_peak", ofDrain());
    }
    json.field("of_put_peak", ofPut()).field("of_target", ofTarget());
    return json.field("verified", best.verified()).end().toString();
  }
}
