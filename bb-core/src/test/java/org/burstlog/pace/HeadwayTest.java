package org.burstlog.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.pace.HandClock.SECOND;

import org.junit.jupiter.api.Test;

class HeadwayTest {
  private final HandClock clock = new HandClock();
  private final Headway headway = new Headway();

  private void drain(long bytes, long nanos) {
    headway.begin(clock.getAsLong(), bytes);
    clock.pass(nanos);
    headway.moved(bytes);
    headway.end(clock.getAsLong(), true);
  }

  private double left(long pending) {
    return headway.left(clock.getAsLong(), pending);
  }

  @Test
  void nothingIsKnownBeforeTheFirstRound() {
    headway.begin(clock.getAsLong(), 100);
    clock.pass(SECOND);
    assertThat(headway.isKnown()).isFalse();
    assertThat(left(100)).isZero();
  }

  @Test
  void theFirstDrainIsJudgedByItself() {
    headway.begin(clock.getAsLong(), 100);
    clock.pass(SECOND);
    headway.moved(25);
    assertThat(left(100)).isEqualTo(3.0 * SECOND);
    assertThat(left(200)).isEqualTo(7.0 * SECOND);
  }

  @Test
  void laterOnesAreJudgedByTheTimeThatEarlierOnesTook() {
    drain(100, 10 * SECOND);
    headway.begin(clock.getAsLong(), 50);
    assertThat(left(50)).isEqualTo(5.0 * SECOND);
    clock.pass(4 * SECOND);
    headway.moved(50);
    // Its sync is still to come.
    assertThat(left(50)).isEqualTo(1.0 * SECOND);
    clock.pass(100 * SECOND);
    assertThat(left(50)).isEqualTo(0.5 * SECOND);
  }

  @Test
  void whatWaitsBehindItCounts() {
    drain(100, 10 * SECOND);
    headway.begin(clock.getAsLong(), 50);
    assertThat(left(70)).isEqualTo(7.0 * SECOND);
    headway.end(clock.getAsLong(), false);
    assertThat(left(70)).isEqualTo(7.0 * SECOND);
  }

  @Test
  void restsDoNotCount() {
    headway.begin(clock.getAsLong(), 100);
    clock.pass(9 * SECOND);
    headway.rested(8 * SECOND);
    headway.moved(50);
    assertThat(left(100)).isEqualTo(1.0 * SECOND);
  }

  @Test
  void aSmallDrainSaysLittleOfALargeOne() {
    drain(1_000_000, SECOND);
    drain(1, SECOND / 100);
    assertThat(left(1_000_000)).isBetween(1.0 * SECOND, 1.01 * SECOND);
  }

  @Test
  void aDrainThatFailedSaysNothing() {
    headway.begin(clock.getAsLong(), 100);
    clock.pass(SECOND);
    headway.end(clock.getAsLong(), false);
    assertThat(headway.isKnown()).isFalse();
  }
}
