package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongWaitTest {
  @Test
  void aWaitThatLastsIsTold() {
    try (Told told = Told.by("org.burstlog")) {
      LongWait wait = new LongWait("this lasts", Duration.ofNanos(1));
      while (!wait.isKnown()) {
        Thread.onSpinWait();
      }
      assertThat(told.messages()).containsExactly("this lasts");
      wait.over();
    }
  }

  @Test
  void aWaitThatEndsIsNot() {
    try (Told told = Told.by("org.burstlog")) {
      LongWait wait = new LongWait("this ends", Duration.ofDays(1));
      wait.over();
      assertThat(wait.isKnown()).isTrue();
      assertThat(told.messages()).isEmpty();
    }
  }
}
