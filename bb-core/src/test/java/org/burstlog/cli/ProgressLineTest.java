package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MEBI = 1 << 20;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final AtomicLong now = new AtomicLong(5);
  private final ProgressLine line =
      new ProgressLine(
          new PrintStream(shown, true, StandardCharsets.UTF_8), /* terminal= */ false, now::get);

  private void at(long seconds, String what, long done, long total) {
    now.set(5 + seconds * SECOND);
    line.at(what, done, total);
  }

  private String last() {
    String all = shown.toString(StandardCharsets.UTF_8);
    return all.isEmpty() ? "" : all.lines().reduce((a, b) -> b).orElseThrow();
  }

  @Test
  void saysNothingOfShortWork() {
    at(0, "reading a", 1, 10);
    assertThat(last()).isEmpty();
  }

  @Test
  void saysHowLongTheRestTakesOnceItHasTakenTwoSeconds() {
    at(0, "reading a", 0, 10 * MEBI);
    at(1, "reading a", MEBI, 10 * MEBI);
    assertThat(last()).isEqualTo("reading a: 1.0 MiB of 10.0 MiB, 10 %");
    at(3, "reading a", 3 * MEBI, 10 * MEBI);
    assertThat(last()).isEqualTo("reading a: 3.0 MiB of 10.0 MiB, 30 %, 7 s left");
  }

  @Test
  void tellsLongTimesInMinutesAndBeginsAnewWithOtherWork() {
    at(0, "reading a", 0, 10 * MEBI);
    at(60, "reading a", 2 * MEBI, 10 * MEBI);
    assertThat(last()).endsWith(", 4 min left");
    at(61, "writing b", MEBI, 10 * MEBI);
    assertThat(last()).isEqualTo("writing b: 1.0 MiB of 10.0 MiB, 10 %");
  }

  @Test
  void doesNotGuessWhereTheWholeIsNotKnown() {
    at(0, "reading a", 0, 0);
    at(9, "reading a", MEBI, 0);
    assertThat(last()).isEqualTo("reading a: 1.0 MiB");
  }
}
