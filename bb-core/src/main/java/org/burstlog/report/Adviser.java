package org.burstlog.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Statistics;

/**
 * Finds what stood in the program's way, from the numbers of a run alone. What has cost most comes
 * first: that is the bottleneck. A cause counts for more than a wait, as waits follow from it.
 */
final class Adviser {
  /** Servers and processes that differ by less are alike. */
  private static final double UNLIKE = 2;

  private static final double UNBALANCED = 1.5;

  /** What processes put does not matter below this. */
  private static final long TELLING = 1 << 20;

  /** How much more a cause counts than a wait that may follow from it. */
  private static final int CAUSE = 4;

  /** Waits of less than this part of the run are not worth a setting. */
  private static final double WORTH = 0.02;

  /** How much larger than its puts a log is made. */
  private static final double ROOM = 1.5;

  private static final long SMALL_PUT = 4096;
  private static final long MANY_PUTS = 10_000;

  private final Run run;
  private final Statistics counted;

  private Adviser(Run run) {
    this.run = run;
    this.counted = run.counted();
  }

  /** Returns all advice for a run, the most costly first. */
  static List<Advice> advise(Run run) {
    Adviser adviser = new Adviser(run);
    List<Advice> causes =
        found(List.of(adviser.tierTooSmall(), adviser.slowServer(), adviser.unbalanced()));
    List<Advice> all = new ArrayList<>(causes);
    all.addAll(
        found(
            List.of(
                adviser.exposedDrains(),
                adviser.exposedClose(),
                adviser.drainsTooLong(),
                adviser.smallPuts(),
                adviser.failedDrains(),
                adviser.copiesBehind())));
    all.sort(
        Comparator.comparingLong(
                (Advice one) -> causes.contains(one) ? CAUSE * one.nanos() : one.nanos())
            .reversed());
    return all;
  }

  private static List<Advice> found(List<Optional<Advice>> perhaps) {
    return perhaps.stream().flatMap(Optional::stream).toList();
  }

  private long mean(long sum) {
    return (long) run.mean(sum);
  }

  private boolean isWorth(long nanos) {
    return nanos > WORTH * run.elapsed();
  }

  private static Optional<Advice> advice(
      String code, long nanos, String finding, String remedy, String setting) {
    return Optional.of(new Advice(code, nanos, finding, remedy, setting));
  }

  private Optional<Advice> tierTooSmall() {
    long full = counted.get(Counter.FULL_EVENTS);
    long through = counted.get(Counter.WRITTEN_THROUGH);
    long drains = counted.drains(DrainReason.FULL);
    if (full + through + drains == 0) {
      return Optional.empty();
    }
    long waited =
        counted.get(Counter.FULL_WAIT_NANOS)
            + counted.get(Counter.STALL_FULL_NANOS)
            + counted.get(Counter.STALL_DELAY_NANOS);
    // What went past the log waited for the target in its puts.
    double passed =
        counted.get(Counter.WRITTEN_THROUGH_BYTES)
            / (double) Math.max(1, counted.get(Counter.PUT_BYTES));
    waited += (long) (Math.min(1, passed) * counted.get(Counter.PUT_NANOS));
    String finding =
        "the tier is too small: "
            + full
            + " puts found the log full, "
            + through
            + " were written past it, "
            + drains
            + " drains were made because of it";
    String capacity = run.subject().set("log.capacity");
    boolean limited = !capacity.isEmpty() && !capacity.equals("0");
    return limited
        ? advice(
            "BL001",
            mean(waited),
            finding,
            "raise the limit of the logs",
            "export BURSTLOG_LOG_CAPACITY=" + Amounts.mebibytes(needed()))
        : advice(
            "BL001",
            mean(waited),
            finding,
            "name a tier with more space, or flush where the program waits anyway",
            "export BURSTLOG_TIER=/a/larger/directory");
  }

  /** Returns what the log of the fullest process has to take, so that it never fills. */
  private long needed() {
    long wanted =
        counted.drains()
            - counted.drains(DrainReason.FULL)
            - counted.drains(DrainReason.FULL_ALONE);
    double between = run.fullest().value() / (double) Math.max(1, wanted);
    boolean background = run.subject().set("drain.mode").equals("background");
    // An eighth of a log is for what describes the data, and puts of one burst are not like
    // another.
    return (long) (between * ROOM * (background ? 2 : 1));
  }

  private Optional<Advice> slowServer() {
    OptionalInt slowest = run.servers().slowest();
    if (slowest.isEmpty()) {
      return Optional.empty();
    }
    int server = slowest.getAsInt();
    double median = run.servers().medianWithout(server);
    double rate = run.servers().rate(server);
    if (rate * UNLIKE > median) {
      return Optional.empty();
    }
    // Everybody waits for the slowest, for as long as it took more than the others would have.
    long more = (long) (run.servers().nanos(server) * (1 - rate / median));
    return advice(
        "BL002",
        Math.min(more, mean(Waits.exposed(counted)) + mean(Waits.hidden(counted))),
        "server "
            + server
            + " of the target is slow: "
            + Amounts.rate(rate)
            + ", the others "
            + Amounts.rate(median),
        "tell the site's administrators, and stripe new files over other servers: lfs setstripe -o",
        "");
  }

  private Optional<Advice> unbalanced() {
    double mean = run.mean(counted.get(Counter.PUT_BYTES));
    long most = run.fullest().value();
    if (run.told() < 2 || most < TELLING || most < UNBALANCED * mean) {
      return Optional.empty();
    }
    long drains = Waits.exposed(counted) - counted.get(Counter.FULL_WAIT_NANOS);
    // While the fullest drains and puts, the others wait for what the balance would have spared.
    long waited = (long) (mean(drains) * (1 - mean / most));
    return advice(
        "BL003",
        waited,
        "the processes are unbalanced: rank "
            + run.fullest().rank()
            + " put "
            + Amounts.bytes(most)
            + ", the mean is "
            + Amounts.bytes((long) mean),
        "divide the output evenly among the processes; where that cannot be, the processes of a"
            + " node can share one log",
        run.subject().set("log.layout").equals("node") ? "" : "export BURSTLOG_LOG_LAYOUT=node");
  }

  private Optional<Advice> exposedDrains() {
    long waited =
        mean(
            counted.get(Counter.DRAIN_WAIT_NANOS)
                - counted.get(Counter.CLOSE_WAIT_NANOS)
                - counted.get(Counter.FULL_WAIT_NANOS));
    if (!isWorth(waited) || !run.subject().set("drain.mode").equals("foreground")) {
      return Optional.empty();
    }
    return advice(
        "BL004",
        waited,
        "the program waited for " + Amounts.seconds(waited) + " for drains that it asked for",
        "let drains go on while the program computes",
        "export BURSTLOG_DRAIN_MODE=background");
  }

  private Optional<Advice> exposedClose() {
    long waited = mean(counted.get(Counter.CLOSE_WAIT_NANOS));
    if (!isWorth(waited) || !run.subject().set("drain.close").equals("wait")) {
      return Optional.empty();
    }
    return advice(
        "BL005",
        waited,
        "the program waited for " + Amounts.seconds(waited) + " for the drain of the close",
        "let the close go on while the program does, or flush before the last computation",
        "export BURSTLOG_DRAIN_CLOSE=background");
  }

  private Optional<Advice> drainsTooLong() {
    long waited = mean(counted.get(Counter.STALL_EPOCH_NANOS));
    if (!isWorth(waited)) {
      return Optional.empty();
    }
    return advice(
        "BL006",
        waited,
        "drains take longer than the gap between two flushes: "
            + counted.get(Counter.STALLS_EPOCH)
            + " hand-overs waited for the drain before",
        "flush less often, or let one more epoch wait, which takes more of the tier",
        "export BURSTLOG_DRAIN_EPOCHS=2");
  }

  private Optional<Advice> smallPuts() {
    long puts = counted.get(Counter.PUTS);
    long waited = mean(counted.get(Counter.PUT_NANOS));
    if (puts < MANY_PUTS
        || counted.get(Counter.PUT_BYTES) / puts > SMALL_PUT
        || !isWorth(waited)
        || counted.get(Counter.WRITTEN_THROUGH) > 0) {
      return Optional.empty();
    }
    return advice(
        "BL007",
        waited,
        "puts are small: " + Amounts.bytes(counted.get(Counter.PUT_BYTES) / puts) + " in the mean",
        "put larger regions at once",
        "");
  }

  private Optional<Advice> failedDrains() {
    long failed = counted.get(Counter.FAILED_DRAINS);
    return failed == 0
        ? Optional.empty()
        : advice(
            "BL008",
            0,
            failed + " drains failed; the log of the job says why",
            "look whether the target has all: bb list, bb recover",
            "");
  }

  private Optional<Advice> copiesBehind() {
    long behind = counted.get(Counter.COPIES_BEHIND);
    return behind == 0
        ? Optional.empty()
        : advice(
            "BL009",
            mean(counted.get(Counter.COPY_WAIT_NANOS)),
            "copies on other nodes fell behind " + behind + " times",
            "name the network that is fast between the nodes",
            "export BURSTLOG_LOG_COPIES_NETWORK=ib0");
  }
}
