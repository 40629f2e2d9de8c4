package org.burstlog.drain.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.burstlog.group.Nodes;

/** Where processes are. */
public final class Places {
  private final int processes;
  private final List<List<Integer>> nodes;

  /**
   * Looks at each process once.
   *
   * @param nodes which processes share a node
   * @param processes how many there are
   */
  public Places(Nodes nodes, int processes) {
    Map<Integer, List<Integer>> byLeader = new TreeMap<>();
    for (int rank = 0; rank < processes; rank++) {
      byLeader.computeIfAbsent(nodes.leader(rank), leader -> new ArrayList<>()).add(rank);
    }
    this.processes = processes;
    this.nodes = byLeader.values().stream().map(List::copyOf).toList();
  }

  int processes() {
    return processes;
  }

  /** The processes of each node. */
  List<List<Integer>> nodes() {
    return nodes;
  }

  /**
   * Each process for itself, in an order in which neighbours are on different nodes: the first of
   * each node, then the second of each.
   */
  List<List<Integer>> acrossNodes() {
    List<List<Integer>> order = new ArrayList<>(processes);
    for (int turn = 0; order.size() < processes; turn++) {
      for (List<Integer> node : nodes) {
        if (turn < node.size()) {
          order.add(List.of(node.get(turn)));
        }
      }
    }
    return order;
  }
}
