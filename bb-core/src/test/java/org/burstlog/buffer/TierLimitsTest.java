package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.burstlog.TierException;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.recover.Wreck;
import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Statistics;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.wear.FileTooLargeException;
import org.burstlog.wear.MovedClock;
import org.burstlog.wear.WindowExceededException;
import org.burstlog.wear.Written;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are written to a tier with limits. */
class TierLimitsTest {
  private static final int RANKS = 2;
  private static final int PUT = 1 << 13;
  private static final int PUTS = 64;
  private static final int ELEMENTS = RANKS * PUT * PUTS;

  @TempDir Path directory;

  private final MovedClock clock = new MovedClock();
  private final LocalStorage storage = new LocalStorage();
  private final Depot depot = new Depot(storage, clock);

  @AfterEach
  void closeDepot() {
    depot.close();
  }

  private Path tier() throws IOException {
    return Files.createDirectories(directory.resolve("tier"));
  }

  private Settings.Builder settings(String protect) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier().toString())
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.SPARE, "0")
        .set(Settings.TIER_PROTECT, protect);
  }

  private Written written(Settings settings) throws IOException {
    return Written.read(storage, tier(), settings.wearLimits(), clock);
  }

  /** Puts overlapping pieces, in an order of its own each, and returns what was counted. */
  private Statistics write(String name, Settings settings) throws Exception {
    Statistics[] counted = new Statistics[1];
    ThreadedGroup.run(
        RANKS,
        group -> {
          try (TargetFile target =
                  PlainTarget.open(group, directory.resolve(name), TargetFile.Mode.CREATE);
              BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot)) {
            BufferedArray array = buffer.define(Wreck.layout(ELEMENTS));
            Random random = new Random(group.rank());
            for (int i = 0; i < PUTS; i++) {
              long at = (long) group.rank() * PUT * PUTS + random.nextInt(PUT * (PUTS - 1));
              array.put(Region.of(new long[] {at}, new long[] {PUT}), random.longs(PUT).toArray());
            }
            buffer.drain();
            if (group.rank() == 0) {
              counted[0] = buffer.statistics();
            }
          }
        });
    return counted[0];
  }

  private byte[] content(String name) throws IOException {
    return Files.readAllBytes(directory.resolve(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"process", "node"})
  void countAtLeastAllThatIsInTheLogs(String layout) throws Exception {
    Settings settings =
        settings("error")
            .set(Settings.LAYOUT, layout)
            .set(Settings.TIER_WINDOW_BYTES, "1TiB")
            .set(Settings.KEEP, "on")
            .build();
    write("out", settings);
    long there = 0;
    try (Stream<Path> files = Files.walk(tier())) {
      for (Path file : files.filter(f -> f.toString().endsWith("ta")).toList()) {
        there += Files.size(file);
      }
    }
    Written written = written(settings);
    long data = 2L * RANKS * PUT * PUTS * Long.BYTES;
    assertThat(there).isPositive();
    assertThat(written.bytes()).isGreaterThanOrEqualTo(data / 2);
    assertThat(written.bytes()).isLessThan(data + there + (16 << 20));
    assertThat(written.files()).isEqualTo(layout.equals("node") ? 2 : 2 * RANKS);
  }

  @Nested
  class WithAWindow {
    @Test
    void divertedPutsLeaveTheSameFile() throws Exception {
      write("off", Settings.builder().build());
      Settings settings = settings("divert").set(Settings.TIER_WINDOW_BYTES, "2MiB").build();
      Statistics statistics = write("out", settings);
      assertThat(content("out")).isEqualTo(content("off"));
      assertThat(statistics.get(Counter.WRITTEN_THROUGH)).isPositive();
      assertThat(written(settings).bytes()).isBetween(1L << 20, 2L << 20);
      // The next file does not even get a log.
      write("next", settings);
      assertThat(content("next")).isEqualTo(content("off"));
      clock.move(Duration.ofHours(25));
      write("later", settings);
      assertThat(content("later")).isEqualTo(content("off"));
      assertThat(written(settings).bytes()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "both"})
    void putsFailAndWhatWasPutBeforeIsKept(String protect) throws Exception {
      Settings settings = settings(protect).set(Settings.TIER_WINDOW_BYTES, "2MiB").build();
      ThreadedGroup.run(
          1,
          group -> {
            try (TargetFile target =
                    PlainTarget.open(group, directory.resolve("out"), TargetFile.Mode.CREATE);
                BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot)) {
              BufferedArray array = buffer.define(Wreck.layout(ELEMENTS));
              array.put(Region.of(new long[] {0}, new long[] {2}), new long[] {3, 4});
              assertThatThrownBy(
                      () -> {
                        for (int i = 0; i < PUTS; i++) {
                          array.put(Region.of(new long[] {2}, new long[] {PUT}), new long[PUT]);
                        }
                      })
                  .isInstanceOf(WindowExceededException.class);
              clock.move(Duration.ofHours(25));
              array.put(Region.of(new long[] {2}, new long[] {1}), new long[] {5});
            }
          });
      assertThat(content("out")).startsWith(Wreck.longs(3, 4, 5));
    }

    @Test
    void aFileThatFindsItReachedIsNotOpened() throws Exception {
      Settings settings = settings("error").set(Settings.TIER_WINDOW_BYTES, "4KiB").build();
      assertThatThrownBy(() -> write("out", settings))
          .hasStackTraceContaining(TierException.class.getName())
          .hasStackTraceContaining("EROFS");
    }

    @Test
    void itIsOnlyToldWhereThatIsAllThatIsWanted() throws Exception {
      write("off", Settings.builder().build());
      Settings settings = settings("log").set(Settings.TIER_WINDOW_BYTES, "1MiB").build();
      Statistics statistics = write("out", settings);
      assertThat(content("out")).isEqualTo(content("off"));
      assertThat(statistics.get(Counter.WRITTEN_THROUGH)).isZero();
      assertThat(written(settings).bytes()).isGreaterThan(4L << 20);
    }
  }

  @Nested
  class WithALargestFile {
    @ParameterizedTest
    @ValueSource(strings = {"process", "node"})
    void noLogGrowsBeyondItAndTheFileIsTheSame(String layout) throws Exception {
      write("off", Settings.builder().build());
      long most = 6L << 20;
      Settings settings =
          settings("divert")
              .set(Settings.LAYOUT, layout)
              .set(Settings.BLOCK, "2MiB")
              .set(Settings.TIER_FILE_BYTES, Long.toString(most))
              .set(Settings.KEEP, "on")
              .build();
      write("out", settings);
      assertThat(content("out")).isEqualTo(content("off"));
      try (Stream<Path> files = Files.walk(tier())) {
        for (Path file : files.filter(f -> f.toString().endsWith("ta")).toList()) {
          assertThat(Files.size(file)).as("%s", file).isLessThanOrEqualTo(most);
        }
      }
    }

    @Test
    void aPutFailsThatNeedsMore() throws Exception {
      Settings settings = settings("error").set(Settings.TIER_FILE_BYTES, "1MiB").build();
      assertThatThrownBy(() -> write("out", settings))
          .hasStackTraceContaining(FileTooLargeException.class.getName());
    }
  }

  @Nested
  class WithSoManyFiles {
    @Test
    void furtherFilesAreWrittenThrough() throws Exception {
      write("off", Settings.builder().build());
      Settings settings = settings("divert").set(Settings.TIER_FILES, "5").build();
      assertThat(write("out", settings).get(Counter.WRITTEN_THROUGH)).isZero();
      assertThat(write("next", settings).get(Counter.WRITTEN_THROUGH)).isPositive();
      assertThat(content("next")).isEqualTo(content("off"));
      clock.move(Duration.ofHours(25));
      assertThat(write("later", settings).get(Counter.WRITTEN_THROUGH)).isZero();
    }
  }

  @Test
  void settingsTakeASizeOrAMultiple() throws Exception {
    Setting<?> setting = Settings.TIER_WINDOW_BYTES;
    assertThat(settings("log").set(setting, "10x").build().wearLimits().bytes()).hasToString("10x");
    assertThatThrownBy(() -> settings("log").set(setting, "x").build())
        .hasMessageContaining("multiple of the tier's capacity");
  }
}
