package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.burstlog.recover.Wreck.longs;
import static org.burstlog.recover.Wreck.put;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.recover.RecoveryOptions.Choice;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecoveryTest {
  @TempDir Path directory;
  private Wreck wreck;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
  }

  private static Judgement judgement(RecoveryReport report) {
    return Objects.requireNonNull(report.judgement());
  }

  /** Four ranks, each with a quarter of sixteen values. */
  private Path quarters(String layout) throws Exception {
    return wreck.of(
        "out.bin",
        4,
        layout,
        (group, buffer) -> {
          BufferedArray array = buffer.define(Wreck.layout(16));
          long first = 4L * group.rank();
          put(array, first, -1, -1, -1, -1);
          put(array, first, first, first + 1, first + 2, first + 3);
        });
  }

  private static byte[] sixteen() {
    return longs(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }

  @Test
  void whatWasPutIsBroughtIntoTheTargetAndTheSessionGoes() throws Exception {
    Path left = wreck.small("out.bin");
    TierSession session = wreck.session();
    assertThat(session.state()).isEqualTo(SessionState.ORPHANED);
    assertThat(session.name()).isEqualTo("out.bin");
    assertThat(session.paths()).containsExactly(left);
    assertThat(session.groupSize()).isEqualTo(1);
    assertThat(Files.size(wreck.target("out.bin"))).isZero();

    RecoveryReport report = wreck.recover();

    assertThat(report.outcome()).isEqualTo(RecoveryReport.Outcome.REPLAYED);
    assertThat(report.complete()).isTrue();
    assertThat(judgement(report).state()).isEqualTo(LogVerdict.State.CLEAN);
    assertThat(judgement(report).records()).isEqualTo(1);
    assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
    assertThat(left).doesNotExist();
    assertThat(wreck.sessions()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"process, 1", "process, 3", "process, 7", "node, 1", "node, 2", "node, 4"})
  void anyNumberOfProcessesRecoversWhatFourHavePut(String layout, int ranks) throws Exception {
    quarters(layout);
    ThreadedGroup.run(
        ranks,
        2,
        group -> {
          TierSession session =
              SessionFinder.find(group, new LocalStorage(), List.of(wreck.tier())).get(0);
          RecoveryReport report =
              new Recovery(group, new LocalStorage(), PlainTarget.SYSTEM, Wreck.careful())
                  .recover(session);
          assertThat(report.complete()).isTrue();
          assertThat(judgement(report).records()).isEqualTo(8);
        });
    assertThat(wreck.content("out.bin")).isEqualTo(sixteen());
    assertThat(wreck.sessions()).isEmpty();
  }

  @Test
  void olderSessionsComeFirst() throws Exception {
    wreck.small("out.bin");
    wreck.of(
        "out.bin",
        TargetFile.Mode.UPDATE,
        1,
        "process",
        (group, buffer) -> put(buffer.define(Wreck.layout(4)), 1, 20, 30));
    List<TierSession> sessions = wreck.sessions();
    assertThat(sessions).hasSize(2);
    assertThat(sessions.get(0).created()).isLessThanOrEqualTo(sessions.get(1).created());
  }

  @Test
  void aTargetThatWasMovedIsNamed() throws Exception {
    wreck.small("out.bin");
    Path moved = Files.move(wreck.target("out.bin"), wreck.target("moved.bin"));
    assertThatThrownBy(wreck::recover)
        .isInstanceOf(RecoveryRefusedException.class)
        .hasMessageContaining("does not exist")
        .hasMessageContaining("--target");
    RecoveryOptions options = Wreck.careful().into(moved);
    Wreck.recover(wreck.session(), options);
    assertThat(wreck.content("moved.bin")).isEqualTo(longs(1, 2, 3, 4));
  }

  @Test
  void aDirectoryIsNoTarget() throws Exception {
    wreck.small("out.bin");
    RecoveryOptions options = Wreck.careful().into(directory).with(Choice.CREATE_TARGET);
    assertThatThrownBy(() -> Wreck.recover(wreck.session(), options))
        .isInstanceOf(RecoveryRefusedException.class)
        .hasMessageContaining(directory + " is a directory; name the file in it by --target");
  }

  @Test
  void aTargetThatIsGoneIsMadeOnlyWhenAsked() throws Exception {
    wreck.small("out.bin");
    Files.delete(wreck.target("out.bin"));
    RecoveryOptions options = Wreck.careful().with(Choice.CREATE_TARGET);
    RecoveryReport report = Wreck.recover(wreck.session(), options);
    assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
    assertThat(report.complete()).as("nobody knows what else was in it").isFalse();
  }

  @Test
  void theRecordsOfATargetThatIsGoneAreKeptForABetterOne() throws Exception {
    wreck.small("out.bin");
    Path copy = wreck.target("copy.bin");
    Files.write(copy, longs(0, 0, 0, 0, 7));
    Files.delete(wreck.target("out.bin"));
    Wreck.recover(wreck.session(), Wreck.careful().with(Choice.CREATE_TARGET));
    assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
    Files.move(copy, wreck.target("out.bin"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(Wreck.recover(wreck.session(), Wreck.forced()).complete()).isTrue();
    assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4, 7));
    assertThat(wreck.sessions()).isEmpty();
  }

  @Test
  void aDryRunChangesNothing() throws Exception {
    wreck.small("out.bin");
    RecoveryOptions options = Wreck.careful().with(Choice.DRY_RUN);
    RecoveryReport report = Wreck.recover(wreck.session(), options);
    assertThat(report.outcome()).isEqualTo(RecoveryReport.Outcome.WOULD_BE_REPLAYED);
    assertThat(wreck.content("out.bin")).isEmpty();
    assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
  }

  @Test
  void whatIsKeptIsNotReplayedAgain() throws Exception {
    wreck.small("out.bin");
    RecoveryOptions options = Wreck.careful().with(Choice.KEEP);
    assertThat(Wreck.recover(wreck.session(), options).kept()).isTrue();
    assertThat(wreck.session().state()).isEqualTo(SessionState.RECOVERED);
    Files.write(wreck.target("out.bin"), longs(9, 9, 9, 9));
    RecoveryReport again = wreck.recover();
    assertThat(again.outcome()).isEqualTo(RecoveryReport.Outcome.ALREADY_RECOVERED);
    assertThat(wreck.content("out.bin")).isEqualTo(longs(9, 9, 9, 9));
    assertThat(wreck.sessions()).isEmpty();
  }

  @Test
  void aRemovalThatWasCutShortIsFinishedWithoutAnotherReplay() throws Exception {
    Path left = quarters("process");
    Marker.RECOVERED.make(new LocalStorage(), left);
    Files.delete(left.resolve("r00000.meta"));
    Files.delete(left.resolve("r00001.meta"));
    RecoveryReport report = wreck.recover();
    assertThat(report.outcome()).isEqualTo(RecoveryReport.Outcome.ALREADY_RECOVERED);
    assertThat(wreck.content("out.bin")).isEmpty();
    assertThat(left).doesNotExist();
  }

  @Nested
  class WhenSomethingIsWrong {
    @Test
    void aTornTailIsCutAndToldAndKept() throws Exception {
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
      Wreck.damage(left.resolve("r00000.data"), Wreck.FIRST_DATA + 16);
      RecoveryReport report = wreck.recover();
      assertThat(report.outcome()).isEqualTo(RecoveryReport.Outcome.REPLAYED);
      assertThat(report.complete()).isFalse();
      assertThat(judgement(report).state()).isEqualTo(LogVerdict.State.TORN);
      assertThat(judgement(report).flaws())
          .singleElement()
          .asString()
          .contains("r00000, rank 0: cut off");
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2));
      assertThat(report.kept()).as("that it is a tail is not proven").isTrue();
      assertThat(wreck.recover().kept()).as("also when it is recovered again").isTrue();
      assertThat(left.resolve("r00000.data")).exists();
    }

    private Path damaged() throws Exception {
      Path left = quarters("process");
      Wreck.damage(left.resolve("r00002.data"), Wreck.FIRST_DATA);
      return left;
    }

    @Test
    void damageIsRefusedAndToldAndNothingIsTouched() throws Exception {
      Path left = damaged();
      assertThatThrownBy(wreck::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("r00002, rank 2: damaged")
          .hasMessageContaining("7 records that are whole")
          .hasMessageContaining("--force")
          .hasMessageContaining("bb discard");
      assertThat(wreck.content("out.bin")).isEmpty();
      assertThat(left.resolve("r00002.data")).exists();
      assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
    }

    @Test
    void forceReplaysWhatIsWholeAndKeepsTheLogs() throws Exception {
      Path left = damaged();
      RecoveryReport report = Wreck.recover(wreck.session(), Wreck.forced());
      assertThat(report.complete()).isFalse();
      assertThat(report.kept()).isTrue();
      assertThat(wreck.content("out.bin")).isEqualTo(sixteen());
      assertThat(left.resolve("r00002.meta")).exists();
      assertThat(wreck.session().state()).isEqualTo(SessionState.RECOVERED);
    }

    @Test
    void aLogWithoutItsDataIsDamage() throws Exception {
      Path left = quarters("process");
      Files.delete(left.resolve("r00001.data"));
      assertThatThrownBy(wreck::recover)
          .hasMessageContaining("r00001: damaged: its data log is gone");
    }

    @Test
    void aLogOfAnotherSessionIsDamage() throws Exception {
      Path left = quarters("process");
      Path other = wreck.small("other.bin");
      for (String suffix : List.of(".meta", ".data")) {
        Files.copy(other.resolve("r00000" + suffix), left.resolve("r00009" + suffix));
      }
      TierSession session =
          wreck.sessions().stream().filter(s -> s.name().equals("out.bin")).findAny().orElseThrow();
      assertThatThrownBy(() -> Wreck.recover(session, Wreck.careful()))
          .hasMessageContaining("r00009: damaged: it belongs to another session");
    }

    @Test
    void logsOutOfReachAreNamedAndTheRestIsReplayedWhenAsked() throws Exception {
      Path left = quarters("process");
      for (String file : List.of("r00001.meta", "r00001.data", "r00003.meta", "r00003.data")) {
        Files.delete(left.resolve(file));
      }
      assertThatThrownBy(wreck::recover).hasMessageContaining("logs of ranks 1, 3");
      RecoveryOptions partial = Wreck.careful().with(Choice.PARTIAL);
      RecoveryReport report = Wreck.recover(wreck.session(), partial);
      assertThat(report.complete()).isFalse();
      assertThat(judgement(report).missing()).containsExactly(1, 3);
      assertThat(wreck.content("out.bin")).isEqualTo(longs(0, 1, 2, 3, 0, 0, 0, 0, 8, 9, 10, 11));
    }

    @Test
    void anotherFileOfTheSamePathIsRefusedUnlessForced() throws Exception {
      wreck.small("out.bin");
      Path copy = Files.copy(wreck.target("out.bin"), wreck.target("copy.bin"));
      Files.move(copy, wreck.target("out.bin"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      assertThatThrownBy(wreck::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("is another file than the one that was logged")
          .hasMessageContaining("inode");
      assertThat(wreck.content("out.bin")).isEmpty();
      Wreck.recover(wreck.session(), Wreck.forced());
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
    }

    @Test
    void aLiveSessionIsRefused() throws Exception {
      Settings settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, wreck.tier().toString())
              .build();
      try (SoloGroup group = new SoloGroup();
          TargetFile file =
              PlainTarget.open(group, wreck.target("out.bin"), TargetFile.Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
        put(buffer.define(Wreck.layout(4)), 0, 1, 2, 3, 4);
        assertThat(wreck.session().state()).isEqualTo(SessionState.LIVE);
        assertThatThrownBy(wreck::recover)
            .isInstanceOf(RecoveryRefusedException.class)
            .hasMessageContaining("is live");
        assertThatThrownBy(
                () -> Recovery.discard(new SoloGroup(), new LocalStorage(), wreck.session()))
            .isInstanceOf(BurstlogException.class)
            .hasMessageContaining("is live");
      }
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
    }

    @Test
    void twoRecoveriesDoNotMeet() throws Exception {
      wreck.small("out.bin");
      TierSession session = wreck.session();
      try (SoloGroup group = new SoloGroup();
          SessionRecovery first = SessionRecovery.begin(group, new LocalStorage(), session)) {
        assertThat(first.judge(Progress.NONE).records()).isEqualTo(1);
        assertThatThrownBy(() -> Wreck.recover(session, Wreck.careful()))
            .isInstanceOf(BurstlogException.class)
            .hasMessageContaining("somebody is recovering it");
      }
      Wreck.recover(session, Wreck.careful());
      assertThatThrownBy(() -> Wreck.recover(session, Wreck.careful()))
          .hasMessageContaining("recovered or discarded it");
    }

    /** A target that loses what is written to it from some place on, and says nothing. */
    private static final class Lossy extends ForwardingTarget {
      private final long from;

      Lossy(TargetFile real, long from) {
        super(real);
        this.from = from;
      }

      @Override
      public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
        write(extents, data);
      }

      @Override
      public void write(ExtentList extents, ByteBuffer data) throws IOException {
        if (extents.offset(0) + extents.length(0) > from) {
          ByteBuffer zeros = ByteBuffer.allocateDirect(data.remaining());
          real.write(extents, zeros);
          data.position(data.limit());
        } else {
          real.write(extents, data);
        }
      }
    }

    @Test
    void aLostWriteIsSeenAndTheLogsStay() throws Exception {
      Path left = wreck.small("out.bin");
      try (SoloGroup group = new SoloGroup()) {
        Recovery recovery =
            new Recovery(
                group,
                new LocalStorage(),
                (g, path, mode) -> new Lossy(PlainTarget.open(g, path, mode), 8),
                Wreck.careful());
        TierSession session = wreck.session();
        assertThatThrownBy(() -> recovery.recover(session))
            .isInstanceOf(BurstlogException.class)
            .hasMessageContaining("is not what was written");
      }
      assertThat(left.resolve("r00000.meta")).exists();
      wreck.recover();
      assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 2, 3, 4));
    }
  }
}
