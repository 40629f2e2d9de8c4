package org.burstlog.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.recover.Wreck.longs;
import static org.burstlog.recover.Wreck.put;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.Wreck;
import org.burstlog.settings.Settings;
import org.burstlog.stage.Staged.State;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What moves out of a tier within a time. Each look at the clock takes a second. */
class StageOutTest {
  private static final Duration ENOUGH = Duration.ofHours(1);

  @TempDir Path directory;

  private Wreck wreck;
  private final AtomicLong seconds = new AtomicLong();

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
  }

  private List<Staged> stage(Duration time) throws Exception {
    try (SoloGroup group = new SoloGroup()) {
      return staging(group, time).run(List.of(wreck.tier()));
    }
  }

  private StageOut staging(SoloGroup group, Duration time) {
    return new StageOut(
        group,
        new LocalStorage(),
        PlainTarget.SYSTEM,
        Wreck.careful(),
        time,
        () -> Duration.ofSeconds(seconds.incrementAndGet()).toNanos());
  }

  private static Map<String, State> states(List<Staged> files) {
    return files.stream()
        .collect(
            Collectors.toMap(file -> String.valueOf(file.target().getFileName()), Staged::state));
  }

  @Test
  void takesTheNewestFilesThatFitAndLeavesTheRestWhole() throws Exception {
    wreck.small("step1");
    wreck.small("step2");
    wreck.small("step3");
    List<Staged> files = stage(Duration.ofMillis(7500));
    assertThat(files.stream().map(file -> file.target().getFileName().toString()).toList())
        .containsExactly("step3", "step2", "step1");
    assertThat(states(files))
        .isEqualTo(
            Map.of("step3", State.COMPLETE, "step2", State.COMPLETE, "step1", State.DEFERRED));
    assertThat(wreck.content("step3")).isEqualTo(longs(1, 2, 3, 4));
    assertThat(wreck.content("step2")).isEqualTo(longs(1, 2, 3, 4));
    assertThat(Files.size(wreck.target("step1"))).isZero();
    // The next job recovers the rest.
    assertThat(wreck.recover().complete()).isTrue();
    assertThat(wreck.content("step1")).isEqualTo(longs(1, 2, 3, 4));
  }

  @Test
  void takesNothingWhenThereIsNoTime() throws Exception {
    wreck.small("step1");
    assertThat(states(stage(Duration.ZERO))).isEqualTo(Map.of("step1", State.DEFERRED));
    assertThat(wreck.sessions()).hasSize(1);
  }

  @Test
  void replaysTheSessionsOfAFileInTheOrderOfTheirPuts() throws Exception {
    wreck.of(
        "twice",
        1,
        "process",
        (group, buffer) -> put(buffer.define(Wreck.layout(4)), 0, 1, 1, 1, 1));
    wreck.of(
        "twice",
        TargetFile.Mode.UPDATE,
        1,
        "process",
        (group, buffer) -> put(buffer.define(Wreck.layout(4)), 1, 2, 2));
    assertThat(wreck.sessions()).hasSize(2);
    assertThat(states(stage(ENOUGH))).isEqualTo(Map.of("twice", State.COMPLETE));
    assertThat(wreck.content("twice")).isEqualTo(longs(1, 2, 2, 1));
    assertThat(stage(ENOUGH)).isEmpty();
  }

  @Test
  void leavesAYoungerSessionWhereAnOlderOneIsRefused() throws Exception {
    Path older =
        wreck.of(
            "twice",
            1,
            "process",
            (group, buffer) -> {
              BufferedArray array = buffer.define(Wreck.layout(4));
              put(array, 0, 1, 1);
              put(array, 2, 1, 1);
            });
    wreck.of(
        "twice",
        TargetFile.Mode.UPDATE,
        1,
        "process",
        (group, buffer) -> put(buffer.define(Wreck.layout(4)), 1, 2, 2));
    Wreck.damage(older.resolve("r00000.data"), Wreck.FIRST_DATA);
    wreck.small("other");
    List<Staged> files = stage(ENOUGH);
    assertThat(states(files)).isEqualTo(Map.of("twice", State.FAILED, "other", State.COMPLETE));
    assertThat(files).anyMatch(file -> !file.why().isEmpty());
    assertThat(wreck.sessions()).hasSize(2);
  }

  @Test
  void waitsForAProgramThatIsWritingAsLongAsThereIsTime() throws Exception {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.SPARE, "0")
            .set(Settings.TIER, wreck.tier().toString())
            .build();
    wreck.small("other");
    try (SoloGroup group = new SoloGroup()) {
      TargetFile target = PlainTarget.open(group, wreck.target("live"), TargetFile.Mode.CREATE);
      BurstBuffer buffer = BurstBuffer.open(target, group, settings);
      put(buffer.define(Wreck.layout(4)), 0, 1, 2, 3, 4);
      AtomicLong pauses = new AtomicLong();
      assertThat(
              states(
                  staging(group, Duration.ofSeconds(20))
                      .await(List.of(wreck.tier()), pauses::incrementAndGet)))
          .isEqualTo(Map.of("live", State.PENDING, "other", State.COMPLETE));
      assertThat(pauses).hasValueGreaterThan(1);
      List<Staged> files =
          staging(group, ENOUGH)
              .await(
                  List.of(wreck.tier()),
                  () -> {
                    try {
                      buffer.close();
                      target.close();
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  });
      assertThat(files).isEmpty();
    }
    assertThat(wreck.content("live")).isEqualTo(longs(1, 2, 3, 4));
  }

  @Test
  void leavesWhatAProgramIsWriting() throws Exception {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, wreck.tier().toString())
            .build();
    try (SoloGroup group = new SoloGroup();
        TargetFile target = PlainTarget.open(group, wreck.target("live"), TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
      put(buffer.define(Wreck.layout(4)), 0, 1, 2, 3, 4);
      assertThat(states(stage(ENOUGH))).isEqualTo(Map.of("live", State.PENDING));
      buffer.drain();
    }
    assertThat(wreck.content("live")).isEqualTo(longs(1, 2, 3, 4));
  }
}
