package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.group.Together;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.TierSession;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.burstlog.target.TargetIdentity;
import org.burstlog.target.TargetSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target and its burst buffer, opened together. */
class FileOpeningTest {
  private static final int RANKS = 3;

  @TempDir Path directory;

  private Path path;
  private Path tier;
  private Settings settings;

  @BeforeEach
  void choose() throws IOException {
    path = directory.resolve("out");
    tier = Files.createDirectory(directory.resolve("tier"));
    settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.SPARE, "0")
            .build();
  }

  private FileOpening.Opened open(ProcessGroup group, TargetSystem system, Mode mode)
      throws IOException {
    return new FileOpening(
            group, path, mode, system.begin(group, path, mode), (processes, failure) -> failure)
        .open(new Together(group), () -> settings, () -> true);
  }

  private List<TierSession> sessions() throws IOException {
    try (SoloGroup group = new SoloGroup()) {
      return SessionFinder.find(group, new LocalStorage(), List.of(tier));
    }
  }

  private void createAndLeave(TargetSystem system) throws Exception {
    ThreadedGroup.run(
        RANKS,
        group -> {
          FileOpening.Opened opened = open(group, system, Mode.CREATE);
          BurstBuffer buffer = opened.buffer();
          assertThat(buffer).isNotNull();
          buffer.leave();
          opened.target().close();
        });
  }

  private String identity() {
    return TargetIdentity.of(path).orElseThrow().withSize(0).toString();
  }

  @Nested
  class TheLogsOfANewFile {
    @Test
    void knowWhichFileItIs() throws Exception {
      createAndLeave(PlainTarget.SYSTEM);
      assertThat(sessions()).singleElement().returns(identity(), TierSession::identity);
    }

    @Test
    void knowItAlsoWhenOneCallOfAllMakesTheFile() throws Exception {
      createAndLeave((group, file, mode) -> PlainTarget.open(group, file, mode));
      assertThat(sessions()).singleElement().returns(identity(), TierSession::identity);
    }
  }

  @Nested
  class WhenTheTargetCannotBeOpened {
    @Test
    void allAreToldAndNoSessionIsLeft() throws Exception {
      ThreadedGroup.run(
          RANKS,
          group ->
              assertThatThrownBy(() -> open(group, PlainTarget.SYSTEM, Mode.UPDATE))
                  .isInstanceOf(BurstlogException.class)
                  .hasMessageContaining("rank 0 of 3")
                  .hasMessageContaining("does not exist; create it first"));
      assertThat(sessions()).isEmpty();
    }

    @Test
    void thatIsSoAlsoWhereOneCallOfAllOpensIt() throws Exception {
      TargetSystem refusing =
          (group, file, mode) -> {
            throw new BurstlogException("no file today");
          };
      ThreadedGroup.run(
          RANKS,
          group ->
              assertThatThrownBy(() -> open(group, refusing, Mode.CREATE))
                  .hasMessage("no file today"));
      assertThat(sessions()).isEmpty();
    }
  }

  @Nested
  class WithTheBufferOff {
    @Test
    void aFileThatIsMadeAnewIsEmptied() throws Exception {
      Files.writeString(path, "old");
      settings = Settings.builder().build();
      ThreadedGroup.run(
          RANKS,
          group -> {
            FileOpening.Opened opened = open(group, PlainTarget.SYSTEM, Mode.CREATE);
            assertThat(opened.buffer()).isNull();
            try (TargetFile target = opened.target()) {
              assertThat(target.size()).isZero();
            }
          });
      assertThat(path).isEmptyFile();
    }
  }
}
