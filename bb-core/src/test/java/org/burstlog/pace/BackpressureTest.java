package org.burstlog.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.pace.HandClock.MILLI;
import static org.burstlog.pace.HandClock.SECOND;

import org.junit.jupiter.api.Test;

class BackpressureTest {
  private static final long LIMIT = 1_000_000;

  private final HandFill fill = new HandFill();
  private final Backpressure backpressure = new Backpressure(80, fill);

  @Test
  void thereIsNoneBelowTheShareOfTheLog() {
    fill.limit = LIMIT;
    fill.used = LIMIT * 79 / 100;
    assertThat(backpressure.delay(LIMIT, 10 * SECOND)).isZero();
  }

  @Test
  void thereIsNoneWhereNoDrainCanLiftIt() {
    fill.limit = LIMIT;
    fill.used = LIMIT;
    assertThat(backpressure.delay(LIMIT, 0)).isZero();
  }

  @Test
  void thereIsNoneWhileTheLogHasNoKnownEnd() {
    fill.used = LIMIT;
    assertThat(backpressure.delay(LIMIT, SECOND)).isZero();
  }

  @Test
  void itGrowsFromNothingWithoutAJump() {
    fill.limit = LIMIT;
    long before = 0;
    for (fill.used = LIMIT * 8 / 10; fill.used < LIMIT; fill.add(LIMIT / 1000)) {
      long delay = backpressure.delay(100, SECOND);
      assertThat(delay).isGreaterThanOrEqualTo(before);
      before = delay;
    }
    fill.used = LIMIT * 8 / 10;
    assertThat(backpressure.delay(100, SECOND)).isZero();
    fill.used = LIMIT;
    assertThat(backpressure.delay(100, SECOND)).isEqualTo(SECOND);
  }

  @Test
  void itFollowsTheDrainDownToNothing() {
    fill.limit = LIMIT;
    fill.used = LIMIT * 9 / 10;
    long[] delays = new long[11];
    for (int i = 0; i <= 10; i++) {
      delays[i] = backpressure.delay(10_000, (10 - i) * SECOND);
    }
    assertThat(delays[0]).isEqualTo(SECOND / 2);
    assertThat(delays[5]).isEqualTo(SECOND / 4);
    assertThat(delays[10]).isZero();
  }

  @Test
  void theLogIsNotFullBeforeTheDrainHasEnded() {
    fill.limit = LIMIT;
    long left = 10 * SECOND;
    long puts = 0;
    // A program that does nothing but put.
    while (left > 0 && fill.used + 1000 <= LIMIT) {
      left -= Math.max(MILLI / 100, backpressure.owed(1000, left));
      fill.add(1000);
      puts++;
    }
    assertThat(left).isLessThanOrEqualTo(10 * SECOND * 3 / 100);
    assertThat(puts).isGreaterThan(900);
  }

  @Test
  void itIsSwitchedOffByTheWholeLog() {
    Backpressure off = new Backpressure(100, fill);
    fill.limit = LIMIT;
    fill.used = LIMIT;
    assertThat(off.delay(LIMIT, SECOND)).isZero();
    assertThat(off.isReached()).isFalse();
  }

  @Test
  void shortDelaysAreSavedUp() {
    fill.limit = LIMIT;
    fill.used = LIMIT * 9 / 10;
    long each = backpressure.delay(10, SECOND);
    assertThat(each).isBetween(1L, MILLI - 1);
    long owed = 0;
    int puts = 0;
    while (owed == 0) {
      owed = backpressure.owed(10, SECOND);
      puts++;
    }
    assertThat(owed).isEqualTo(puts * each).isGreaterThanOrEqualTo(MILLI);
  }
}
