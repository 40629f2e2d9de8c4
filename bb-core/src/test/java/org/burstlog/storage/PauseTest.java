package org.burstlog.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PauseTest {
  private static final long LENGTH = 2_000_000;

  @Test
  void lastsAsLongForAThreadThatIsInterrupted() {
    Thread.currentThread().interrupt();
    long begun = System.nanoTime();
    Pause.nanos(LENGTH);
    assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(LENGTH);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interruptsNobody() {
    Pause.nanos(1);
    assertThat(Thread.interrupted()).isFalse();
  }
}
