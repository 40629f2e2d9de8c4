package org.burstlog.guard.ring;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * Parity: nodes are dealt into sets in the order of their domains, one to each set in turn.
 *
 * <p>So the nodes of a domain are spread as evenly as can be, and sizes of sets differ by one at
 * most. There are as many sets as have the size that is asked for, or more, smaller ones, where
 * that keeps the nodes of each domain apart, or a domain may be lost then.
 */
public final class ParitySets extends Keeping {
  private final List<List<Integer>> sets;
  private final int[] setOf;

  ParitySets(ByDomain byDomain, Protection protection) {
    super(byDomain, protection);
    int count = count(byDomain, protection);
    List<List<Integer>> dealt = new ArrayList<>();
    for (int set = 0; set < count; set++) {
      List<Integer> members = new ArrayList<>();
      for (int position = set; position < byDomain.nodes(); position += count) {
        members.add(byDomain.node(position));
      }
      Collections.sort(members);
      dealt.add(List.copyOf(members));
    }
    sets = List.copyOf(dealt);
    setOf = new int[byDomain.nodes()];
    for (int set = 0; set < count; set++) {
      for (int member : sets.get(set)) {
        setOf[member] = set;
      }
    }
  }

  private static int count(ByDomain byDomain, Protection protection) {
    int asked = Math.max(1, byDomain.nodes() / protection.setSize());
    for (int together = 1; together <= protection.losses(); together++) {
      int count = Math.max(asked, (byDomain.largest() + together - 1) / together);
      if (byDomain.nodes() / count > protection.losses()) {
        return count;
      }
    }
    return asked;
  }

  /**
   * Returns the sets.
   *
   * @return of each set its members, ascending; each node is in one
   */
  public List<List<Integer>> sets() {
    return sets;
  }

  /**
   * Tells in which set a node is.
   *
   * @param node the node
   * @return an index of {@link #sets}
   */
  public int setOf(int node) {
    return setOf[node];
  }

  @Override
  public List<Integer> keepers(int node) {
    return sets.get(setOf[node]).stream().filter(member -> member != node).toList();
  }

  @Override
  public List<Integer> wards(int node) {
    return keepers(node);
  }

  @Override
  public SortedSet<Integer> lost(Set<Integer> dead) {
    Map<Integer, List<Integer>> bySet = new TreeMap<>();
    dead.forEach(node -> bySet.computeIfAbsent(setOf[node], s -> new ArrayList<>()).add(node));
    SortedSet<Integer> lost = new TreeSet<>();
    bySet.values().stream()
        .filter(members -> members.size() > protection.losses())
        .forEach(lost::addAll);
    return lost;
  }

  @Override
  public int domainLosses() {
    return sets.stream().mapToInt(this::domainLosses).min().orElse(0);
  }

  /** How many domains a set survives: those with most of its members are lost first. */
  private int domainLosses(List<Integer> set) {
    Map<String, Integer> counts = new HashMap<>();
    set.forEach(member -> counts.merge(domain(member), 1, Integer::sum));
    List<Integer> descending = new ArrayList<>(counts.values());
    descending.sort(Collections.reverseOrder());
    int domains = 0;
    int nodes = 0;
    for (int count : descending) {
      nodes += count;
      if (nodes > protection.losses()) {
        return domains;
      }
      domains++;
    }
    return domains;
  }

  @Override
  public List<String> doubts(IntFunction<String> names) {
    List<String> doubts = new ArrayList<>(super.doubts(names));
    int smallest = nodes() / sets.size();
    if (smallest < Math.min(protection.setSize(), nodes())) {
      doubts.add(
          "sets have "
              + counted(smallest, "member")
              + " and not "
              + protection.setSize()
              + ", so that fewer of each are in one domain; parity takes "
              + Math.round(100.0 * protection.losses() / (smallest - protection.losses()))
              + "% of what is put");
    }
    return doubts;
  }
}
