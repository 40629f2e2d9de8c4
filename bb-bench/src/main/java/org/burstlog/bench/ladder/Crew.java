package org.burstlog.bench.ladder;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;

/**
 * The processes in the order in which they take part when not all do: first one of each node, then
 * a second one. So neighbours in it are on different nodes where there are several.
 */
final class Crew {
  private static final double MIB = 1 << 20;

  private final ProcessGroup group;
  private final List<Integer> order;
  private final Nodes nodes;
  private final int repeat;

  /** What a process does while it is timed. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  /**
   * Puts the processes in order.
   *
   * @param group all of them
   * @param repeat how often everything is measured; the best is told
   */
  Crew(ProcessGroup group, int repeat) throws IOException {
    this.group = group;
    this.repeat = repeat;
    nodes = group.nodes();
    int[] turn = new int[group.size()];
    for (int rank = 0; rank < turn.length; rank++) {
      for (int other = 0; other < rank; other++) {
        turn[rank] += nodes.leader(other) == nodes.leader(rank) ? 1 : 0;
      }
    }
    order =
        IntStream.range(0, turn.length)
            .boxed()
            .sorted(Comparator.comparingInt(rank -> turn[rank]))
            .toList();
  }

  ProcessGroup group() {
    return group;
  }

  int repeat() {
    return repeat;
  }

  /** Where this process stands. */
  int place() {
    return order.indexOf(group.rank());
  }

  /** Who stands at a place. */
  int rank(int place) {
    return order.get(place);
  }

  /** On how many nodes the first processes are. */
  int nodes(int active) {
    return (int) order.stream().limit(active).map(nodes::leader).distinct().count();
  }

  /** 1, 2, 4 and so on, and all. */
  List<Integer> sizes() {
    return IntStream.concat(
            IntStream.iterate(1, n -> n < group.size(), n -> 2 * n), IntStream.of(group.size()))
        .boxed()
        .toList();
  }

  /**
   * Measures work of the first processes, while the others wait. Collective.
   *
   * @param step of the ladder
   * @param name what is done
   * @param active how many take part
   * @param bytes of a request
   * @param requests how many each of them makes
   * @param work what each of them does
   * @return the best of all repetitions: from the first begin to the last end
   */
  Rung measure(int step, String name, int active, long bytes, long requests, Work work)
      throws IOException {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < repeat; i++) {
      IOException failure = null;
      group.barrier();
      long begin = System.nanoTime();
      try {
        if (place() < active) {
          work.run();
        }
      } catch (IOException e) {
        failure = e;
      }
      long time = System.nanoTime() - begin;
      Together.reach(group, "measuring '" + name + "'", failure);
      best = Math.min(best, Math.max(1, group.max(time)));
    }
    double operations = active * requests / (best / 1e9);
    return new Rung(step, name, active, nodes(active), bytes, operations * bytes / MIB, operations);
  }
}
