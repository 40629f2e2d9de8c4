package org.burstlog.bench.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.burstlog.stats.Counter;
import org.junit.jupiter.api.Test;

class OverlapTest {
  @Test
  void whatTheProgramDoesNotWaitForIsHidden() {
    Overlap overlap = new Overlap(10, 2);
    assertThat(overlap.hidden()).isEqualTo(8);
    assertThat(overlap.efficiency()).isCloseTo(0.8, within(1e-12));
  }

  @Test
  void aProgramThatWaitsForNothingHidesAll() {
    assertThat(new Overlap(3, 0).efficiency()).isEqualTo(1);
  }

  @Test
  void aProgramThatWaitsForAllOrForMoreHidesNothing() {
    assertThat(new Overlap(3, 3).efficiency()).isZero();
    assertThat(new Overlap(3, 4).hidden()).isZero();
    assertThat(new Overlap(3, 4).efficiency()).isZero();
    assertThat(new Overlap(0, 0).efficiency()).isZero();
  }

  @Test
  void whatIsWaitedForHasSeveralCauses() {
    Map<Counter, Long> counted =
        Map.of(
            Counter.DRAIN_NANOS, 12_000_000_000L,
            Counter.DRAIN_WAIT_NANOS, 1_000_000_000L,
            Counter.STALL_EPOCH_NANOS, 1_000_000_000L,
            Counter.STALL_FULL_NANOS, 2_000_000_000L,
            Counter.STALL_READ_NANOS, 4_000_000_000L);
    assertThat(Overlap.of(counted, 4)).hasValue(new Overlap(3, 2));
  }

  @Test
  void aDrainThatRestsHidesNothingMeanwhile() {
    Map<Counter, Long> counted =
        Map.of(
            Counter.DRAIN_NANOS, 12_000_000_000L,
            Counter.REST_NANOS, 8_000_000_000L,
            Counter.DRAIN_WAIT_NANOS, 2_000_000_000L);
    assertThat(Overlap.of(counted, 4)).hasValue(new Overlap(1, 0.5));
  }

  @Test
  void withoutADrainThereIsNothingToTell() {
    assertThat(Overlap.of(Map.of(), 4)).isEmpty();
    assertThat(Overlap.of(Map.of(Counter.DRAIN_NANOS, 0L), 4)).isEmpty();
  }
}
