package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.burstlog.recover.Wreck.longs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.burstlog.BurstlogException;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.PlainTarget;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found on a tier, and what of it is touched. */
class FindingTest {
  @TempDir Path directory;
  private Wreck wreck;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
  }

  private static void discard(TierSession session) throws Exception {
    try (SoloGroup group = new SoloGroup()) {
      Recovery.discard(group, new LocalStorage(), session);
    }
  }

  private static Path own(Path session) {
    return Objects.requireNonNull(session.getParent());
  }

  @Test
  void nothingIsFoundWhereNothingIs() throws Exception {
    assertThat(wreck.sessions()).isEmpty();
  }

  @Test
  void aTierThatIsNotThereIsAnErrorWithARemedy() {
    assertThatThrownBy(
            () ->
                SessionFinder.find(
                    new SoloGroup(), new LocalStorage(), List.of(directory.resolve("nowhere"))))
        .isInstanceOf(BurstlogException.class)
        .hasMessageContaining("nowhere does not exist")
        .hasMessageContaining("BURSTLOG_TIER");
  }

  @Test
  void sessionsOfEquallyNamedTargetsAreKeptApart() throws Exception {
    Path a = Files.createDirectory(directory.resolve("a"));
    Path b = Files.createDirectory(directory.resolve("b"));
    wreck.small("a/out.bin");
    wreck.small("b/out.bin");
    List<TierSession> sessions = wreck.sessions();
    assertThat(sessions)
        .extracting(TierSession::target)
        .containsExactlyInAnyOrder(a.resolve("out.bin"), b.resolve("out.bin"));
    for (TierSession session : sessions) {
      if (a.resolve("out.bin").equals(session.target())) {
        Wreck.recover(session, Wreck.careful());
      }
    }
    assertThat(wreck.content("a/out.bin")).isEqualTo(longs(1, 2, 3, 4));
    assertThat(wreck.content("b/out.bin")).isEmpty();
    assertThat(wreck.sessions()).hasSize(1);
  }

  @Test
  void aSessionThatIsBeingClosedWhileItIsLookedAtIsLive() throws Exception {
    wreck.small("out.bin");
    Path session = wreck.sessions().get(0).paths().get(0);
    LocalStorage real = new LocalStorage();
    Closeable lock = Objects.requireNonNull(real.lock(session.resolve("lock"), 7));
    Storage closing =
        new ForwardingStorage(real) {
          @Override
          public List<Path> list(Path at) throws IOException {
            List<Path> all = super.list(at);
            if (at.equals(session)) {
              lock.close();
            }
            return all;
          }
        };
    try (SoloGroup group = new SoloGroup()) {
      assertThat(SessionFinder.find(group, closing, List.of(wreck.tier())))
          .extracting(TierSession::state)
          .containsExactly(SessionState.LIVE);
    }
  }

  @Test
  void theSameTierNamedTwiceHasItsSessionsOnce() throws Exception {
    wreck.small("out.bin");
    Path link = Files.createSymbolicLink(directory.resolve("link"), wreck.tier());
    List<TierSession> found =
        SessionFinder.find(new SoloGroup(), new LocalStorage(), List.of(wreck.tier(), link));
    assertThat(found).singleElement().satisfies(s -> assertThat(s.paths()).hasSize(1));
  }

  @Test
  void tiersOfNodesAreSearchedByTheirNodesAndReplayedTogether() throws Exception {
    Path left = fourRanks();
    Path other = directory.resolve("tier2").resolve(own(left).getFileName());
    Files.createDirectories(other);
    Path half = Files.createDirectory(other.resolve(left.getFileName()));
    for (Path p : List.of(other, half)) {
      Files.setPosixFilePermissions(p, PosixFilePermissions.fromString("rwx------"));
    }
    for (String file : List.of("r00001.meta", "r00001.data", "r00003.meta", "r00003.data")) {
      Files.move(left.resolve(file), half.resolve(file));
    }
    ThreadedGroup.run(
        4,
        2,
        group -> {
          Path tier = group.rank() < 2 ? wreck.tier() : directory.resolve("tier2");
          TierSession session = SessionFinder.find(group, new LocalStorage(), List.of(tier)).get(0);
          assertThat(session.paths()).containsExactly(left, half);
          assertThat(session.logs()).isEqualTo(4);
          new Recovery(group, new LocalStorage(), PlainTarget.SYSTEM, Wreck.careful())
              .recover(session);
        });
    assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 1, 2, 2, 3, 3, 4, 4));
    assertThat(left).doesNotExist();
    assertThat(half).doesNotExist();
  }

  @Test
  void aNodeWhoseTierHasNoDirectoryOfTheUserHasNothing() throws Exception {
    Path left = fourRanks();
    LocalStorage everything = new LocalStorage();
    ThreadedGroup.run(
        4,
        2,
        group -> {
          Storage storage = group.rank() < 2 ? everything : new Without(everything, own(left));
          List<TierSession> found = SessionFinder.find(group, storage, List.of(wreck.tier()));
          assertThat(found).hasSize(1);
          TierSession session = SessionFinder.at(group, storage, found.get(0).paths()).get(0);
          assertThat(session.logs()).isEqualTo(4);
          new Recovery(group, storage, PlainTarget.SYSTEM, Wreck.careful()).recover(session);
        });
    assertThat(wreck.content("out.bin")).isEqualTo(longs(1, 1, 2, 2, 3, 3, 4, 4));
    assertThat(left).doesNotExist();
  }

  @Test
  void aDirectoryThatNoNodeHasIsAnError() throws Exception {
    Path left = wreck.small("out.bin");
    ThreadedGroup.run(
        4,
        2,
        group -> {
          Storage nothing = new Without(new LocalStorage(), own(left));
          assertThatThrownBy(() -> SessionFinder.at(group, nothing, List.of(left)))
              .isInstanceOf(BurstlogException.class)
              .hasMessageContaining(own(left) + " does not exist")
              .hasMessageContaining("'bb list'");
        });
  }

  /** A node that lacks a directory which others have. */
  private static final class Without extends ForwardingStorage {
    private final Path missing;

    Without(Storage real, Path missing) {
      super(real);
      this.missing = missing;
    }

    @Override
    public @Nullable Facts facts(Path path) throws IOException {
      return path.startsWith(missing) ? null : super.facts(path);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
      if (directory.startsWith(missing)) {
        throw new NoSuchFileException(directory.toString());
      }
      return super.list(directory);
    }
  }

  private Path fourRanks() throws Exception {
    return wreck.of(
        "out.bin",
        4,
        "process",
        (group, buffer) -> {
          long v = group.rank() + 1L;
          Wreck.put(buffer.define(Wreck.layout(8)), 2L * group.rank(), v, v);
        });
  }

  @Nested
  class WhenAProgramDiedWhileItOpenedASession {
    @Test
    void anEmptyDirectoryIsLeftAloneAndCanBeDiscarded() throws Exception {
      Path left = wreck.small("out.bin");
      for (String file : List.of("r00000.meta", "r00000.data", "lock")) {
        Files.delete(left.resolve(file));
      }
      assertThat(wreck.session().state()).isEqualTo(SessionState.EMPTY);
      assertThat(wreck.recover().outcome()).isEqualTo(RecoveryReport.Outcome.NOTHING_PENDING);
      assertThat(left).exists();
      discard(wreck.session());
      assertThat(left).doesNotExist();
    }

    @Test
    void logsWithoutAHeaderAreNothing() throws Exception {
      Path left = wreck.small("out.bin");
      Files.write(left.resolve("r00000.meta"), new byte[0]);
      Files.write(left.resolve("r00000.data"), new byte[0]);
      assertThat(wreck.session().state()).isEqualTo(SessionState.EMPTY);
      assertThat(wreck.session().target()).isNull();
      assertThat(wreck.recover().outcome()).isEqualTo(RecoveryReport.Outcome.NOTHING_PENDING);
      assertThat(left).as("logs nobody needs take no space").doesNotExist();
    }

    @Test
    void aHeaderOfDataThatWasNotEndedIsNothing() throws Exception {
      Path left = wreck.small("out.bin");
      byte[] begun = Arrays.copyOf(Files.readAllBytes(left.resolve("r00000.data")), 8192);
      // The first word of a slot is written last.
      Arrays.fill(begun, 0, 8, (byte) 0);
      Arrays.fill(begun, 4096, 4104, (byte) 0);
      Files.write(left.resolve("r00000.data"), begun);
      Files.write(left.resolve("r00000.meta"), new byte[8200]);
      assertThat(wreck.session().state()).isEqualTo(SessionState.EMPTY);
      assertThat(wreck.recover().outcome()).isEqualTo(RecoveryReport.Outcome.NOTHING_PENDING);
    }

    @Test
    void dataWithoutMetadataIsDamageAndKept() throws Exception {
      Path left = wreck.small("out.bin");
      Files.delete(left.resolve("r00000.meta"));
      assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
      assertThatThrownBy(() -> wreck.recover()).hasMessageContaining("damaged");
      assertThat(left).exists();
    }

    @Test
    void aRankThatNeverCameSoFarIsNotMissed() throws Exception {
      Judgement judgement = twoOfFour(wreck.of("out.bin", 4, "process", (group, buffer) -> {}));
      assertThat(judgement.missing()).isEmpty();
      assertThat(judgement.flaws()).isEmpty();
    }

    @Test
    void aRankIsMissedWhereOthersHavePut() throws Exception {
      assertThat(twoOfFour(fourRanks()).missing()).containsExactly(2, 3);
    }

    private Judgement twoOfFour(Path left) throws Exception {
      Files.write(left.resolve("r00002.meta"), new byte[0]);
      Files.delete(left.resolve("r00002.data"));
      Files.delete(left.resolve("r00003.meta"));
      Files.delete(left.resolve("r00003.data"));
      return Recovery.judge(new SoloGroup(), new LocalStorage(), wreck.session(), Progress.NONE);
    }
  }

  @Nested
  class WhenSomebodyPlaysTricks {
    @Test
    void aSessionBehindALinkIsNotTouched() throws Exception {
      Path left = wreck.small("out.bin");
      Path elsewhere = Files.move(left, directory.resolve("elsewhere"));
      Files.createSymbolicLink(left, elsewhere);
      assertThatThrownBy(wreck::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("is a symbolic link");
      assertThatThrownBy(() -> discard(wreck.session()))
          .isInstanceOf(RecoveryRefusedException.class);
      assertThat(elsewhere.resolve("r00000.meta")).exists();
      assertThat(wreck.content("out.bin")).isEmpty();
    }

    @Test
    void aUserDirectoryBehindALinkIsNotSearched() throws Exception {
      Path own = own(wreck.small("out.bin"));
      Path elsewhere = Files.move(own, directory.resolve("elsewhere"));
      Files.createSymbolicLink(own, elsewhere);
      assertThatThrownBy(wreck::sessions)
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("is not a directory");
    }

    @Test
    void aLogBehindALinkIsDamage() throws Exception {
      Path left = wreck.small("out.bin");
      Path elsewhere = Files.move(left.resolve("r00000.meta"), directory.resolve("elsewhere"));
      Files.createSymbolicLink(left.resolve("r00000.meta"), elsewhere);
      assertThatThrownBy(wreck::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("r00000: damaged");
      assertThat(wreck.content("out.bin")).isEmpty();
    }

    @Test
    void aLockBehindALinkIsNotFollowedAndHidesNothing() throws Exception {
      Path left = wreck.small("out.bin");
      Files.delete(left.resolve("lock"));
      Path secret = Files.createFile(directory.resolve("secret"));
      Files.createSymbolicLink(left.resolve("lock"), secret);
      wreck.small("other.bin");
      assertThat(wreck.sessions())
          .extracting(TierSession::state)
          .containsExactlyInAnyOrder(SessionState.EMPTY, SessionState.ORPHANED);
      for (TierSession session : wreck.sessions()) {
        if (session.name().equals("out.bin")) {
          assertThatThrownBy(() -> Wreck.recover(session, Wreck.careful()))
              .isInstanceOf(RecoveryRefusedException.class)
              .hasMessageContaining("cannot be looked at");
        }
      }
    }

    @Test
    void whatOthersMayWriteIsNotTrusted() throws Exception {
      Path left = wreck.small("out.bin");
      Files.setPosixFilePermissions(left, PosixFilePermissions.fromString("rwxrwxrwx"));
      assertThatThrownBy(wreck::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("may be written by others");
      Files.setPosixFilePermissions(own(left), PosixFilePermissions.fromString("rwxrwxrwx"));
      assertThatThrownBy(wreck::sessions).hasMessageContaining("others may write to it");
    }

    @Test
    void anotherUsersSessionsAreNeitherFoundNorTouched() throws Exception {
      Path left = wreck.small("out.bin");
      LocalStorage real = new LocalStorage();
      Somebody somebody = new Somebody(real);
      assertThat(SessionFinder.find(new SoloGroup(), somebody, List.of(wreck.tier()))).isEmpty();
      assertThatThrownBy(() -> SessionFinder.at(new SoloGroup(), somebody, List.of(left)))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("belongs to " + real.user().getName())
          .hasMessageContaining("runs as somebody")
          .hasMessageContaining("run the command as the owner");
    }
  }

  @Test
  void aNewerFormatIsRefusedWithTheRemedy() throws Exception {
    Path left = wreck.small("out.bin");
    for (String file : List.of("r00000.meta", "r00000.data")) {
      newer(left.resolve(file));
    }
    assertThat(wreck.session().state()).isEqualTo(SessionState.ORPHANED);
    assertThatThrownBy(wreck::recover)
        .isInstanceOf(RecoveryRefusedException.class)
        .hasMessageContaining("log format version 99")
        .hasMessageContaining("use the Burstlog that wrote it, or a newer one");
    assertThat(left.resolve("r00000.meta")).exists();
  }

  /** Rewrites whole header slots as a later version of the format would have them. */
  private static void newer(Path file) throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    for (int slot = 0; slot < 8192; slot += 4096) {
      ByteBuffer b = ByteBuffer.wrap(bytes, slot, 4096).slice().order(ByteOrder.LITTLE_ENDIAN);
      if (b.getLong(0) != 0) {
        b.putShort(12, (short) 99);
        CRC32C crc = new CRC32C();
        crc.update(b.duplicate().position(12).limit(b.getInt(44)));
        b.putInt(8, (int) crc.getValue());
      }
    }
    Files.write(file, bytes);
  }
}
