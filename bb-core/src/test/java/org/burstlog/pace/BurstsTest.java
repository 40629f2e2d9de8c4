package org.burstlog.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.pace.HandClock.MILLI;
import static org.burstlog.pace.HandClock.SECOND;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BurstsTest {
  private final HandClock clock = new HandClock();
  private final Bursts bursts = new Bursts(clock);
  private long used;

  private void put(long bytes) {
    bursts.put();
    used += bytes;
  }

  private void handOver() {
    bursts.handedOver(used);
    used = 0;
  }

  private boolean isOn() {
    return bursts.isOn(clock.getAsLong(), used);
  }

  private void gap(long nanos) {
    put(10);
    handOver();
    clock.pass(nanos);
    put(10);
  }

  @Nested
  class TheForecast {
    private long forecast() {
      put(10);
      handOver();
      return bursts.forecast();
    }

    @Test
    void isNoneBeforeTheFirstGap() {
      assertThat(forecast()).isNegative();
      assertThat(forecast()).isNegative();
    }

    @Test
    void isTheFirstGapBehindIt() {
      gap(SECOND);
      assertThat(forecast()).isEqualTo(SECOND);
    }

    @Test
    void isTheLastGapWhereThatWasShort() {
      gap(10 * SECOND);
      gap(SECOND);
      assertThat(forecast()).isEqualTo(SECOND);
    }

    @Test
    void isTheMeanWhereTheLastGapWasLong() {
      gap(SECOND);
      gap(9 * SECOND);
      assertThat(forecast()).isEqualTo(3 * SECOND);
    }

    @Test
    void doesNotCountPausesOfABurst() {
      gap(SECOND);
      gap(19 * MILLI);
      gap(SECOND);
      gap(SECOND);
      gap(SECOND);
      assertThat(forecast()).isGreaterThan(SECOND / 2);
    }

    @Test
    void countsAGapThatWasSeenInTheLogAlone() {
      put(10);
      handOver();
      put(10);
      assertThat(isOn()).isTrue();
      clock.pass(SECOND);
      assertThat(isOn()).isFalse();
      clock.pass(SECOND);
      assertThat(forecast()).isEqualTo(2 * SECOND);
    }

    @Test
    void isShortWhereSomethingIsHandedOverInTheMiddleOfBursts() {
      gap(10 * SECOND);
      put(10);
      handOver();
      clock.pass(2 * MILLI);
      assertThat(forecast()).isEqualTo(2 * MILLI);
    }
  }

  @Nested
  class ABurst {
    @Test
    void isOnWhileSomethingCame() {
      put(10);
      assertThat(isOn()).isTrue();
      clock.pass(15 * MILLI);
      put(10);
      assertThat(isOn()).isTrue();
      clock.pass(15 * MILLI);
      assertThat(isOn()).isTrue();
      clock.pass(5 * MILLI);
      assertThat(isOn()).isFalse();
    }

    @Test
    void isOnWhenItIsHandedOverUntilNothingFollows() {
      put(10);
      handOver();
      assertThat(isOn()).isTrue();
      clock.pass(20 * MILLI);
      assertThat(isOn()).isFalse();
    }

    @Test
    void isOverSoonerWhereGapsAreShort() {
      gap(80 * MILLI);
      assertThat(isOn()).isTrue();
      clock.pass(10 * MILLI);
      assertThat(isOn()).isFalse();
    }
  }

  @Nested
  class WhatIsExpected {
    @Test
    void isNothingBeforeTheFirstBurst() {
      put(10);
      assertThat(bursts.expected(used)).isZero();
    }

    @Test
    void isAsMuchAsTheLastBurst() {
      put(70);
      put(30);
      handOver();
      assertThat(bursts.expected(used)).isEqualTo(100);
    }

    @Test
    void isWhatTheBurstLacksOfTheOneBefore() {
      put(100);
      handOver();
      put(30);
      assertThat(bursts.expected(used)).isEqualTo(70);
      put(100);
      assertThat(bursts.expected(used)).isZero();
    }

    @Test
    void isABurstAndNotAllThatTheLogHolds() {
      put(100);
      handOver();
      for (int burst = 0; burst < 3; burst++) {
        put(40);
        assertThat(isOn()).isTrue();
        clock.pass(SECOND);
        assertThat(isOn()).isFalse();
        clock.pass(SECOND);
      }
      assertThat(used).isEqualTo(120);
      assertThat(bursts.expected(used)).isEqualTo(40);
    }
  }
}
