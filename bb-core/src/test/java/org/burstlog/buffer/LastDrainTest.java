package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.burstlog.recover.Wreck.longs;
import static org.burstlog.recover.Wreck.put;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.burstlog.SettingsException;
import org.burstlog.depot.Depot;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.Wreck;
import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last drains of a job, which those begin who can have all processes drain. */
class LastDrainTest {
  private static final int HOUR = 3600;

  @TempDir Path directory;

  private final Depot depot = new Depot(new LocalStorage());

  @AfterEach
  void closeDepot() {
    depot.close();
  }

  private Settings with(Setting<?> setting, String value) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString())
        .set(setting, value)
        .build();
  }

  /** What is done with an open file. */
  private interface Use {
    void of(BurstBuffer buffer) throws Exception;
  }

  private void use(Settings settings, Use use) throws Exception {
    try (SoloGroup group = new SoloGroup();
        TargetFile target =
            PlainTarget.open(group, directory.resolve("out"), TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot)) {
      use.of(buffer);
    }
  }

  private static String in(int seconds) {
    return Long.toString(Instant.now().getEpochSecond() + seconds);
  }

  @Test
  void areDueWhenTheJobEndsSoonAndSomethingIsPending() throws Exception {
    use(
        with(Settings.DRAIN_DEADLINE, in(30)),
        buffer -> {
          BufferedArray array = buffer.define(Wreck.layout(4));
          assertThat(buffer.isLimitNear(8)).isFalse();
          put(array, 0, 1, 2, 3, 4);
          assertThat(buffer.isLimitNear(8)).isTrue();
          buffer.drain();
          assertThat(buffer.isLimitNear(8)).isFalse();
          assertThat(Files.readAllBytes(directory.resolve("out"))).isEqualTo(longs(1, 2, 3, 4));
        });
  }

  @Test
  void areNotDueLongBeforeTheEnd() throws Exception {
    use(
        with(Settings.DRAIN_DEADLINE, in(10 * HOUR)),
        buffer -> {
          put(buffer.define(Wreck.layout(4)), 0, 1);
          assertThat(buffer.isLimitNear(8)).isFalse();
        });
  }

  @Test
  void areDueWhenTheSchedulerHasSignalled() throws Exception {
    use(
        with(Settings.DRAIN_SIGNAL, "USR1"),
        buffer -> {
          put(buffer.define(Wreck.layout(4)), 0, 1);
          assertThat(buffer.isLimitNear(8)).isFalse();
          String own = Long.toString(ProcessHandle.current().pid());
          assertThat(new ProcessBuilder("kill", "-USR1", own).start().waitFor()).isZero();
          while (!depot.notice().isGiven()) {
            Thread.onSpinWait();
          }
          assertThat(buffer.isLimitNear(8)).isTrue();
        });
  }

  @Test
  void aSignalThatCannotBeHeardKeepsTheFileFromBeingOpened() throws Exception {
    Settings settings = with(Settings.DRAIN_SIGNAL, "KILL");
    assertThatThrownBy(() -> use(settings, buffer -> {}))
        .hasMessageContaining("drain.signal is KILL")
        .isInstanceOfAny(SettingsException.class, IOException.class);
    assertThat(directory.resolve("tier")).exists();
  }
}
