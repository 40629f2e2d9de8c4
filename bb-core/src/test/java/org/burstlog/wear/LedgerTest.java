package org.burstlog.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.wear.Counts.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was written to a tier, by whomever. */
class LedgerTest {
  private static final Duration DAY = Duration.ofHours(24);
  private static final int PAGE = 4096;

  @TempDir Path tier;

  private final Storage storage = new LocalStorage();
  private final MovedClock clock = new MovedClock();

  @BeforeEach
  void makeUsersDirectory() throws IOException {
    storage.makeDirectory(storage.own(tier));
  }

  private Ledger open(String host) throws IOException {
    return Ledger.open(storage, tier, host, clock);
  }

  @Nested
  class OfOneProcess {
    @Test
    void countsWholePages() throws Exception {
      try (Ledger ledger = open("a")) {
        ledger.charge(Kind.BYTES, 1);
        ledger.charge(Kind.BYTES, PAGE + 1);
        ledger.charge(Kind.FILES, 2);
        assertThat(ledger.used(Kind.BYTES, DAY)).isEqualTo(3 * PAGE);
        assertThat(ledger.used(Kind.FILES, DAY)).isEqualTo(2);
      }
    }

    @Test
    void forgetsWhatHasLeftTheWindowAndNotTheTotal() throws Exception {
      try (Ledger ledger = open("a")) {
        ledger.charge(Kind.BYTES, PAGE);
        clock.move(Duration.ofHours(10));
        ledger.charge(Kind.BYTES, 2 * PAGE);
        clock.move(Duration.ofHours(14));
        assertThat(ledger.used(Kind.BYTES, DAY)).isEqualTo(3 * PAGE);
        clock.move(Duration.ofMinutes(1));
        assertThat(ledger.used(Kind.BYTES, DAY)).isEqualTo(2 * PAGE);
        clock.move(Duration.ofHours(10));
        assertThat(ledger.used(Kind.BYTES, DAY)).isZero();
        assertThat(ledger.total(Kind.BYTES)).isEqualTo(3 * PAGE);
      }
    }

    @Test
    void usesTheWordOfAMinuteAgainAWeekLater() throws Exception {
      try (Ledger ledger = open("a")) {
        ledger.charge(Kind.BYTES, 7 * PAGE);
        clock.move(Duration.ofDays(7));
        ledger.charge(Kind.BYTES, PAGE);
        assertThat(ledger.used(Kind.BYTES, Duration.ofDays(6))).isEqualTo(PAGE);
      }
    }

    @Test
    void countsOnWhenTheClockIsSetBack() throws Exception {
      try (Ledger ledger = open("a")) {
        ledger.charge(Kind.BYTES, PAGE);
        clock.move(Duration.ofHours(-2));
        ledger.charge(Kind.BYTES, PAGE);
        assertThat(ledger.used(Kind.BYTES, DAY)).isEqualTo(2 * PAGE);
      }
    }

    @Test
    void takesBackNoMoreThanWasCharged() throws Exception {
      try (Ledger ledger = open("a")) {
        long minute = ledger.charge(Kind.BYTES, 4 * PAGE);
        ledger.takeBack(Kind.BYTES, minute, 3 * PAGE + 1);
        assertThat(ledger.used(Kind.BYTES, DAY)).isEqualTo(PAGE);
        ledger.takeBack(Kind.BYTES, minute, 2 * PAGE);
        ledger.takeBack(Kind.BYTES, minute - 1, PAGE);
        assertThat(ledger.used(Kind.BYTES, DAY)).isEqualTo(PAGE);
      }
    }

    @Test
    void tellsWhenThereIsRoomAgain() throws Exception {
      try (Ledger ledger = open("a")) {
        ledger.charge(Kind.BYTES, PAGE);
        clock.move(Duration.ofHours(1));
        ledger.charge(Kind.BYTES, PAGE);
        assertThat(ledger.below(Kind.BYTES, DAY, PAGE))
            .isEqualTo(clock.instant().plus(Duration.ofHours(23)).plusSeconds(60));
      }
    }
  }

  @Nested
  class OfSeveral {
    @Test
    void showsAtOnceWhatAnotherJobOfTheHostCounts() throws Exception {
      try (Ledger one = open("a");
          Ledger other = open("a")) {
        one.charge(Kind.BYTES, PAGE);
        other.charge(Kind.BYTES, PAGE);
        assertThat(one.used(Kind.BYTES, DAY)).isEqualTo(2 * PAGE);
        assertThat(other.used(Kind.BYTES, DAY)).isEqualTo(2 * PAGE);
        assertThat(one.hosts()).isEqualTo(1);
      }
    }

    @Test
    void readsWhatOtherHostsHaveCounted() throws Exception {
      try (Ledger one = open("a");
          Ledger other = open("b")) {
        assertThat(one.used(Kind.BYTES, DAY)).isZero();
        other.charge(Kind.BYTES, PAGE);
        clock.move(Duration.ofSeconds(11));
        assertThat(one.used(Kind.BYTES, DAY)).isEqualTo(PAGE);
      }
      try (Ledger all = Ledger.read(storage, tier, clock)) {
        assertThat(all.hosts()).isEqualTo(2);
        assertThat(all.used(Kind.BYTES, DAY)).isEqualTo(PAGE);
        assertThat(all.began()).contains(clock.instant().minusSeconds(11));
      }
    }

    @Test
    void losesNothingOfManyThatBeginAndCountAtOnce() throws Exception {
      List<FutureTask<Boolean>> tasks = new ArrayList<>();
      int each = 1000;
      for (int i = 0; i < 8; i++) {
        FutureTask<Boolean> task =
            new FutureTask<>(
                () -> {
                  try (Ledger ledger = open("a")) {
                    for (int k = 0; k < each; k++) {
                      ledger.charge(Kind.BYTES, PAGE);
                    }
                  }
                  return true;
                });
        tasks.add(task);
        new Thread(task).start();
      }
      for (FutureTask<Boolean> task : tasks) {
        assertThat(task.get()).isTrue();
      }
      try (Ledger ledger = open("a");
          Stream<Path> left = Files.list(storage.own(tier))) {
        assertThat(ledger.used(Kind.BYTES, DAY)).isEqualTo((long) tasks.size() * each * PAGE);
        assertThat(left).hasSize(1);
      }
    }
  }

  @Test
  void refusesAFileThatHoldsNoCounts() throws Exception {
    open("a").close();
    Path file = storage.own(tier).resolve("wear-a").resolve("counts");
    Files.write(file, new byte[Counts.SIZE]);
    assertThatThrownBy(() -> open("a")).hasMessageContaining("; remove it");
    Files.write(file, new byte[8]);
    assertThatThrownBy(() -> open("a")).hasMessageContaining("; remove it");
    try (Ledger others = open("b")) {
      assertThat(others.used(Kind.BYTES, DAY)).isZero();
    }
  }

  @Test
  void isEmptyWhereNothingWasEverCounted() throws Exception {
    Written written = Written.read(storage, tier, WearLimits.NONE, clock);
    assertThat(written.began()).isEmpty();
    assertThat(written.totalBytes()).isZero();
    assertThat(written.part()).isZero();
  }
}
