package org.burstlog.guard.ring;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Nodes in the order of their domains, the largest domain first: one block for each. */
final class ByDomain {
  private final List<String> domains;
  private final Map<String, List<Integer>> members = new LinkedHashMap<>();
  private final int[] order;
  private final int largest;

  ByDomain(List<String> domains) {
    this.domains = List.copyOf(domains);
    for (int node = 0; node < domains.size(); node++) {
      members.computeIfAbsent(domains.get(node), d -> new ArrayList<>()).add(node);
    }
    Comparator<List<Integer>> bySize = Comparator.comparing(List::size);
    // The sort is stable, so equal sizes stay in the order of the ranks.
    order =
        members.values().stream()
            .sorted(bySize.reversed())
            .flatMap(List::stream)
            .mapToInt(Integer::intValue)
            .toArray();
    largest = members.values().stream().mapToInt(List::size).max().orElse(0);
  }

  int nodes() {
    return order.length;
  }

  int node(int position) {
    return order[position % order.length];
  }

  /** How many nodes the largest domain has. */
  int largest() {
    return largest;
  }

  String domain(int node) {
    return domains.get(node);
  }

  Map<String, List<Integer>> members() {
    return members;
  }
}
