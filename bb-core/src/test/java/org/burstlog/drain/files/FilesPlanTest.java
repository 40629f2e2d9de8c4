package org.burstlog.drain.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.burstlog.group.Nodes;
import org.burstlog.target.Striping;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FilesPlanTest {
  private static final long MIB = 1 << 20;

  private static Places places(int processes, int perNode) {
    int[] leaders = IntStream.range(0, processes).map(rank -> rank - rank % perNode).toArray();
    return new Places(Nodes.of(leaders), processes);
  }

  private static List<FileLoad> files(long... mebibytes) {
    return Arrays.stream(mebibytes)
        .mapToObj(each -> new FileLoad(each * MIB, new Striping(MIB, 4)))
        .toList();
  }

  private static FilesPlan plan(Scheme scheme, List<FileLoad> files, Places places) {
    return FilesPlan.of(scheme, files, places, Rates.USUAL, 16);
  }

  private static final List<FileLoad> SEVEN = files(8, 5, 4, 3, 3, 2, 1);

  @Nested
  class Groups {
    @Test
    void inProportionToBytesShareNoProcess() {
      Deal deal = plan(Scheme.BPS, SEVEN, places(8, 2)).deal();
      assertThat(deal.writers())
          .containsExactly(
              List.of(0, 2),
              List.of(4),
              List.of(6),
              List.of(1),
              List.of(3),
              List.of(5),
              List.of(7));
      assertThat(deal.lanes()).hasSize(7);
    }

    @Test
    void ofWholeNodesKeepThemTogether() {
      Deal deal = plan(Scheme.LPS, files(9, 1), places(8, 2)).deal();
      assertThat(deal.writers()).containsExactly(List.of(0, 1, 2, 3, 4, 5), List.of(6, 7));
    }

    @Test
    void joinTheSmallestFilesWhereThereAreMoreThanProcesses() {
      Deal deal = plan(Scheme.BPS, files(8, 1, 5, 1, 3), places(3, 1)).deal();
      assertThat(deal.lanes()).containsExactly(List.of(0), List.of(2), List.of(4, 1, 3));
      assertThat(deal.writers().get(1)).isEqualTo(deal.writers().get(4));
      assertThat(deal.writers().get(3)).isEqualTo(deal.writers().get(4));
    }

    @Test
    void joinFilesOnOneNodeWhereThereIsNoOther() {
      Deal deal = plan(Scheme.LPS, SEVEN, places(4, 4)).deal();
      assertThat(deal.lanes()).containsExactly(List.of(0, 1, 2, 3, 4, 5, 6));
    }
  }

  @Nested
  class Spread {
    @Test
    void givesSmallFilesToNodesThatHaveLeast() {
      Deal deal = plan(Scheme.SPREAD, files(1, 1, 1, 1), places(8, 2)).deal();
      assertThat(deal.writers()).containsExactly(List.of(0), List.of(2), List.of(4), List.of(6));
    }

    @Test
    void givesTheProcessesOfANodeFilesInTurn() {
      Deal deal = plan(Scheme.SPREAD, files(1, 1, 1), places(2, 2)).deal();
      assertThat(deal.writers()).containsExactly(List.of(0), List.of(1), List.of(0));
    }

    @Test
    void hasOneWriterAServerAtMost() {
      Deal deal = plan(Scheme.SPREAD, files(100), places(64, 1)).deal();
      assertThat(deal.writers().get(0)).hasSize(4);
    }
  }

  @Nested
  class Choosing {
    @Test
    void takesFilesAtOnceWhereTheyAreSmall() {
      FilesPlan plan = plan(Scheme.AUTO, SEVEN, places(8, 2));
      assertThat(plan.deal().scheme()).isNotEqualTo(Scheme.TURNS);
      assertThat(plan.predicted())
          .isEqualTo(plan.seconds().values().stream().min(Double::compare).orElseThrow());
    }

    @Test
    void takesOneFileAsIfItWereAlone() {
      assertThat(plan(Scheme.AUTO, files(8), places(8, 2)).deal().scheme()).isEqualTo(Scheme.TURNS);
    }

    @Test
    void saysWhatEachWayWasPredictedToTake() {
      assertThat(plan(Scheme.BPS, SEVEN, places(8, 2)).explain())
          .startsWith("bps in 7 lanes; predicted: bps ")
          .contains("lps ", "spread ", "turns ");
    }

    @ParameterizedTest
    @EnumSource(Scheme.class)
    void dealsEachFileOnceWhateverTheCase(Scheme scheme) {
      long seed = new SplittableRandom().nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      for (int run = 0; run < 500; run++) {
        int processes = random.nextInt(1, 40);
        Places places = places(processes, random.nextInt(1, 9));
        List<FileLoad> files = new ArrayList<>();
        for (int i = random.nextInt(1, 30); i > 0; i--) {
          files.add(
              new FileLoad(random.nextLong(64 * MIB), new Striping(MIB, random.nextInt(1, 9))));
        }
        int most = random.nextInt(1, 20);
        FilesPlan plan = FilesPlan.of(scheme, files, places, Rates.USUAL, most);
        Deal deal = plan.deal();
        String told = "seed " + seed + ", run " + run + ": " + deal;
        assertThat(deal.lanes().stream().flatMap(List::stream))
            .as(told)
            .containsExactlyInAnyOrderElementsOf(IntStream.range(0, files.size()).boxed().toList());
        assertThat(deal.lanes().size()).as(told).isLessThanOrEqualTo(most);
        assertThat(deal.writers()).as(told).hasSameSizeAs(files);
        for (List<Integer> writers : deal.writers()) {
          assertThat(writers).as(told).isSorted().doesNotHaveDuplicates();
          assertThat(writers).as(told).allMatch(rank -> rank >= 0 && rank < processes);
          assertThat(writers.isEmpty()).as(told).isEqualTo(deal.scheme() == Scheme.TURNS);
        }
        assertThat(plan.predicted()).as(told).isPositive();
      }
    }
  }
}
