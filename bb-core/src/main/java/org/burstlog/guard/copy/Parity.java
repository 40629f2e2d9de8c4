package org.burstlog.guard.copy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.group.Nodes;
import org.burstlog.guard.parity.StripeLayout;
import org.burstlog.guard.ring.ParitySets;

/**
 * Which member of which set each process is.
 *
 * @param sets the sets of nodes, in the order of the ranks of their leaders
 * @param nodes who shares a node
 * @param losses how many nodes of a set may be lost
 * @param chunk bytes of a chunk
 */
record Parity(ParitySets sets, Nodes nodes, int losses, int chunk) {
  private int node(int rank) {
    return nodes.leaders().indexOf(nodes.leader(rank));
  }

  private List<Integer> members(int rank) {
    return sets.sets().get(sets.setOf(node(rank)));
  }

  private int member(int rank) {
    return members(rank).indexOf(node(rank));
  }

  private StripeLayout layout(int rank) {
    return new StripeLayout(members(rank).size(), losses, chunk);
  }

  /** What a process sends to another one that keeps parity for it. */
  LogPart sent(int rank, int keeper) {
    return new LogPart(layout(rank), member(rank), member(keeper));
  }

  /** What a process keeps of the logs of others. */
  KeptSet keptBy(KeptLog.Place place, long session, int rank, List<Integer> origins) {
    Map<Integer, KeptSet.Member> lanes = new HashMap<>();
    for (int origin : origins) {
      List<Integer> together = new ArrayList<>(nodes.sharedWith(origin));
      lanes.put(origin, new KeptSet.Member(member(origin), together.indexOf(origin)));
    }
    return new KeptSet(place, session, sets.setOf(node(rank)), layout(rank), member(rank), lanes);
  }
}
