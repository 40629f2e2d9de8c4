package org.burstlog.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.pace.HandClock.MILLI;
import static org.burstlog.pace.HandClock.SECOND;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private final HandClock clock = new HandClock();
  private final TokenBucket bucket = new TokenBucket();

  private void spend(long nanos) {
    bucket.spend(clock.getAsLong(), (double) nanos);
  }

  private long rest() {
    return bucket.rest(clock.getAsLong());
  }

  @Test
  void nothingDoneNeedsNoRest() {
    assertThat(rest()).isZero();
  }

  @Test
  void whatIsDoneAtOnceIsMadeUpFor() {
    spend(3 * SECOND);
    assertThat(rest()).isEqualTo(3 * SECOND - TokenBucket.KEPT);
    clock.pass(SECOND);
    assertThat(rest()).isEqualTo(2 * SECOND - TokenBucket.KEPT);
    clock.pass(2 * SECOND);
    assertThat(rest()).isZero();
  }

  @Test
  void littlePiecesSumUp() {
    for (int i = 0; i < 1000; i++) {
      spend(MILLI);
    }
    assertThat(rest()).isEqualTo(SECOND - TokenBucket.KEPT);
  }

  @Test
  void ofUnusedTimeOnlyALittleIsKept() {
    spend(MILLI);
    clock.pass(1000 * SECOND);
    spend(SECOND);
    assertThat(rest()).isEqualTo(SECOND - TokenBucket.KEPT);
  }

  @Test
  void overManyRestsTheRateIsTheOneSet() {
    long begun = clock.getAsLong();
    for (int i = 0; i < 1000; i++) {
      spend(10 * MILLI);
      // Who wakes is a little late.
      clock.pass(rest() + (rest() > 0 ? MILLI : 0));
    }
    assertThat(clock.getAsLong() - begun).isBetween(9 * SECOND, 10 * SECOND + MILLI);
  }

  @Test
  void noAmountIsTooLarge() {
    spend(Long.MAX_VALUE);
    spend(Long.MAX_VALUE);
    assertThat(rest()).isGreaterThan(365L * 24 * 3600 * SECOND);
  }
}
