package org.burstlog.depot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Closes that a process which is told to end waits for, and those that it gives up. */
class ClosingsTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final AtomicInteger registered = new AtomicInteger();
  private final Closings closings = new Closings(all -> registered.incrementAndGet());
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);

  private Closings.Closing begin(String name, CountDownLatch goesOn) {
    return closings.begin(
        Path.of(name),
        () -> {
          try {
            goesOn.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        });
  }

  @Test
  void onlyTheFirstIsTold() throws IOException {
    assertThat(registered).hasValue(0);
    for (int i = 0; i < 3; i++) {
      begin("out" + i, new CountDownLatch(0)).await();
    }
    assertThat(registered).hasValue(1);
  }

  @Test
  void areWaitedForSilentlyWhereTheyTakeAMoment() {
    CountDownLatch goesOn = new CountDownLatch(1);
    begin("out", goesOn);
    assertThat(closings.isAwaited()).isFalse();
    Thread releases =
        new Thread(
            () -> {
              while (!closings.isAwaited()) {
                Thread.onSpinWait();
              }
              goesOn.countDown();
            });
    releases.start();
    closings.awaitAtExit(out, LONG, LONG);
    assertThat(told.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void areWaitedForAsLongAsDrainsGoOn() {
    CountDownLatch goesOn = new CountDownLatch(1);
    begin("out", goesOn);
    Thread drains =
        new Thread(
            () -> {
              while (told.size() == 0) {
                closings.stepped();
                Thread.onSpinWait();
              }
              goesOn.countDown();
            });
    drains.start();
    closings.awaitAtExit(out, Duration.ofMillis(1), Duration.ofSeconds(60));
    assertThat(told.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("the process ends when these files are closed")
        .contains("out")
        .doesNotContain("bb recover");
  }

  @Test
  void areGivenUpWhereNothingGoesOn() throws IOException {
    CountDownLatch goesOn = new CountDownLatch(1);
    Closings.Closing stuck = begin("out", goesOn);
    closings.awaitAtExit(out, Duration.ofMillis(1), Duration.ofMillis(20));
    assertThat(told.toString(StandardCharsets.UTF_8))
        .contains("no drain has moved anything")
        .contains("bb recover: out");
    goesOn.countDown();
    stuck.await();
  }
}
