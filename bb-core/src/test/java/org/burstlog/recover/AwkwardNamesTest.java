package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.recover.Wreck.longs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a target is called, what a crash left for it is found and brought into it. */
class AwkwardNamesTest {
  @TempDir Path directory;
  private Wreck wreck;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
  }

  /** Does something for each name, and tells of all those with which it fails. */
  private void forEach(Step step) {
    SoftAssertions all = new SoftAssertions();
    AwkwardName.in(directory)
        .forEach(
            target ->
                all.assertThatCode(() -> step.run(target))
                    .as(named(target))
                    .doesNotThrowAnyException());
    all.assertAll();
  }

  private static String named(Path target) {
    return target.toUri().toString();
  }

  private interface Step {
    void run(Path target) throws Exception;
  }

  @Test
  void itsSessionIsFoundUnderItsPathAndRecovered() {
    forEach(
        target -> {
          wreck.small(target);
          List<Path> found = new ArrayList<>();
          for (TierSession session : wreck.sessions()) {
            assertThat(session.state()).isEqualTo(SessionState.ORPHANED);
            found.add(session.target());
            assertThat(SessionFinder.isSession(session.paths().get(0))).isTrue();
            Wreck.recover(session, Wreck.careful());
          }
          assertThat(found).containsExactly(target);
          assertThat(Files.readAllBytes(target)).isEqualTo(longs(1, 2, 3, 4));
        });
    assertThat(wreck.tier()).isDirectory();
  }

  @Test
  void openingItBringsInWhatACrashLeft() {
    forEach(
        target -> {
          wreck.small(target);
          open(target);
          assertThat(Files.readAllBytes(target)).isEqualTo(longs(1, 2, 3, 4));
          assertThat(wreck.sessions()).isEmpty();
        });
  }

  private void open(Path target) throws IOException {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, wreck.tier().toString())
            .build();
    try (SoloGroup group = new SoloGroup();
        TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.UPDATE);
        BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
      assertThat(buffer.recovered()).hasSize(1);
    }
  }
}
