package org.burstlog.group;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Which processes of a group share a node. Each node has a leader, the lowest rank on it, who does
 * what only one process of a node is to do.
 */
public final class Nodes {
  /** By rank, the leader of its node. */
  private final int[] leaderOf;

  /** Asked for at each put, so made once. */
  private final List<Integer> leaders;

  private Nodes(int[] leaderOf) {
    this.leaderOf = leaderOf;
    leaders = IntStream.range(0, leaderOf.length).filter(this::isLeader).boxed().toList();
  }

  /**
   * Describes nodes.
   *
   * @param leaders by rank, the lowest rank on the same node
   * @return the same for as long as the processes live
   */
  public static Nodes of(int... leaders) {
    for (int rank = 0; rank < leaders.length; rank++) {
      int leader = leaders[rank];
      if (leader < 0 || leader > rank || leaders[leader] != leader) {
        throw new IllegalArgumentException(
            "rank " + leader + " cannot be the lowest on the node of rank " + rank);
      }
    }
    return new Nodes(leaders.clone());
  }

  /**
   * Tells how many nodes there are.
   *
   * @return at least 1
   */
  public int count() {
    return leaders.size();
  }

  /**
   * Returns the leader of each node.
   *
   * @return their ranks, ascending
   */
  public List<Integer> leaders() {
    return leaders;
  }

  /**
   * Returns the leader of one node.
   *
   * @param rank a process on it
   * @return the lowest rank there
   */
  public int leader(int rank) {
    return leaderOf[rank];
  }

  /**
   * Tells whether a process is the leader of its node.
   *
   * @param rank the process
   * @return true for one process a node
   */
  public boolean isLeader(int rank) {
    return leaderOf[rank] == rank;
  }

  /**
   * Returns the ranks on one node.
   *
   * @param rank a process on it
   * @return that one and the others, ascending
   */
  public List<Integer> sharedWith(int rank) {
    return IntStream.range(0, leaderOf.length)
        .filter(other -> leaderOf[other] == leaderOf[rank])
        .boxed()
        .toList();
  }
}
