package org.burstlog.recover;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

  /** By name of a log, the leaders of the nodes that reach it. */
  private final Map<String, Set<Integer>> holders = new HashMap<>();

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
    for (FoundDirectory directory : session.readable()) {
      for (FoundLog log : directory.logs()) {
        holders.computeIfAbsent(log.name(), name -> new TreeSet<>()).add(directory.finder());
      }
    }
  }

  /** Tells whether any node reaches a log. */
  boolean isReached(String log) {
    return holders.containsKey(log);
  }

  /** Tells whether every node does. */
  boolean isNearToAll(String log) {
    return holders.getOrDefault(log, Set.of()).size() == nodes.count();
  }

  /** Chooses the process for the next lane of a log that a node reaches. */
  int next(String log) {
    Turn least = null;
    for (int leader : holders.getOrDefault(log, Set.of())) {
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
