package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.burstlog.recover.Wreck.longs;
import static org.burstlog.recover.Wreck.put;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What opening a target does about what a crash left for it. */
class OpeningTest {
  @TempDir Path directory;
  private Wreck wreck;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
  }

  private Settings settings(String policy) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, wreck.tier().toString())
        .set(Settings.RECOVER, policy)
        .build();
  }

  /** Opens a target, puts nothing, and closes it. */
  private void open(ProcessGroup group, Path target, Mode mode, String policy) throws IOException {
    open(group, target, mode, policy, array -> {});
  }

  /** What is put into a target. */
  private interface Puts {
    void into(BufferedArray array) throws IOException;
  }

  private void open(ProcessGroup group, Path target, Mode mode, String policy, Puts puts)
      throws IOException {
    try (TargetFile file = PlainTarget.open(group, target, mode);
        BurstBuffer buffer = BurstBuffer.open(file, group, settings(policy))) {
      puts.into(buffer.define(Wreck.layout(4)));
    }
  }

  private void open(Mode mode, String policy) throws IOException {
    open(new SoloGroup(), wreck.target("out.bin"), mode, policy);
  }

  @Nested
  class ForUpdate {
    @Test
    void whatWasLeftIsReplayedBeforeAnythingElse() throws Exception {
      wreck.small("out.bin");
      open(
          new SoloGroup(),
          wreck.target("out.bin"),
          Mode.UPDATE,
          "auto",
          array -> {
            assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
            put(array, 1, 20);
          });
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 20, 3, 4));
      assertThat(wreck.sessions()).isEmpty();
    }

    @Test
    void theOldestSessionComesFirst() throws Exception {
      wreck.small("out.bin");
      wreck.of(
          "out.bin",
          Mode.UPDATE,
          1,
          "process",
          (group, buffer) -> put(buffer.define(Wreck.layout(4)), 0, 10, 20));
      open(Mode.UPDATE, "auto");
      assertThat(wreck.content("out.bin")).isEqualTo(longs(10, 20, 3, 4));
    }

    @Test
    void anyNumberOfProcessesMayOpen() throws Exception {
      wreck.small("out.bin");
      ThreadedGroup.run(3, 2, group -> open(group, wreck.target("out.bin"), Mode.UPDATE, "auto"));
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
      assertThat(wreck.sessions()).isEmpty();
    }

    @Test
    void itIsFoundUnderAnotherNameOfTheSameFile() throws Exception {
      wreck.small("out.bin");
      Path link = Files.createSymbolicLink(directory.resolve("link"), wreck.target("out.bin"));
      open(new SoloGroup(), link, Mode.UPDATE, "auto");
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
    }

    @Test
    void othersTargetsAreLeftAlone() throws Exception {
      Files.createDirectory(directory.resolve("elsewhere"));
      wreck.small("elsewhere/out.bin");
      Files.createFile(wreck.target("out.bin"));
      open(Mode.UPDATE, "auto");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
    }

    @Test
    void refuseNamesTheSessionAndTheCommands() throws Exception {
      Path left = wreck.small("out.bin");
      assertThatThrownBy(() -> open(Mode.UPDATE, "refuse"))
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("'bb recover " + left + "'")
          .hasMessageContaining("'bb discard " + left + "'");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
    }

    @Test
    void ignoreLeavesItWhereItIs() throws Exception {
      wreck.small("out.bin");
      open(Mode.UPDATE, "ignore");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
    }

    @Test
    void damageIsRefusedWithTheWaysOut() throws Exception {
      Path left =
          wreck.of(
              "out.bin",
              1,
              "process",
              (group, buffer) -> {
                BufferedArray array = buffer.define(Wreck.layout(4));
                put(array, 0, 1, 2);
                put(array, 2, 3, 4);
              });
      Wreck.damage(left.resolve("r00000.data"), Wreck.FIRST_DATA);
      assertThatThrownBy(() -> open(Mode.UPDATE, "auto"))
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("damaged")
          .hasMessageContaining("--force")
          .hasMessageContaining("BURSTLOG_RECOVER");
      assertThat(wreck.content("out.bin")).isEmpty();
      open(Mode.UPDATE, "ignore");
    }

    @Test
    void whatHasItsNameAndCannotBeLookedIntoIsRefused() throws Exception {
      Path left = wreck.small("out.bin");
      Path elsewhere = Files.move(left, directory.resolve("elsewhere"));
      Files.createSymbolicLink(left, elsewhere);
      assertThatThrownBy(() -> open(Mode.UPDATE, "auto"))
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("symbolic link")
          .hasMessageContaining("BURSTLOG_RECOVER");
      open(Mode.UPDATE, "ignore");
      assertThat(wreck.content("out.bin")).isEmpty();
    }

    @Test
    void logsOutOfReachAreRefused() throws Exception {
      Path left =
          wreck.of(
              "out.bin",
              2,
              "process",
              (group, buffer) -> put(buffer.define(Wreck.layout(4)), 2L * group.rank(), 1, 2));
      Files.delete(left.resolve("r00001.meta"));
      Files.delete(left.resolve("r00001.data"));
      assertThatThrownBy(() -> open(Mode.UPDATE, "auto")).hasMessageContaining("ranks 1");
    }

    @Test
    void whatWasDrainedBeforeTheCrashIsNoReasonToRefuse() throws Exception {
      Path left =
          wreck.of(
              "out.bin",
              2,
              "process",
              (group, buffer) -> {
                put(buffer.define(Wreck.layout(4)), 2L * group.rank(), 1, 2);
                buffer.drain();
              });
      Files.delete(left.resolve("r00001.meta"));
      Files.delete(left.resolve("r00001.data"));
      open(Mode.UPDATE, "refuse");
      open(Mode.UPDATE, "auto");
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 1, 2));
      assertThat(wreck.sessions()).isEmpty();
    }

    @Test
    void aSessionThatLivesIsLeftAlone() throws Exception {
      Path target = wreck.target("out.bin");
      open(
          new SoloGroup(),
          target,
          Mode.CREATE,
          "auto",
          array -> {
            put(array, 0, 1, 2, 3, 4);
            open(new SoloGroup(), target, Mode.UPDATE, "auto");
            assertThat(wreck.content("out.bin")).isEmpty();
          });
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
    }

    @Test
    void nothingIsReplayedOverAProgramThatWrites() throws Exception {
      wreck.small("out.bin");
      Path target = wreck.target("out.bin");
      open(
          new SoloGroup(),
          target,
          Mode.UPDATE,
          "ignore",
          array -> {
            put(array, 0, 7);
            assertThatThrownBy(() -> open(new SoloGroup(), target, Mode.UPDATE, "auto"))
                .isInstanceOf(RecoveryRefusedException.class)
                .hasMessageContaining("while another program writes the file")
                .hasMessageContaining("burstlog.recover=ignore");
          });
      assertThat(wreck.content("out.bin")).startsWith(longs(7));
      open(Mode.UPDATE, "auto");
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
    }
  }

  @Nested
  class ForReading {
    private void look(String policy) throws IOException {
      try (SoloGroup group = new SoloGroup()) {
        Attachment attached = BurstBuffer.attach(wreck.target("out.bin"), group, settings(policy));
        if (attached != null) {
          attached.close();
        }
      }
    }

    @Test
    void nothingIsReplayed() throws Exception {
      wreck.small("out.bin");
      look("auto");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
    }

    @Test
    void refuseNamesTheSessionAndTheCommands() throws Exception {
      Path left = wreck.small("out.bin");
      assertThatThrownBy(() -> look("refuse"))
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("'bb recover " + left + "'")
          .hasMessageContaining("'bb discard " + left + "'");
      look("ignore");
    }

    @Test
    void whatCannotBeLookedIntoIsRefusedAsWell() throws Exception {
      Path left = wreck.small("out.bin");
      Path elsewhere = Files.move(left, directory.resolve("elsewhere"));
      Files.createSymbolicLink(left, elsewhere);
      assertThatThrownBy(() -> look("refuse"))
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("symbolic link");
      look("auto");
    }

    @Test
    void whatWasDrainedBeforeTheCrashIsNoReasonToRefuse() throws Exception {
      wreck.of(
          "out.bin",
          1,
          "process",
          (group, buffer) -> {
            put(buffer.define(Wreck.layout(4)), 0, 1, 2, 3, 4);
            buffer.drain();
          });
      look("refuse");
    }
  }

  @Nested
  class ForCreation {
    @Test
    void whatBelongsToTheOldFileIsNeitherReplayedNorLost() throws Exception {
      Path left = wreck.small("out.bin");
      open(Mode.CREATE, "auto");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThat(wreck.session().state()).isEqualTo(SessionState.SUPERSEDED);
      open(Mode.UPDATE, "auto");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThatThrownBy(wreck::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("created anew");
      assertThat(left.resolve("r00000.meta")).exists();
      Wreck.recover(wreck.session(), Wreck.forced());
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
      assertThat(wreck.sessions()).isEmpty();
    }

    @Test
    void ignoringItDoesNotLetItComeBackLater() throws Exception {
      wreck.small("out.bin");
      open(Mode.CREATE, "ignore");
      open(Mode.UPDATE, "auto");
      assertThat(wreck.content("out.bin")).isEmpty();
    }

    @Test
    void whatHasNoRecordsIsRemoved() throws Exception {
      wreck.of("out.bin", 1, "process", (group, buffer) -> buffer.define(Wreck.layout(4)));
      open(Mode.CREATE, "auto");
      assertThat(wreck.sessions()).isEmpty();
    }

    @Test
    void refusalLeavesTheOldFileAsItWas() throws Exception {
      Path left = wreck.small("out.bin");
      Files.write(wreck.target("out.bin"), longs(5));
      assertThatThrownBy(() -> open(Mode.CREATE, "refuse"))
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining(left.toString());
      assertThat(wreck.content("out.bin")).isEqualTo(longs(5));
      assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
    }
  }
}
