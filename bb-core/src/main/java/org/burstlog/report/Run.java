package org.burstlog.report;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.burstlog.group.ProcessGroup;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Statistics;

/**
 * What the processes of a file have to report together. No part of it grows with their number.
 *
 * @param subject what it is about, as one of them tells it
 * @param state how far the file has come, in the process that has come least far
 * @param told how many processes it is of
 * @param counted sums of their counters
 * @param elapsed nanoseconds that the file was open, in the process where it was longest
 * @param pending bytes in logs that are not known to be in the target
 * @param endangered bytes of these on the node that has most
 * @param writes calls that have written to the target
 * @param written bytes of these
 * @param own nanoseconds that the report took, in all processes
 * @param slowest the process that waited longest, and how long
 * @param fullest the process that has put most, and how much
 * @param servers what was written to which server
 * @param heat when the processes put and drained
 */
public record Run(
    Subject subject,
    State state,
    int told,
    Statistics counted,
    long elapsed,
    long pending,
    long endangered,
    long writes,
    long written,
    long own,
    Most slowest,
    Most fullest,
    Servers servers,
    HeatMap heat) {

  /** What is compared, to find the process that has most of it. */
  private static final List<ToLongFunction<Figures>> COMPARED =
      List.of(
          figures -> Waits.total(figures.counted()),
          figures -> figures.counted().get(Counter.PUT_BYTES));

  private static final int SCALARS = 4;

  /**
   * Puts together what processes have written down.
   *
   * @param all figures of one process each, at least one
   * @return the run
   */
  public static Run of(List<Figures> all) {
    int doubled = all.stream().mapToInt(one -> one.heat().doubled()).max().orElse(0);
    long[] sums = new long[numbers(all.get(0), doubled).length];
    for (Figures one : all) {
      long[] own = numbers(one, doubled);
      Arrays.setAll(sums, i -> sums[i] + own[i]);
    }
    Map<DrainReason, Long> drains = new EnumMap<>(DrainReason.class);
    for (DrainReason reason : DrainReason.values()) {
      drains.put(reason, all.stream().mapToLong(f -> f.counted().drains(reason)).max().orElse(0));
    }
    Map<Integer, Long> nodes =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    f -> f.subject().node(), Collectors.summingLong(Figures::pending)));
    State least =
        all.stream().map(Figures::state).min(Comparator.naturalOrder()).orElse(State.OPEN);
    return made(
        all.get(0).subject(),
        least,
        all.size(),
        sums,
        drains,
        all.stream().mapToLong(Figures::elapsed).max().orElse(0),
        nodes.values().stream().mapToLong(Long::longValue).max().orElse(0),
        COMPARED.stream().map(what -> most(all, what)).toList(),
        doubled);
  }

  private static Most most(List<Figures> all, ToLongFunction<Figures> what) {
    return all.stream()
        .max(Comparator.comparingLong(what))
        .map(one -> new Most(one.subject().rank(), what.applyAsLong(one)))
        .orElse(new Most(0, 0));
  }

  /**
   * Puts together what the processes of a group have to report, when nothing is pending in any.
   * Collective.
   *
   * @param mine what this process has
   * @param group the processes
   * @return the run, the same in every process but for its subject
   * @throws IOException when the group cannot be used any more
   */
  static Run together(Figures mine, ProcessGroup group) throws IOException {
    DrainReason[] reasons = DrainReason.values();
    long[] most = new long[2 + COMPARED.size() + reasons.length];
    most[0] = mine.elapsed();
    most[1] = mine.heat().doubled();
    for (int i = 0; i < COMPARED.size(); i++) {
      most[2 + i] = COMPARED.get(i).applyAsLong(mine);
    }
    for (int i = 0; i < reasons.length; i++) {
      most[2 + COMPARED.size() + i] = mine.counted().drains(reasons[i]);
    }
    group.max(most);
    long[] ranks = new long[COMPARED.size()];
    for (int i = 0; i < ranks.length; i++) {
      boolean mostHere = COMPARED.get(i).applyAsLong(mine) == most[2 + i];
      ranks[i] = mostHere ? group.rank() : Long.MAX_VALUE;
    }
    group.min(ranks);
    int doubled = (int) most[1];
    long[] sums = numbers(mine, doubled);
    group.sum(sums);
    Map<DrainReason, Long> drains = new EnumMap<>(DrainReason.class);
    for (int i = 0; i < reasons.length; i++) {
      drains.put(reasons[i], most[2 + COMPARED.size() + i]);
    }
    return made(
        mine.subject(),
        mine.state(),
        group.size(),
        sums,
        drains,
        most[0],
        0,
        List.of(new Most((int) ranks[0], most[2]), new Most((int) ranks[1], most[3])),
        doubled);
  }

  /** All that is summed: scalars, counters, drains, servers, bins. */
  private static long[] numbers(Figures figures, int doubled) {
    HeatMap heat = figures.heat();
    heat.widen(doubled);
    Counter[] counters = Counter.values();
    DrainReason[] reasons = DrainReason.values();
    long[] all =
        new long[SCALARS + counters.length + reasons.length + 2 * Servers.MOST + 2 * HeatMap.BINS];
    int at = 0;
    all[at++] = figures.pending();
    all[at++] = figures.writes();
    all[at++] = figures.written();
    all[at++] = figures.own();
    for (Counter counter : counters) {
      all[at++] = figures.counted().get(counter);
    }
    for (DrainReason reason : reasons) {
      all[at++] = figures.counted().drains(reason);
    }
    System.arraycopy(figures.servers().numbers(), 0, all, at, 2 * Servers.MOST);
    System.arraycopy(heat.numbers(), 0, all, at + 2 * Servers.MOST, 2 * HeatMap.BINS);
    return all;
  }

  private static Run made(
      Subject subject,
      State state,
      int told,
      long[] sums,
      Map<DrainReason, Long> together,
      long elapsed,
      long endangered,
      List<Most> most,
      int doubled) {
    int at = SCALARS;
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      counts.put(counter, sums[at++]);
    }
    Map<DrainReason, Long> drains = new EnumMap<>(DrainReason.class);
    for (DrainReason reason : DrainReason.values()) {
      // What all drain together is one drain; what one process drains alone is its own.
      drains.put(
          reason, reason == DrainReason.FULL_ALONE ? sums[at] : together.getOrDefault(reason, 0L));
      at++;
    }
    long[] servers = Arrays.copyOfRange(sums, at, at + 2 * Servers.MOST);
    at += 2 * Servers.MOST;
    long[] bins = Arrays.copyOfRange(sums, at, at + 2 * HeatMap.BINS);
    return new Run(
        subject,
        state,
        told,
        Statistics.of(counts, drains),
        elapsed,
        sums[0],
        endangered,
        sums[1],
        sums[2],
        sums[3],
        most.get(0),
        most.get(1),
        Servers.of(servers),
        HeatMap.of(bins, doubled));
  }

  /** Returns a counter as the mean of the processes. */
  double mean(long sum) {
    return sum / (double) Math.max(1, told);
  }
}
