package org.burstlog.drain.files;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Deals processes to files by each of the {@link Scheme}s. */
final class Dealer {
  private final List<FileLoad> files;
  private final long[] bytes;
  private final Places places;
  private final int most;

  /**
   * Prepares.
   *
   * @param files what is pending of each
   * @param places where the processes are
   * @param most how many files may be drained at once, at least 1
   */
  Dealer(List<FileLoad> files, Places places, int most) {
    this.files = List.copyOf(files);
    this.bytes = files.stream().mapToLong(FileLoad::bytes).toArray();
    this.places = places;
    this.most = most;
  }

  /** Deals by a scheme that is not {@link Scheme#AUTO}. */
  Deal deal(Scheme scheme) {
    return switch (scheme) {
      case BPS -> inGroups(Scheme.BPS, places.acrossNodes());
      case LPS -> inGroups(Scheme.LPS, places.nodes());
      case SPREAD -> spread();
      case TURNS ->
          new Deal(
              Scheme.TURNS,
              List.of(order()),
              Collections.nCopies(files.size(), List.<Integer>of()));
      case AUTO -> throw new IllegalArgumentException("no scheme: " + scheme);
    };
  }

  private List<Integer> order() {
    return IntStream.range(0, bytes.length).boxed().sorted(Joined.largestFirst(bytes)).toList();
  }

  /**
   * Groups that share no process.
   *
   * @param units what is dealt: processes, or the processes of a node
   */
  private Deal inGroups(Scheme scheme, List<List<Integer>> units) {
    List<Joined> joined = Joined.of(bytes, Math.min(most, units.size()));
    int[] sizes = GroupSizes.of(joined.stream().mapToLong(Joined::bytes).toArray(), units.size());
    List<List<Integer>> writers = new ArrayList<>(Collections.nCopies(files.size(), List.of()));
    int dealt = 0;
    for (int group = 0; group < sizes.length; group++) {
      List<Integer> ranks =
          units.subList(dealt, dealt + sizes[group]).stream()
              .flatMap(List::stream)
              .sorted()
              .toList();
      dealt += sizes[group];
      joined.get(group).files().forEach(file -> writers.set(file, ranks));
    }
    return new Deal(scheme, joined.stream().map(Joined::files).toList(), writers);
  }

  /** A load that grows as files are given to it. */
  private static final class Card {
    private final List<Integer> ranks;
    private final int place;
    private double bytes;
    private int given;

    Card(List<Integer> ranks, int place) {
      this.ranks = ranks;
      this.place = place;
    }

    int give(double more) {
      bytes += more;
      // Processes of a node in turn, so that each has memory and time for its part.
      return ranks.get(given++ % ranks.size());
    }
  }

  private Deal spread() {
    List<List<Integer>> nodes = places.nodes();
    List<Card> cards =
        IntStream.range(0, nodes.size()).mapToObj(i -> new Card(nodes.get(i), i)).toList();
    List<List<Integer>> writers = new ArrayList<>(Collections.nCopies(files.size(), List.of()));
    for (int file : order()) {
      int count = Math.min(files.get(file).servers(), cards.size());
      double each = (double) bytes[file] / count;
      List<Integer> ranks =
          cards.stream()
              .sorted(
                  Comparator.comparingDouble((Card card) -> card.bytes)
                      .thenComparing(card -> card.given)
                      .thenComparing(card -> card.place))
              .limit(count)
              .toList()
              .stream()
              .map(card -> card.give(each))
              .sorted()
              .toList();
      writers.set(file, ranks);
    }
    List<List<Integer>> lanes = Joined.of(bytes, most).stream().map(Joined::files).toList();
    return new Deal(Scheme.SPREAD, lanes, writers);
  }
}
