package org.burstlog.guard.ring;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Whole copies: nodes lie on a ring in the order of their domains, and each is kept by those that
 * are 1/(k+1), 2/(k+1) … of the ring ahead of it.
 *
 * <p>So each node keeps as much as is kept of it. As long as no domain has more than every (k+1)-th
 * node, a node and its keepers are in k+1 different domains. As long as none has more than k of k+1
 * nodes, each node has a keeper in another domain. With equal loads neither is possible for larger
 * domains.
 */
public final class CopyRing extends Keeping {
  /** By node, its place on the ring. */
  private final int[] place;

  CopyRing(ByDomain byDomain, Protection protection) {
    super(byDomain, protection);
    place = new int[byDomain.nodes()];
    Arrays.setAll(place, i -> i);
    for (int position = 0; position < place.length; position++) {
      place[byDomain.node(position)] = position;
    }
  }

  private int step(int keeper) {
    return (int) ((long) keeper * nodes() / (protection.losses() + 1));
  }

  @Override
  public List<Integer> keepers(int node) {
    return IntStream.rangeClosed(1, protection.losses())
        .map(keeper -> byDomain.node(place[node] + step(keeper)))
        .boxed()
        .toList();
  }

  @Override
  public List<Integer> wards(int node) {
    return IntStream.rangeClosed(1, protection.losses())
        .map(keeper -> byDomain.node(place[node] + nodes() - step(keeper)))
        .sorted()
        .boxed()
        .toList();
  }

  @Override
  public SortedSet<Integer> lost(Set<Integer> dead) {
    SortedSet<Integer> lost = new TreeSet<>();
    dead.stream().filter(node -> dead.containsAll(keepers(node))).forEach(lost::add);
    return lost;
  }

  @Override
  public int domainLosses() {
    return IntStream.range(0, nodes()).map(this::domainsAround).min().orElse(1) - 1;
  }

  /** In how many domains a node and its keepers are. */
  private int domainsAround(int node) {
    Set<String> domains = new HashSet<>();
    domains.add(domain(node));
    keepers(node).forEach(keeper -> domains.add(domain(keeper)));
    return domains.size();
  }
}
