package org.burstlog.recover;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.burstlog.group.Nodes;

/**
 * Chooses which process reads a lane for those whose nodes cannot reach it: in turn those of the
 * nodes that can, so that no process has much more to read than another. The same choice in every
 * process, if all ask for the same lanes in the same order.
 */
final class LaneServers {
  private final Nodes nodes;

  /** By its leader, the processes of a node and how many lanes were given to them. */
  private final Map<Integer, Turn> turns = new HashMap<>();

  private final List<FoundDirectory> directories;

  /** By part of a log, the leaders of the nodes that reach it. */
  private final Map<Part, Set<Integer>> holders = new HashMap<>();

  private record Part(String log, int part) {}

  private static final class Turn {
    private final List<Integer> ranks = new ArrayList<>();
    private int given;

    int next() {
      return ranks.get(given++ % ranks.size());
    }

    double load() {
      return (double) given / ranks.size();
    }
  }

  /**
   * Nothing chosen yet.
   *
   * @param size how many processes there are
   */
  LaneServers(TierSession session, Nodes nodes, int size) {
    this.nodes = nodes;
    for (int rank = 0; rank < size; rank++) {
      turns.computeIfAbsent(nodes.leader(rank), leader -> new Turn()).ranks.add(rank);
    }
    this.directories = session.readable();
  }

  private Set<Integer> holders(String log, int part) {
    return holders.computeIfAbsent(
        new Part(log, part),
        which ->
            directories.stream()
                .filter(directory -> directory.hasPart(log, part))
                .map(FoundDirectory::finder)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** Tells whether any node reaches a part of a log. */
  boolean isReached(String log, int part) {
    return !holders(log, part).isEmpty();
  }

  /** Tells whether every node does. */
  boolean isNearToAll(String log, int part) {
    return holders(log, part).size() == nodes.count();
  }

  /** Chooses the process for a part of a log that a node reaches. */
  int next(String log, int part) {
    Turn least = null;
    for (int leader : holders(log, part)) {
      Turn turn = turns.get(leader);
      if (turn != null && (least == null || turn.load() < least.load())) {
        least = turn;
      }
    }
    if (least == null) {
      throw new IllegalStateException("nobody reaches " + log);
    }
    return least.next();
  }
}
