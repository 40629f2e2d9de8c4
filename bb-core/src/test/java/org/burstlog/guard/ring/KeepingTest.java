package org.burstlog.guard.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class KeepingTest {
  private static List<String> hosts(int nodes) {
    return IntStream.range(0, nodes).mapToObj(n -> "host" + n).toList();
  }

  private static List<String> racks(int... sizes) {
    List<String> domains = new ArrayList<>();
    for (int rack = 0; rack < sizes.length; rack++) {
      domains.addAll(Collections.nCopies(sizes[rack], "rack" + rack));
    }
    return domains;
  }

  private static Keeping parity(List<String> domains, int losses, int setSize)
      throws TooFewNodesException {
    return Keeping.of(domains, new Protection(Scheme.RS, losses, setSize));
  }

  private static int largest(List<String> domains) {
    Map<String, Integer> counts = new HashMap<>();
    domains.forEach(d -> counts.merge(d, 1, Integer::sum));
    return counts.values().stream().max(Integer::compare).orElseThrow();
  }

  /** All sets of nodes, as bits. */
  private static List<Set<Integer>> subsets(int nodes) {
    List<Set<Integer>> subsets = new ArrayList<>();
    for (int bits = 0; bits < 1 << nodes; bits++) {
      Set<Integer> subset = new TreeSet<>();
      for (int node = 0; node < nodes; node++) {
        if ((bits >> node & 1) != 0) {
          subset.add(node);
        }
      }
      subsets.add(subset);
    }
    return subsets;
  }

  /** Lists of domains of every kind, the seed told with what fails. */
  private interface OnRandomDomains {
    void run(List<String> domains, Random random) throws Exception;
  }

  private static void randomly(OnRandomDomains check) throws Exception {
    long first = System.nanoTime();
    for (long seed = first; seed < first + 300; seed++) {
      Random random = new Random(seed);
      int nodes = 2 + random.nextInt(random.nextBoolean() ? 12 : 200);
      int kinds = 1 + random.nextInt(nodes);
      List<String> domains = new ArrayList<>();
      for (int node = 0; node < nodes; node++) {
        domains.add("d" + random.nextInt(kinds));
      }
      try {
        check.run(domains, random);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed + ", domains " + domains, e);
      }
    }
  }

  @Nested
  class Copies {
    @Test
    void theOthersKeepTheCopiesOfEachNodeAndAllKeepAlike() throws Exception {
      randomly(
          (domains, random) -> {
            int copies = 1 + random.nextInt(Math.min(4, domains.size() - 1));
            Keeping ring = Keeping.of(domains, Protection.copies(copies));
            for (int node = 0; node < domains.size(); node++) {
              List<Integer> keepers = ring.keepers(node);
              assertThat(keepers).hasSize(copies).doesNotHaveDuplicates().doesNotContain(node);
              assertThat(ring.wards(node)).hasSize(copies).doesNotHaveDuplicates();
              for (int keeper : keepers) {
                assertThat(ring.wards(keeper)).contains(node);
              }
            }
          });
    }

    @Test
    void aNodeAndItsKeepersAreInDifferentDomainsWherePossible() throws Exception {
      randomly(
          (domains, random) -> {
            int copies = 1 + random.nextInt(Math.min(4, domains.size() - 1));
            Keeping ring = Keeping.of(domains, Protection.copies(copies));
            // With equal loads the nodes of a domain take part in that many groups of copies + 1.
            boolean possible = largest(domains) * (copies + 1) <= domains.size();
            assertThat(ring.domainLosses() == copies).isEqualTo(possible);
            if (possible) {
              assertThat(ring.doubts(String::valueOf)).isEmpty();
              for (int node = 0; node < domains.size(); node++) {
                Set<String> around = new HashSet<>();
                around.add(domains.get(node));
                ring.keepers(node).forEach(k -> around.add(domains.get(k)));
                assertThat(around).hasSize(copies + 1);
              }
            }
          });
    }

    @Test
    void aDomainMayBeLostWherePossible() throws Exception {
      randomly(
          (domains, random) -> {
            int copies = 1 + random.nextInt(Math.min(4, domains.size() - 1));
            Keeping ring = Keeping.of(domains, Protection.copies(copies));
            int others = domains.size() - largest(domains);
            assertThat(ring.domainLosses() > 0).isEqualTo(others * copies >= largest(domains));
          });
    }

    @Test
    void aNodeIsLostWithItsKeepersAndNotBefore() throws Exception {
      Keeping ring = Keeping.of(hosts(9), Protection.copies(2));
      for (Set<Integer> dead : subsets(9)) {
        Set<Integer> lost = ring.lost(dead);
        assertThat(dead).containsAll(lost);
        if (dead.size() <= 2) {
          assertThat(lost).isEmpty();
        }
        for (int node : dead) {
          assertThat(lost.contains(node)).isEqualTo(dead.containsAll(ring.keepers(node)));
        }
      }
    }

    @Test
    void asFewGroupsAsPossibleCanBeLostTogether() throws Exception {
      Keeping ring = Keeping.of(hosts(6), Protection.copies(1));
      long fatal =
          subsets(6).stream().filter(s -> s.size() == 2 && !ring.lost(s).isEmpty()).count();
      assertThat(fatal).isEqualTo(3);
    }

    @Test
    void whereADomainIsTooLargeItIsSaid() throws Exception {
      Keeping ring = Keeping.of(racks(4, 1), Protection.copies(1));
      assertThat(ring.domainLosses()).isZero();
      assertThat(ring.doubts(String::valueOf))
          .containsExactly(
              "any 1 node may be lost, but not any 1 whole domain: of 5 nodes in 2 domains, one"
                  + " domain has 4",
              "the loss of domain rack0 (4 nodes) loses what nodes 0, 1, 3 put");
    }
  }

  @Nested
  class Parity {
    @Test
    void eachNodeIsInOneSetAndSetsAreEven() throws Exception {
      randomly(
          (domains, random) -> {
            int losses = 1 + random.nextInt(Math.min(3, domains.size() - 1));
            int size = losses + 1 + random.nextInt(12);
            ParitySets sets = (ParitySets) parity(domains, losses, size);
            List<Integer> all = new ArrayList<>();
            int least = Integer.MAX_VALUE;
            int most = 0;
            for (List<Integer> set : sets.sets()) {
              all.addAll(set);
              least = Math.min(least, set.size());
              most = Math.max(most, set.size());
            }
            assertThat(all).hasSize(domains.size()).doesNotHaveDuplicates();
            assertThat(most - least).isLessThanOrEqualTo(1);
            assertThat(least).isGreaterThan(losses);
            assertThat(most).isLessThanOrEqualTo(Math.max(2 * size - 1, losses + 1));
            for (int node = 0; node < domains.size(); node++) {
              assertThat(sets.sets().get(sets.setOf(node))).contains(node);
              assertThat(sets.keepers(node)).doesNotContain(node).isEqualTo(sets.wards(node));
              assertThat(sets.keepers(node)).hasSizeGreaterThanOrEqualTo(losses);
            }
          });
    }

    @Test
    void noTwoMembersAreInOneDomainWherePossible() throws Exception {
      randomly(
          (domains, random) -> {
            int losses = 1 + random.nextInt(Math.min(3, domains.size() - 1));
            ParitySets sets = (ParitySets) parity(domains, losses, losses + 1 + random.nextInt(8));
            boolean possible = domains.size() / largest(domains) > losses;
            if (possible) {
              for (List<Integer> set : sets.sets()) {
                assertThat(set.stream().map(domains::get).toList()).doesNotHaveDuplicates();
              }
              assertThat(sets.domainLosses()).isEqualTo(losses);
            }
          });
    }

    @Test
    void moreLossesInASetThanItSurvivesLoseThoseMembers() throws Exception {
      ParitySets sets = (ParitySets) parity(hosts(10), 2, 5);
      assertThat(sets.sets()).hasSize(2);
      for (Set<Integer> dead : subsets(10)) {
        Set<Integer> expected = new TreeSet<>();
        for (List<Integer> set : sets.sets()) {
          List<Integer> gone = set.stream().filter(dead::contains).toList();
          if (gone.size() > 2) {
            expected.addAll(gone);
          }
        }
        assertThat(sets.lost(dead)).isEqualTo(expected);
      }
    }

    @Test
    void whatIsLeftOverMakesSetsLarger() throws Exception {
      ParitySets sets = (ParitySets) Keeping.of(hosts(19), new Protection(Scheme.XOR, 1, 8));
      assertThat(sets.sets()).extracting(List::size).containsExactly(10, 9);
      assertThat(sets.doubts(String::valueOf)).isEmpty();
    }

    @Test
    void setsBecomeSmallerWhereThatKeepsDomainsApart() throws Exception {
      ParitySets sets =
          (ParitySets) Keeping.of(racks(4, 4, 4, 4), new Protection(Scheme.XOR, 1, 8));
      assertThat(sets.sets()).hasSize(4);
      assertThat(sets.domainLosses()).isEqualTo(1);
      assertThat(sets.doubts(String::valueOf))
          .containsExactly(
              "sets have 4 members and not 8, so that fewer of each are in one domain; parity takes"
                  + " 33% of what is put");
    }

    @Test
    void twoOfADomainMayBeInASetThatSurvivesTwo() throws Exception {
      ParitySets sets = (ParitySets) parity(racks(4, 4), 2, 8);
      assertThat(sets.sets()).hasSize(2);
      assertThat(sets.domainLosses()).isEqualTo(1);
      assertThat(sets.doubts(String::valueOf))
          .startsWith(
              "any 2 nodes may be lost, but not any 2 whole domains: of 8 nodes in 2 domains, one"
                  + " domain has 4");
    }

    @Test
    void whereNothingHelpsSetsAreAsLargeAsAskedFor() throws Exception {
      ParitySets sets = (ParitySets) parity(racks(40), 2, 8);
      assertThat(sets.sets()).extracting(List::size).containsOnly(8);
      assertThat(sets.domainLosses()).isZero();
      assertThat(sets.doubts(String::valueOf).get(1))
          .isEqualTo(
              "the loss of domain rack0 (40 nodes) loses what nodes 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,"
                  + " 10, 11, 12, 13, 14, 15 and 24 more put");
    }
  }

  @Nested
  class InAnyCase {
    /** Tries all sets of domains. */
    @Test
    void asManyDomainsMayBeLostAsItTells() throws Exception {
      randomly(
          (domains, random) -> {
            List<String> names = domains.stream().distinct().toList();
            if (names.size() > 8) {
              return;
            }
            int losses = 1 + random.nextInt(Math.min(3, domains.size() - 1));
            Protection protection =
                random.nextBoolean()
                    ? Protection.copies(losses)
                    : new Protection(Scheme.RS, losses, losses + 1 + random.nextInt(8));
            Keeping keeping = Keeping.of(domains, protection);
            int fewest = names.size() + 1;
            for (Set<Integer> gone : subsets(names.size())) {
              Set<Integer> dead = new TreeSet<>();
              for (int node = 0; node < domains.size(); node++) {
                if (gone.contains(names.indexOf(domains.get(node)))) {
                  dead.add(node);
                }
              }
              if (!keeping.lost(dead).isEmpty()) {
                fewest = Math.min(fewest, gone.size());
              }
            }
            assertThat(keeping.domainLosses()).isEqualTo(fewest - 1);
          });
    }

    @Test
    void asManyNodesMayBeLostAsWereAskedFor() throws Exception {
      for (int nodes = 2; nodes <= 9; nodes++) {
        for (int losses = 1; losses < Math.min(nodes, 4); losses++) {
          List<Keeping> all =
              List.of(
                  Keeping.of(hosts(nodes), Protection.copies(losses)),
                  parity(racks(nodes), losses, losses + 2));
          for (Set<Integer> dead : subsets(nodes)) {
            if (dead.size() <= losses) {
              assertThat(all).allSatisfy(k -> assertThat(k.lost(dead)).isEmpty());
            }
          }
        }
      }
    }

    @Test
    void tooFewNodesAreRefused() {
      assertThatThrownBy(() -> Keeping.of(hosts(2), Protection.copies(2)))
          .isInstanceOf(TooFewNodesException.class)
          .hasMessage(
              "what 2 nodes put cannot survive the loss of 2 nodes, which takes 3 nodes at least;"
                  + " start the program on more nodes, or ask for less redundancy");
      assertThatThrownBy(() -> Keeping.of(hosts(1), new Protection(Scheme.XOR, 1, 8)))
          .isInstanceOf(TooFewNodesException.class)
          .hasMessageStartingWith("what one node puts cannot survive the loss of one node");
    }

    @Test
    void whatNoSetSurvivesIsRefused() {
      assertThatThrownBy(() -> Protection.copies(0)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new Protection(Scheme.XOR, 2, 8))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new Protection(Scheme.RS, 3, 3))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new Protection(Scheme.RS, 3, 129))
          .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void itTellsWhatItWasMadeFrom() throws Exception {
      Protection asked = Protection.copies(1);
      Keeping ring = Keeping.of(racks(2, 1), asked);
      assertThat(ring.nodes()).isEqualTo(3);
      assertThat(ring.protection()).isEqualTo(asked);
      assertThat(ring.domain(2)).isEqualTo("rack1");
    }
  }
}
