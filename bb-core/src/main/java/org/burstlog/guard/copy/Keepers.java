package org.burstlog.guard.copy;

import java.util.ArrayList;
import java.util.List;
import org.burstlog.group.Nodes;

/**
 * Which process keeps the copies of which. The nodes that follow a node keep its copies, and on
 * each of them the process that stands where the copied one stands on its own.
 */
final class Keepers {
  private final int own;
  private final List<List<Integer>> members = new ArrayList<>();
  private final int[] nodeOf;
  private final int copies;

  Keepers(Nodes nodes, int size, int own, int copies) {
    this.own = own;
    this.nodeOf = new int[size];
    int[] nodeOfLeader = new int[size];
    for (int leader : nodes.leaders()) {
      nodeOfLeader[leader] = members.size();
      members.add(new ArrayList<>());
    }
    for (int rank = 0; rank < size; rank++) {
      nodeOf[rank] = nodeOfLeader[nodes.leader(rank)];
      members.get(nodeOf[rank]).add(rank);
    }
    this.copies = Math.min(copies, nodes.count() - 1);
  }

  /** Returns how many copies there are: no node keeps one of its own. */
  int copies() {
    return copies;
  }

  /** Returns the processes that keep the copies of this one. */
  List<Integer> ofOwn() {
    return of(own);
  }

  private List<Integer> of(int rank) {
    int node = nodeOf[rank];
    int place = members.get(node).indexOf(rank);
    List<Integer> keepers = new ArrayList<>();
    for (int distance = 1; distance <= copies; distance++) {
      List<Integer> there = members.get((node + distance) % members.size());
      keepers.add(there.get(place % there.size()));
    }
    return keepers;
  }

  /** Returns the processes whose copies this one keeps. */
  List<Integer> origins() {
    List<Integer> origins = new ArrayList<>();
    int node = nodeOf[own];
    for (int distance = 1; distance <= copies; distance++) {
      int before = Math.floorMod(node - distance, members.size());
      for (int rank : members.get(before)) {
        if (of(rank).contains(own)) {
          origins.add(rank);
        }
      }
    }
    return origins;
  }
}
