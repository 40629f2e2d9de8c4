package org.burstlog.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What may be written to a tier, and what is said where a limit is reached. */
class TierWearTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final long MIB = 1 << 20;

  @TempDir Path tier;

  private final Storage storage = new LocalStorage();
  private final MovedClock clock = new MovedClock();

  @BeforeEach
  void makeUsersDirectory() throws IOException {
    storage.makeDirectory(storage.own(tier));
  }

  private TierWear wear(Quota bytes, int files, long fileBytes, Protect protect) {
    return new TierWear(
        storage, tier, new WearLimits(HOUR, bytes, files, fileBytes, protect), clock);
  }

  private Written written(Quota limit) throws IOException {
    return Written.read(storage, tier, new WearLimits(HOUR, limit, 0, 0, Protect.LOG), clock);
  }

  @Test
  void countsAheadAndGivesBackAtTheEnd() throws Exception {
    try (TierWear wear = wear(Quota.of(100 * MIB), 0, 0, Protect.ERROR)) {
      wear.write(10_000);
      assertThat(written(Quota.NONE).bytes()).isBetween(10_000L, MIB);
      for (int i = 0; i < 10; i++) {
        wear.write(10_000);
      }
    }
    assertThat(written(Quota.NONE).bytes()).isBetween(110_000L, 110_000L + 2 * 4096);
  }

  @ParameterizedTest
  @EnumSource(Protect.class)
  void refusesWhatGoesBeyondTheWindowUntilThatHasMoved(Protect protect) throws Exception {
    try (TierWear wear = wear(Quota.of(MIB), 0, 0, protect)) {
      wear.write(MIB / 2);
      clock.move(HOUR.dividedBy(2));
      wear.write(MIB / 2);
      if (protect == Protect.LOG) {
        wear.write(MIB);
        assertThat(written(Quota.NONE).bytes()).isEqualTo(2 * MIB);
        return;
      }
      assertThatThrownBy(() -> wear.write(MIB / 4))
          .isInstanceOfSatisfying(
              WindowExceededException.class,
              e -> {
                assertThat(e.errno()).isEqualTo("EROFS");
                assertThat(e.diverts()).isEqualTo(protect == Protect.DIVERT);
                assertThat(e)
                    .hasMessageContaining("there is room again at 2026-03-01T13:01:00Z")
                    .hasMessageContaining("; wait, or raise");
              });
      assertThat(written(Quota.NONE).bytes()).isEqualTo(MIB);
      clock.move(HOUR.dividedBy(2).plusSeconds(60));
      assertThatCode(() -> wear.write(MIB / 2)).doesNotThrowAnyException();
    }
  }

  @Test
  void refusesWhatAnotherJobHasLeftNoRoomFor() throws Exception {
    try (TierWear one = wear(Quota.of(MIB), 0, 0, Protect.ERROR);
        TierWear other = wear(Quota.of(MIB), 0, 0, Protect.ERROR)) {
      one.write(MIB / 2);
      other.write(MIB / 4);
      assertThatThrownBy(() -> other.write(MIB / 2)).isInstanceOf(WindowExceededException.class);
      assertThatThrownBy(() -> other.write(2 * MIB)).hasMessageNotContaining("room again");
      one.write(MIB / 8);
    }
  }

  @Test
  void countsFilesWithinTheWindow() throws Exception {
    try (TierWear wear = wear(Quota.NONE, 4, 0, Protect.BOTH)) {
      wear.make(4);
      assertThatThrownBy(() -> wear.make(1))
          .isInstanceOfSatisfying(
              TooManyFilesException.class, e -> assertThat(e.errno()).isEqualTo("EMFILE"));
      clock.move(HOUR.plusSeconds(60));
      wear.make(1);
    }
  }

  @Test
  void limitsTheSizeOfAFile() throws Exception {
    try (TierWear wear = wear(Quota.NONE, 0, MIB, Protect.ERROR);
        TierWear told = wear(Quota.NONE, 0, MIB, Protect.LOG)) {
      assertThat(wear.largestFile()).isEqualTo(MIB);
      assertThatThrownBy(() -> wear.exceed(tier.resolve("r00000.data"), MIB + 1))
          .isInstanceOfSatisfying(
              FileTooLargeException.class, e -> assertThat(e.errno()).isEqualTo("EFTYPE"));
      told.exceed(tier.resolve("r00000.data"), MIB + 1);
    }
  }

  @Test
  void takesAMultipleOfTheCapacity() throws Exception {
    long capacity = storage.capacity(tier);
    assertThat(written(Quota.multiple("0.5x")).limit()).isBetween(capacity / 2 - 1, capacity / 2);
    assertThat(Quota.multiple("10x")).hasToString("10x");
    assertThatThrownBy(() -> Quota.multiple("0x")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesAWindowThatItCannotLookBackOver() throws Exception {
    WearLimits limits = new WearLimits(Duration.ofDays(8), Quota.of(MIB), 0, 0, Protect.ERROR);
    try (TierWear wear = new TierWear(storage, tier, limits, clock)) {
      assertThatThrownBy(() -> wear.write(1)).hasMessageContaining("BURSTLOG_TIER_WINDOW");
    }
  }

  @Test
  void forecastsWhenTheLimitIsReached() throws Exception {
    try (TierWear wear = wear(Quota.of(1000 * MIB), 0, 0, Protect.LOG)) {
      WearLimits day = new WearLimits(Duration.ofHours(24), Quota.of(100 * MIB), 0, 0, Protect.LOG);
      for (int i = 0; i < 60; i++) {
        clock.move(Duration.ofMinutes(1));
        wear.write(MIB);
      }
      assertThat(Written.read(storage, tier, day, clock).full().orElseThrow())
          .isBetween(Duration.ofMinutes(38), Duration.ofMinutes(43));
      assertThat(written(Quota.of(1000 * MIB)).full()).isEmpty();
      assertThat(written(Quota.of(1000 * MIB)).part()).isBetween(0.05, 0.07);
    }
  }

  @Test
  void allowsEverythingWhereNothingIsLimited() throws Exception {
    Wear.UNLIMITED.write(Long.MAX_VALUE);
    Wear.UNLIMITED.make(Integer.MAX_VALUE);
    Wear.UNLIMITED.exceed(tier, Wear.UNLIMITED.largestFile());
    assertThat(WearLimits.NONE.isNone()).isTrue();
  }

  @Test
  void measuresHowFastTheTierIsAndLeavesNothing() throws Exception {
    try (TierWear wear = wear(Quota.of(100 * MIB), 0, 0, Protect.ERROR)) {
      assertThat(Speed.measure(storage, storage.own(tier), 3 * MIB / 2, wear)).isPositive();
    }
    assertThat(written(Quota.NONE).totalBytes()).isEqualTo(3 * MIB / 2);
    assertThat(storage.list(storage.own(tier))).hasSize(1);
  }
}
