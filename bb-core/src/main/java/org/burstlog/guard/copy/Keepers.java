package org.burstlog.guard.copy;

import java.util.ArrayList;
import java.util.List;
import org.burstlog.group.Nodes;
import org.burstlog.guard.ring.Keeping;

/**
 * Which process keeps the copies of which: on each node that keeps copies of another one, the
 * process that stands where the copied one stands on its own.
 */
final class Keepers {
  private final int own;
  private final Keeping keeping;

  /** By node, the processes on it. */
  private final List<List<Integer>> members = new ArrayList<>();

  private final int[] nodeOf;

  /**
   * Reckons.
   *
   * @param keeping which nodes keep copies of which, in the order of the ranks of their leaders
   * @param own rank of this process
   */
  Keepers(Nodes nodes, int size, int own, Keeping keeping) {
    this.own = own;
    this.keeping = keeping;
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
  }

  /** Returns the processes that keep the copies of this one. */
  List<Integer> ofOwn() {
    return of(own);
  }

  private List<Integer> of(int rank) {
    int node = nodeOf[rank];
    int place = members.get(node).indexOf(rank);
    List<Integer> keepers = new ArrayList<>();
    for (int keeps : keeping.keepers(node)) {
      List<Integer> there = members.get(keeps);
      keepers.add(there.get(place % there.size()));
    }
    return keepers;
  }

  /** Returns the processes whose copies this one keeps. */
  List<Integer> origins() {
    List<Integer> origins = new ArrayList<>();
    for (int ward : keeping.wards(nodeOf[own])) {
      for (int rank : members.get(ward)) {
        if (of(rank).contains(own)) {
          origins.add(rank);
        }
      }
    }
    return origins;
  }
}
