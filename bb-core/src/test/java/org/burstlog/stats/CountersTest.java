package org.burstlog.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The time in puts is what has passed, or near it when there were many. */
class CountersTest {
  private static final long TICK = 1000;

  private final AtomicLong now = new AtomicLong(12_345);
  private final Counters counters = new Counters("out", now::get);

  private void put(long nanos) {
    long begun = counters.beginPut();
    now.addAndGet(nanos);
    counters.endPut(begun);
  }

  private void puts(int count, long nanos) {
    for (int i = 0; i < count; i++) {
      put(nanos);
    }
  }

  private long of(Counter counter) {
    return counters.snapshot().get(counter);
  }

  @Test
  void isMeasuredAsLongAsPutsAreFew() {
    put(1000 * TICK);
    puts(63, TICK);
    assertThat(of(Counter.PUT_NANOS)).isBetween(1062 * TICK, 1063 * TICK);
    assertThat(of(Counter.ESTIMATED_PUT_NANOS)).isZero();
  }

  @Test
  void isEstimatedFromThoseThatAreLikeTheRest() {
    put(1000 * TICK);
    puts(63, 100 * TICK);
    puts(6400, TICK);
    long passed = (1000 + 6300 + 6400) * TICK;
    assertThat(of(Counter.PUT_NANOS)).isBetween(passed - 100 * TICK, passed);
    assertThat(of(Counter.ESTIMATED_PUT_NANOS)).isBetween(6200 * TICK, 6300 * TICK);
    assertThat(counters.snapshot().report("out", 1)).contains("of that, estimated");
  }
}
