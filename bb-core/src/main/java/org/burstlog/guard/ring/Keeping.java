package org.burstlog.guard.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * Who keeps the logs of which node. Nodes are numbered from 0 in the order of the ranks of their
 * leaders.
 */
public abstract sealed class Keeping permits CopyRing, ParitySets {
  private static final int MOST_LISTED = 16;

  final ByDomain byDomain;
  final Protection protection;

  Keeping(ByDomain byDomain, Protection protection) {
    this.byDomain = byDomain;
    this.protection = protection;
  }

  /**
   * Decides who keeps what. The same arguments give the same keepers, in every process.
   *
   * @param domains of each node, the domain it fails with
   * @param protection what is asked for
   * @return who keeps what
   * @throws TooFewNodesException when there are not more nodes than may be lost
   */
  public static Keeping of(List<String> domains, Protection protection)
      throws TooFewNodesException {
    if (domains.size() <= protection.losses()) {
      throw new TooFewNodesException(domains.size(), protection.losses());
    }
    ByDomain byDomain = new ByDomain(domains);
    return protection.scheme() == Scheme.PARTNER
        ? new CopyRing(byDomain, protection)
        : new ParitySets(byDomain, protection);
  }

  /**
   * Tells how many nodes there are.
   *
   * @return more than may be lost
   */
  public final int nodes() {
    return byDomain.nodes();
  }

  /**
   * Returns what was asked for.
   *
   * @return the scheme and how many nodes may be lost
   */
  public final Protection protection() {
    return protection;
  }

  /**
   * Returns the domain of a node.
   *
   * @param node the node
   * @return its name
   */
  public final String domain(int node) {
    return byDomain.domain(node);
  }

  /**
   * Returns who keeps what a node puts.
   *
   * @param node the node
   * @return its keepers, other nodes, each once: for copies as many as may be lost; for parity the
   *     other members of its set
   */
  public abstract List<Integer> keepers(int node);

  /**
   * Returns for whom a node keeps something.
   *
   * @param node the node
   * @return those nodes of whose {@link #keepers} it is one
   */
  public abstract List<Integer> wards(int node);

  /**
   * Tells what is gone when nodes are.
   *
   * @param dead the nodes that are lost
   * @return those of them whose data can neither be copied nor rebuilt from the other nodes
   */
  public abstract SortedSet<Integer> lost(Set<Integer> dead);

  /**
   * Tells how many whole domains may be lost at once, whichever they are.
   *
   * @return at least 0, at most as many as nodes may be lost
   */
  public abstract int domainLosses();

  /**
   * Says where domains could not be kept apart, and what that means.
   *
   * @param names what nodes are called
   * @return sentences without a full stop; none when as many domains may be lost as nodes
   */
  public List<String> doubts(IntFunction<String> names) {
    List<String> doubts = new ArrayList<>();
    int wanted = protection.losses();
    if (domainLosses() < wanted) {
      doubts.add(
          "any "
              + counted(wanted, "node")
              + " may be lost, but not any "
              + counted(wanted, "whole domain")
              + ": of "
              + counted(nodes(), "node")
              + " in "
              + counted(byDomain.members().size(), "domain")
              + ", one domain has "
              + byDomain.largest());
    }
    byDomain
        .members()
        .forEach(
            (domain, members) -> {
              SortedSet<Integer> lost = lost(new TreeSet<>(members));
              if (!lost.isEmpty()) {
                doubts.add(
                    "the loss of domain "
                        + domain
                        + " ("
                        + counted(members.size(), "node")
                        + ") loses what "
                        + (lost.size() == 1 ? "node " : "nodes ")
                        + listed(lost, names)
                        + " put");
              }
            });
    return doubts;
  }

  static String counted(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /** The first of some nodes, and how many more there are. */
  private static String listed(SortedSet<Integer> nodes, IntFunction<String> names) {
    StringBuilder text = new StringBuilder();
    nodes.stream()
        .limit(MOST_LISTED)
        .forEach(node -> text.append(text.isEmpty() ? "" : ", ").append(names.apply(node)));
    int more = nodes.size() - MOST_LISTED;
    return more <= 0 ? text.toString() : text + " and " + more + " more";
  }
}
