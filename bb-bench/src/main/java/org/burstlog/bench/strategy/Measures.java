package org.burstlog.bench.strategy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.burstlog.buffer.Burstlog;
import org.burstlog.group.ProcessGroup;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Statistics;

/**
 * What one run took in this process, and afterwards in all: {@link #reduce} replaces the times by
 * their maxima over the processes, the counts by their sums.
 */
public final class Measures {
  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
  private final Map<Counter, Long> counters = new EnumMap<>(Counter.class);
  private final Map<String, Operations> operations = new LinkedHashMap<>();
  private long puts;
  private long bytes;
  private final List<Runnable> closing = new ArrayList<>();
  private long run;
  private int processes = 1;

  /** Nothing measured yet. */
  public Measures() {}

  /** What is timed. */
  @FunctionalInterface
  public interface Action {
    /**
     * Does it.
     *
     * @throws IOException when it fails; then the time is not counted
     */
    void run() throws IOException;
  }

  private record Operations(long count, long nanos) {}

  /**
   * Does something and adds the time that took to a phase.
   *
   * @param phase what it is part of
   * @param action what is done
   * @throws IOException what the action throws
   */
  public void time(Phase phase, Action action) throws IOException {
    long begin = System.nanoTime();
    action.run();
    add(phase, System.nanoTime() - begin);
  }

  /**
   * Adds time to a phase.
   *
   * @param phase which
   * @param time nanoseconds, negative to take some away
   */
  public void add(Phase phase, long time) {
    nanos.merge(phase, time, Long::sum);
  }

  /**
   * Tells what the whole run took, computation included.
   *
   * @param time nanoseconds
   */
  public void ran(long time) {
    run = time;
  }

  /**
   * Counts a put.
   *
   * @param size its bytes in the file
   */
  public void put(long size) {
    puts++;
    bytes += size;
  }

  /**
   * Counts operations of which the rate is wanted.
   *
   * @param what what they are called
   * @param count how many
   * @param time nanoseconds that all of them took
   */
  public void operations(String what, long count, long time) {
    operations.merge(
        what,
        new Operations(count, time),
        (a, b) -> new Operations(a.count + b.count, a.nanos + b.nanos));
  }

  /**
   * Adds what a burst buffer has counted.
   *
   * @param statistics its counts
   */
  public void add(Statistics statistics) {
    for (Counter counter : Counter.values()) {
      counters.merge(counter, statistics.get(counter), Long::sum);
    }
  }

  /**
   * Takes note of a file whose close may go on in the background: what its burst buffer has counted
   * is known behind that.
   *
   * @param closed adds what was counted
   */
  public void later(Runnable closed) {
    closing.add(closed);
  }

  /**
   * Waits until all files of the run are complete, and adds what is known only then. What is waited
   * for is a part of closing.
   *
   * @throws IOException when closing one has failed
   */
  public void settle() throws IOException {
    if (!closing.isEmpty()) {
      long begin = System.nanoTime();
      Burstlog.awaitDrained();
      add(Phase.CLOSE, System.nanoTime() - begin);
      closing.forEach(Runnable::run);
      closing.clear();
    }
  }

  /**
   * Brings together what the processes have measured. Collective; all have measured the same
   * things.
   *
   * @param group the processes
   * @throws IOException when the group cannot be used any more
   */
  public void reduce(ProcessGroup group) throws IOException {
    long[] maxima = new long[1 + Phase.values().length + operations.size()];
    long[] sums = new long[2 + Counter.values().length + operations.size()];
    int m = 0;
    int s = 0;
    maxima[m++] = run;
    for (Phase phase : Phase.values()) {
      maxima[m++] = nanos.getOrDefault(phase, -1L);
    }
    sums[s++] = puts;
    sums[s++] = bytes;
    for (Counter counter : Counter.values()) {
      sums[s++] = counters.getOrDefault(counter, 0L);
    }
    for (Operations each : operations.values()) {
      maxima[m++] = each.nanos;
      sums[s++] = each.count;
    }
    group.max(maxima);
    group.sum(sums);
    m = 0;
    s = 0;
    processes = group.size();
    run = maxima[m++];
    for (Phase phase : Phase.values()) {
      long most = maxima[m++];
      if (most >= 0) {
        nanos.put(phase, most);
      }
    }
    puts = sums[s++];
    bytes = sums[s++];
    for (Counter counter : Counter.values()) {
      long sum = sums[s++];
      counters.computeIfPresent(counter, (key, own) -> sum);
    }
    for (Map.Entry<String, Operations> each : operations.entrySet()) {
      each.setValue(new Operations(sums[s++], maxima[m++]));
    }
  }

  /**
   * Returns what was spent on each phase.
   *
   * @return seconds by phase, without those that there were not
   */
  public Map<Phase, Double> seconds() {
    Map<Phase, Double> seconds = new EnumMap<>(Phase.class);
    nanos.forEach((phase, time) -> seconds.put(phase, time / 1e9));
    return seconds;
  }

  /**
   * Returns what writing and reading took in all, without the making of values.
   *
   * @return seconds, the sum of all phases that are no part of others
   */
  public double total() {
    return nanos.entrySet().stream()
            .filter(phase -> phase.getKey().isWhole())
            .mapToLong(Map.Entry::getValue)
            .sum()
        / 1e9;
  }

  /**
   * Returns what the application waited for.
   *
   * @return seconds
   */
  public double waited() {
    return total() - nanos.getOrDefault(Phase.AFTERWARDS, 0L) / 1e9;
  }

  /**
   * Returns what the application waited for in calls that write: puts, flushes and closes.
   *
   * @return seconds
   */
  public double exposed() {
    long exposed = -nanos.getOrDefault(Phase.AFTERWARDS, 0L);
    for (Phase phase : List.of(Phase.PUT, Phase.FLUSH, Phase.CLOSE)) {
      exposed += nanos.getOrDefault(phase, 0L);
    }
    return exposed / 1e9;
  }

  /**
   * Returns how much of the drains was hidden.
   *
   * @return the means of the processes; nothing when there was no drain
   */
  public Optional<Overlap> overlap() {
    return Overlap.of(counters, processes);
  }

  /**
   * Returns what the whole run took, from its first call to its last, computation included.
   *
   * @return seconds
   */
  public double run() {
    return run / 1e9;
  }

  /**
   * Returns how many operations there were in a second.
   *
   * @return rates of all processes together, by name
   */
  public Map<String, Double> rates() {
    Map<String, Double> rates = new LinkedHashMap<>();
    operations.forEach((what, o) -> rates.put(what, o.count / (Math.max(o.nanos, 1) / 1e9)));
    return rates;
  }

  /**
   * Returns what burst buffers have counted.
   *
   * @return counts in the order of the counters; empty when there was none
   */
  public Map<Counter, Long> counters() {
    return Collections.unmodifiableMap(counters);
  }

  /**
   * Returns how many puts there were.
   *
   * @return their number
   */
  public long puts() {
    return puts;
  }

  /**
   * Returns how much was put.
   *
   * @return bytes, as they are in the file
   */
  public long bytes() {
    return bytes;
  }
}
