package org.burstlog.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.report.Sample.SECOND;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The advice follows from the numbers alone, and its first names the bottleneck. */
class AdviserTest {
  private static final int PROCESSES = 4;
  private static final long MEBI = 1 << 20;

  private static Run run(IntFunction<Sample> sample) {
    List<Figures> all = new ArrayList<>();
    for (int rank = 0; rank < PROCESSES; rank++) {
      all.add(sample.apply(rank).figures());
    }
    return Run.of(all);
  }

  private static Advice bottleneck(Run run) {
    List<Advice> all = Adviser.advise(run);
    assertThat(all).isNotEmpty();
    assertThat(ReportText.verdict(run)).contains(all.get(0).code(), all.get(0).finding());
    return all.get(0);
  }

  /** A process that puts and drains, as they all do. */
  private static Sample usual(int rank) {
    return new Sample(rank)
        .count(Counter.PUTS, 100)
        .count(Counter.PUT_BYTES, 100 * MEBI)
        .count(Counter.PUT_NANOS, SECOND)
        .count(Counter.DRAIN_NANOS, 10 * SECOND)
        .count(Counter.DRAIN_WAIT_NANOS, 10 * SECOND)
        .count(Counter.CLOSE_WAIT_NANOS, 5 * SECOND)
        .drains(DrainReason.FLUSH, 4)
        .drains(DrainReason.CLOSE, 1);
  }

  @Test
  void aProgramThatHardlyWaitsIsToldNothing() {
    Run run = run(rank -> new Sample(rank).count(Counter.PUT_BYTES, MEBI).count(Counter.PUTS, 1));
    assertThat(Adviser.advise(run)).isEmpty();
    assertThat(ReportText.verdict(run)).endsWith("nothing stands in its way");
  }

  @Nested
  class ATierThatIsTooSmall {
    private Sample full(int rank) {
      return usual(rank)
          .count(Counter.FULL_EVENTS, 12)
          .count(Counter.DRAIN_WAIT_NANOS, 20 * SECOND)
          .count(Counter.FULL_WAIT_NANOS, 12 * SECOND)
          .drains(DrainReason.FULL_ALONE, 12);
    }

    @Test
    void isTheBottleneckAndTheLimitThatSufficesIsToPaste() {
      Run run = run(rank -> full(rank).set("log.capacity", "8388608"));
      Advice first = bottleneck(run);
      assertThat(first.code()).isEqualTo("BL001");
      assertThat(first.finding()).contains("48 puts found the log full");
      // Five drains were asked for, so a fifth of what was put has to fit, and a half more.
      assertThat(first.setting()).isEqualTo("export BURSTLOG_LOG_CAPACITY=30MiB");
    }

    @Test
    void withoutALimitNeedsAnotherTier() {
      assertThat(bottleneck(run(this::full)).setting()).startsWith("export BURSTLOG_TIER=");
    }

    @Test
    void isFoundFromPutsThatWentPastTheLogAlone() {
      Run run =
          run(
              rank ->
                  new Sample(rank)
                      .count(Counter.PUTS, 10)
                      .count(Counter.PUT_BYTES, MEBI)
                      .count(Counter.PUT_NANOS, 30 * SECOND)
                      .count(Counter.WRITTEN_THROUGH, 10)
                      .count(Counter.WRITTEN_THROUGH_BYTES, MEBI));
      assertThat(bottleneck(run).code()).isEqualTo("BL001");
      assertThat(bottleneck(run).nanos()).isEqualTo(30 * SECOND);
    }
  }

  @Nested
  class OneSlowServer {
    @Test
    void isTheBottleneckAndIsNamed() {
      Run run = run(rank -> usual(rank).server(rank, 100 * MEBI, rank == 2 ? 10 * SECOND : SECOND));
      Advice first = bottleneck(run);
      assertThat(first.code()).isEqualTo("BL002");
      assertThat(first.finding())
          .isEqualTo("server 2 of the target is slow: 10.0 MiB/s, the others 100.0 MiB/s");
      assertThat(ReportText.of(run))
          .contains("slowest server           2: 10.0 MiB/s, the others 100.0 MiB/s");
    }

    @Test
    void isNotSaidOfServersThatAreAlike() {
      Run run = run(rank -> usual(rank).server(rank, 100 * MEBI, SECOND + rank * SECOND / 10));
      assertThat(Adviser.advise(run)).extracting(Advice::code).doesNotContain("BL002");
    }

    @Test
    void isNotSaidOfAServerThatHardlyAnythingWasWrittenTo() {
      Run run = run(rank -> usual(rank).server(rank, rank == 2 ? 1000 : 100 * MEBI, SECOND));
      assertThat(Adviser.advise(run)).extracting(Advice::code).doesNotContain("BL002");
    }
  }

  @Nested
  class UnbalancedProcesses {
    @Test
    void areTheBottleneckAndTheFullestIsNamed() {
      Run run =
          run(rank -> usual(rank).count(Counter.PUT_BYTES, rank == 3 ? 700 * MEBI : 100 * MEBI));
      Advice first = bottleneck(run);
      assertThat(first.code()).isEqualTo("BL003");
      assertThat(first.finding()).contains("rank 3 put 700.0 MiB, the mean is 250.0 MiB");
      assertThat(first.setting()).isEqualTo("export BURSTLOG_LOG_LAYOUT=node");
    }

    @Test
    void areNotToldToShareALogThatTheyShare() {
      Run run =
          run(
              rank ->
                  usual(rank)
                      .set("log.layout", "node")
                      .count(Counter.PUT_BYTES, rank == 3 ? 700 * MEBI : 100 * MEBI));
      assertThat(bottleneck(run).setting()).isEmpty();
    }
  }

  @Nested
  class WaitsOfTheProgram {
    @Test
    void forDrainsAndClosesAreToBeHadInTheBackground() {
      Run run = run(AdviserTest::usual);
      assertThat(Adviser.advise(run)).extracting(Advice::code).containsExactly("BL004", "BL005");
      assertThat(bottleneck(run).setting()).isEqualTo("export BURSTLOG_DRAIN_MODE=background");
    }

    @Test
    void forTheDrainBeforeAreToBeHadByOneMoreEpoch() {
      Run run =
          run(
              rank ->
                  new Sample(rank)
                      .set("drain.mode", "background")
                      .count(Counter.STALLS_EPOCH, 3)
                      .count(Counter.STALL_EPOCH_NANOS, 9 * SECOND));
      assertThat(bottleneck(run).code()).isEqualTo("BL006");
      assertThat(bottleneck(run).setting()).isEqualTo("export BURSTLOG_DRAIN_EPOCHS=2");
    }

    @Test
    void forManySmallPutsAreTheProgramsOwn() {
      Run run =
          run(
              rank ->
                  new Sample(rank)
                      .count(Counter.PUTS, 10_000_000)
                      .count(Counter.PUT_BYTES, 80_000_000)
                      .count(Counter.PUT_NANOS, 5 * SECOND));
      assertThat(bottleneck(run).code()).isEqualTo("BL007");
    }
  }

  @Test
  void failedDrainsAndCopiesThatFellBehindAreTold() {
    Run run =
        run(
            rank ->
                new Sample(rank).count(Counter.FAILED_DRAINS, 1).count(Counter.COPIES_BEHIND, 2));
    assertThat(Adviser.advise(run)).extracting(Advice::code).containsExactly("BL008", "BL009");
  }

  @Nested
  class WhatWouldBeLostWithANode {
    private String lost(IntFunction<Sample> sample) {
      return Loss.of(run(sample));
    }

    @Test
    void isNothingWhenAllIsInTheTarget() {
      assertThat(lost(AdviserTest::usual)).startsWith("nothing: ");
    }

    @Test
    void isWhatTheFullestNodeHasInItsLogs() {
      assertThat(lost(rank -> usual(rank).pending(rank / 2, (rank + 1) * MEBI)))
          .startsWith("up to 7.0 MiB ");
    }

    @Test
    void isNothingOnATierThatNodesShare() {
      assertThat(lost(rank -> usual(rank).pending(rank, MEBI).onSharedTier()))
          .startsWith("nothing that was acknowledged: the tier");
    }

    @Test
    void isWhatCopiesLack() {
      assertThat(lost(rank -> usual(rank).pending(rank, MEBI).set("log.copies", "1")))
          .startsWith("what copies on other nodes do not have");
      assertThat(
              lost(
                  rank ->
                      usual(rank)
                          .pending(rank, MEBI)
                          .set("log.copies", "1")
                          .set("log.durability", "node")))
          .startsWith("nothing that was acknowledged, up to");
    }
  }
}
