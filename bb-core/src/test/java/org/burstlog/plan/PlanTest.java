package org.burstlog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Limits WIDE = Limits.of(1 << 20, 1000);
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  private static final ByteOrder SWAPPED =
      NATIVE == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;

  private final List<Array> arrays = new ArrayList<>();
  private final MemoryLog log = new MemoryLog();

  private void array(long offset, int elementSize, ByteOrder order, long... shape) {
    arrays.add(Array.rowMajor("a" + arrays.size(), offset, elementSize, order, shape));
  }

  private void put(int array, long start, long count, int value) {
    log.put(array, arrays.get(array), Region.of(new long[] {start}, new long[] {count}), value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private Plan plan(Limits limits) {
    return Plan.of(log.index(), arrays, limits);
  }

  /** The rounds as text. */
  private List<String> rounds(RoundCursor cursor) {
    List<String> rounds = new ArrayList<>();
    Round round = new Round();
    while (cursor.next(round)) {
      rounds.add(round.toString());
    }
    return rounds;
  }

  /** The target as text, a character for each byte. */
  private String target(int size) throws IOException {
    StringBuilder text = new StringBuilder();
    for (short b : Replay.run(log, arrays, WIDE, 1 << 20, size)) {
      text.append(b == Replay.UNTOUCHED ? '.' : (char) b);
    }
    return text.toString();
  }

  @Nested
  class WhenPutsOverlap {
    @Test
    void aCoverHidesWhatItCovers() throws IOException {
      array(0, 1, NATIVE, 10);
      put(0, 3, 3, 'a');
      put(0, 1, 8, 'b');
      assertThat(target(10)).isEqualTo(".bbbbbbbb.");
    }

    @Test
    void aPutInsideAnotherSplitsIt() throws IOException {
      array(0, 1, NATIVE, 10);
      put(0, 1, 8, 'b');
      put(0, 3, 3, 'a');
      assertThat(target(10)).isEqualTo(".bbaaabbb.");
    }

    @Test
    void straddlingPutsShareByPutOrder() throws IOException {
      array(0, 1, NATIVE, 10);
      put(0, 1, 5, 'a');
      put(0, 4, 5, 'b');
      assertThat(target(10)).isEqualTo(".aaabbbbb.");
    }

    @Test
    void straddlingPutsShareByPutOrderAlsoFromTheRight() throws IOException {
      array(0, 1, NATIVE, 10);
      put(0, 4, 5, 'b');
      put(0, 1, 5, 'a');
      assertThat(target(10)).isEqualTo(".aaaaabbb.");
    }

    @Test
    void manyLayersEndAsTheLatestOfEachByte() throws IOException {
      array(0, 1, NATIVE, 12);
      put(0, 0, 12, 'a');
      put(0, 2, 8, 'b');
      put(0, 4, 4, 'c');
      put(0, 5, 1, 'd');
      put(0, 0, 3, 'e');
      assertThat(target(12)).isEqualTo("eeebcdccbbaa");
    }

    @Test
    void overlapsOfInterleavedRowsAreResolvedRowByRow() throws IOException {
      array(0, 1, NATIVE, 3, 6);
      Region left = Region.of(new long[] {0, 0}, new long[] {3, 4});
      Region right = Region.of(new long[] {0, 2}, new long[] {3, 4});
      log.put(0, arrays.get(0), left, 'a');
      log.put(0, arrays.get(0), right, 'b');
      log.put(0, arrays.get(0), Region.of(new long[] {1, 1}, new long[] {1, 2}), 'c');
      assertThat(target(18)).isEqualTo("aabbbbaccbbbaabbbb");
    }
  }

  @Nested
  class WhenArraysShareBytes {
    @Test
    void theLaterPutHasThemWhateverItsArray() throws IOException {
      array(0, 1, NATIVE, 16);
      array(0, 8, NATIVE, 2);
      put(1, 0, 2, 'L');
      put(0, 3, 2, 'b');
      assertThat(target(16)).isEqualTo("LLLbbLLLLLLLLLLL");
    }

    @Test
    void piecesOfASwappedElementKeepTheirPlaces() throws IOException {
      array(0, 1, NATIVE, 16);
      array(0, 8, SWAPPED, 2);
      log.put(1, Region.of(new long[] {0}, new long[] {2}), bytes("76543210fedcba98"));
      assertThat(target(16)).isEqualTo("0123456789abcdef");
      put(0, 3, 2, '-');
      put(0, 7, 3, '+');
      put(0, 15, 1, '!');
      assertThat(target(16)).isEqualTo("012--56+++abcde!");
    }

    @Test
    void elementsOfDifferentSizesAndOrdersMayBeginAnywhere() throws IOException {
      array(0, 8, SWAPPED, 2);
      array(2, 4, SWAPPED, 3);
      array(5, 2, SWAPPED, 2);
      log.put(0, Region.of(new long[] {0}, new long[] {2}), bytes("76543210fedcba98"));
      log.put(1, Region.of(new long[] {0}, new long[] {1}), bytes("DCBA"));
      log.put(2, Region.of(new long[] {0}, new long[] {2}), bytes("YXZW"));
      assertThat(target(16)).isEqualTo("01ABCXYWZ9abcdef");
    }
  }

  @Nested
  class WhenRecordsAreWorthless {
    @Test
    void zeroCountsDisappear() {
      array(0, 4, NATIVE, 10);
      put(0, 3, 0, 'a');
      Plan plan = plan(WIDE);
      assertThat(plan.isEmpty()).isTrue();
      assertThat(plan.roundsAtLeast()).isZero();
      assertThat(plan.lastByte()).isEqualTo(-1);
      assertThat(rounds(plan.rounds())).isEmpty();
      assertThat(plan.explain().emptyRecords()).isEqualTo(1);
    }

    @Test
    void rewrittenRegionsCostNothing() {
      array(0, 8, NATIVE, 4, 6);
      array(8, 8, NATIVE, 4, 6);
      Region rows = Region.of(new long[] {0, 0}, new long[] {4, 2});
      for (int i = 0; i < 100; i++) {
        log.put(0, arrays.get(0), rows, i);
        log.put(0, arrays.get(0), Region.of(new long[] {0, 0}, new long[] {4, 3}), i);
        log.put(1, arrays.get(1), Region.of(new long[] {0, 3}, new long[] {4, 2}), i);
      }
      Explain explain = plan(WIDE).explain();
      assertThat(explain.rewrittenRecords()).isEqualTo(297);
      assertThat(plan(WIDE).records()).isEqualTo(3);
    }

    @Test
    void sameRunOfBytesInAnotherArrayIsARewriteToo() throws IOException {
      array(0, 1, NATIVE, 16);
      array(0, 8, NATIVE, 2);
      put(0, 0, 16, 'a');
      put(1, 0, 2, 'b');
      assertThat(plan(WIDE).records()).isEqualTo(1);
      assertThat(target(16)).isEqualTo("bbbbbbbbbbbbbbbb");
    }

    @Test
    void sameBoundsButOtherRowsAreNoRewrite() throws IOException {
      array(0, 1, NATIVE, 3, 3);
      log.put(0, arrays.get(0), Region.of(new long[] {0, 0}, new long[] {3, 3}), 'a');
      Region corners = Region.of(new long[] {0, 0}, new long[] {2, 2}, new long[] {2, 2});
      log.put(0, arrays.get(0), corners, 'b');
      assertThat(plan(WIDE).records()).isEqualTo(2);
      assertThat(target(9)).isEqualTo("babaaabab");
    }
  }

  @Nested
  class Clusters {
    @Test
    void touchingRecordsAreAloneButTheirExtentsMerge() {
      array(0, 4, NATIVE, 100);
      put(0, 10, 10, 'b');
      put(0, 0, 10, 'a');
      put(0, 20, 10, 'c');
      Plan plan = plan(WIDE);
      assertThat(plan.clusters()).isEqualTo(3);
      assertThat(plan.interleaved()).isFalse();
      assertThat(rounds(plan.rounds())).containsExactly("[0+120] from 3 pieces");
    }

    @Test
    void aSharedByteJoins() {
      array(0, 1, NATIVE, 100);
      put(0, 0, 11, 'a');
      put(0, 10, 10, 'b');
      assertThat(plan(WIDE).clusters()).isEqualTo(1);
      assertThat(plan(WIDE).interleaved()).isTrue();
    }

    @Test
    void aWideRecordHoldsAllBeneathItTogether() {
      array(0, 1, NATIVE, 100, 10);
      log.put(0, arrays.get(0), Region.of(new long[] {0, 0}, new long[] {10, 1}), 'a');
      for (int i = 0; i < 9; i++) {
        log.put(0, arrays.get(0), Region.of(new long[] {i, 3}, new long[] {1, 2}), 'b');
      }
      log.put(0, arrays.get(0), Region.of(new long[] {50, 0}, new long[] {1, 2}), 'c');
      Explain explain = plan(WIDE).explain();
      assertThat(explain.clusters()).isEqualTo(2);
      assertThat(explain.largestCluster()).isEqualTo(10);
      assertThat(explain.recordsAlone()).isEqualTo(1);
    }

    @Test
    void columnsOfAClusterComeOutAsWholeRows() {
      array(0, 8, NATIVE, 50, 20);
      for (int column = 19; column >= 0; column--) {
        log.put(0, arrays.get(0), Region.of(new long[] {0, column}, new long[] {50, 1}), column);
      }
      RoundCursor cursor = plan(Limits.of(1 << 20, 10)).rounds();
      assertThat(rounds(cursor)).containsExactly("[0+8000] from 1000 pieces");
      assertThat(cursor.explain().extentsBefore()).isEqualTo(1000);
    }

    @Test
    void rowsOfARecordAloneAreOnePieceOfTheLog() {
      array(0, 8, NATIVE, 5, 20);
      log.put(0, arrays.get(0), Region.of(new long[] {0, 3}, new long[] {5, 2}), 1);
      assertThat(rounds(plan(WIDE).rounds()))
          .containsExactly("[24+16, 184+16, 344+16, 504+16, 664+16] from 1 pieces");
    }
  }

  @Nested
  class Rounds {
    @Test
    void areCutByBytesAndALargeRecordIsSplit() {
      array(0, 8, SWAPPED, 100);
      put(0, 0, 10, 'a');
      Plan plan = plan(Limits.of(30, 10));
      assertThat(plan.roundsAtLeast()).isEqualTo(3);
      assertThat(rounds(plan.rounds()))
          .as("at whole elements, since they are swapped")
          .containsExactly(
              "[0+24] from 1 pieces",
              "[24+24] from 1 pieces",
              "[48+24] from 1 pieces",
              "[72+8] from 1 pieces");
    }

    @Test
    void areCutByExtents() {
      array(0, 8, NATIVE, 5, 20);
      log.put(0, arrays.get(0), Region.of(new long[] {0, 3}, new long[] {5, 2}), 1);
      assertThat(rounds(plan(Limits.of(1000, 2)).rounds()))
          .containsExactly(
              "[24+16, 184+16] from 1 pieces",
              "[344+16, 504+16] from 1 pieces",
              "[664+16] from 1 pieces");
    }

    @Test
    void smallerThanAnElementGoOnAllTheSame() throws IOException {
      array(1, 8, SWAPPED, 3);
      byte[] data = bytes("76543210fedcba98HGFEDCBA");
      log.put(0, Region.of(new long[] {0}, new long[] {3}), data);
      short[] target = Replay.run(log, arrays, new Limits(3, 1, 1), 5, 25);
      StringBuilder text = new StringBuilder();
      for (int i = 1; i < 25; i++) {
        text.append((char) target[i]);
      }
      assertThat(text).hasToString("0123456789abcdefABCDEFGH");
    }

    @Test
    void nameTheArraysInThem() {
      for (int i = 0; i < 130; i++) {
        array(i * 8L, 8, NATIVE, 1);
      }
      put(129, 0, 1, 1);
      put(3, 0, 1, 1);
      put(64, 0, 1, 1);
      Round round = new Round();
      assertThat(plan(WIDE).rounds().next(round)).isTrue();
      assertThat(round.arrays()).containsExactly(3, 64, 129);
    }

    @Test
    void twoMayBeInFlight() throws IOException {
      array(0, 1, NATIVE, 10);
      put(0, 0, 8, 'a');
      RoundCursor cursor = plan(Limits.of(4, 1)).rounds();
      Round first = new Round();
      Round second = new Round();
      assertThat(cursor.next(first)).isTrue();
      assertThat(cursor.next(second)).isTrue();
      assertThat(first).hasToString("[0+4] from 1 pieces");
      assertThat(second).hasToString("[4+4] from 1 pieces");
    }

    @Test
    void ofAPartOfTheTargetHaveNothingElse() {
      array(0, 1, NATIVE, 100);
      for (int i = 0; i < 10; i++) {
        put(0, 10L * i, 8, 'a');
      }
      assertThat(rounds(plan(WIDE).rounds(15, 33)))
          .containsExactly("[15+3, 20+8, 30+3] from 1 pieces");
      assertThat(rounds(plan(WIDE).rounds(18, 20))).isEmpty();
    }
  }

  @Nested
  class Totals {
    @Test
    void tellWhatADrainMustKnowBeforehand() {
      array(64, 8, NATIVE, 10, 10);
      log.put(0, arrays.get(0), Region.of(new long[] {2, 2}, new long[] {3, 3}), 1);
      log.put(0, arrays.get(0), Region.of(new long[] {0, 0}, new long[] {1, 10}), 1);
      Plan plan = plan(WIDE);
      assertThat(plan.records()).isEqualTo(2);
      assertThat(plan.bytes()).isEqualTo(72 + 80);
      assertThat(plan.extents()).isEqualTo(4);
      assertThat(plan.firstByte()).isEqualTo(64);
      assertThat(plan.lastByte()).isEqualTo(64 + 44 * 8 + 7);
      assertThat(plan.limits()).isEqualTo(WIDE);
    }

    @Test
    void explainThemselvesAsTextAndAsJson() {
      array(0, 8, NATIVE, 4, 6);
      Region rows = Region.of(new long[] {0, 0}, new long[] {4, 2});
      log.put(0, arrays.get(0), rows, 1);
      log.put(0, arrays.get(0), rows, 2);
      log.put(0, arrays.get(0), Region.of(new long[] {0, 1}, new long[] {4, 3}), 3);
      RoundCursor cursor = plan(WIDE).rounds();
      assertThat(rounds(cursor)).hasSize(1);
      assertThat(cursor.explain().shadowedBytes()).isEqualTo(64 + 32);
      assertThat(cursor.explain().toText())
          .contains("records    3 (0 empty, 1 rewritten)")
          .contains("rounds     1 with 4 extents and 128 bytes (96 shadowed)");
      assertThat(cursor.explain().toJson())
          .matches("\\{(\"\\w+\":(\\d+|true|false),?)+}")
          .contains("\"extentsBefore\":12")
          .contains("\"extentsAfter\":4")
          .contains("\"shadowedBytes\":96");
      assertThat(plan(WIDE).explain().toJson()).doesNotContain("rounds");
    }
  }
}
