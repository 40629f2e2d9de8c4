package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.burstlog.BurstlogException;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the logs of one session are, and nobody else's. */
class SessionDirectoryTest {
  private static final Path TARGET = Path.of("/pfs/out.nc");

  private final Storage storage = new LocalStorage();

  @TempDir Path tier;

  @Test
  void isItsUsersAlone() throws IOException {
    SessionDirectory session = SessionDirectory.make(storage, tier, TARGET, 0xab);
    assertThat(session.path()).isEqualTo(storage.own(tier).resolve("out.nc.00000000000000ab"));
    for (Path p : new Path[] {session.path(), session.path().getParent()}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(p)))
          .isEqualTo("rwx------");
    }
  }

  /** Services that know names answer in one process and not in another. */
  @Test
  void isFoundWhateverTheUserIsCalled() throws IOException {
    Object number = Files.getAttribute(tier, "unix:uid");
    assertThat(SessionDirectory.make(storage, tier, TARGET, 1).path().getParent())
        .isEqualTo(tier.resolve("burstlog-" + number));
  }

  @Test
  void isFoundByTheOtherProcessesOfTheSession() throws IOException {
    SessionDirectory first = SessionDirectory.make(storage, tier, TARGET, 1);
    assertThat(SessionDirectory.make(storage, tier, TARGET, 1).path()).isEqualTo(first.path());
    assertThat(SessionDirectory.make(storage, tier, TARGET, 2).path()).isNotEqualTo(first.path());
  }

  @Test
  void thatIsNotThereForAProcessOfTheNodeIsToldWithTheRemedy() throws IOException {
    SessionDirectory other = SessionDirectory.join(storage, tier, TARGET, 1);
    assertThatThrownBy(() -> other.lock(1))
        .isInstanceOf(BurstlogException.class)
        .hasMessageContaining(other.path() + " does not exist")
        .hasMessageContaining("burstlog.tier");
  }

  @Test
  void hasANameThatFitsWhateverTheTargetIsCalled() throws IOException {
    for (String name : new String[] {"x".repeat(255), "ä".repeat(127), "𝔘".repeat(63)}) {
      SessionDirectory session = SessionDirectory.make(storage, tier, Path.of("/pfs", name), 1);
      assertThat(session.path()).isDirectory();
      assertThat(session.path().getFileName().toString()).startsWith(name.substring(0, 100));
    }
  }

  @Test
  void isLiveWhileASlotIsLocked() throws IOException {
    SessionDirectory session = SessionDirectory.make(storage, tier, TARGET, 1);
    assertThat(session.live()).isFalse();
    try (Closeable lock = session.lock(3)) {
      assertThat(lock).isNotNull();
      assertThat(session.live()).isTrue();
      assertThatThrownBy(() -> session.lock(3))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("slot 3");
    }
    assertThat(session.live()).isFalse();
    session.delete();
    assertThat(session.path()).doesNotExist();
  }

  @Test
  void staysWithItsLockWhileALogIsInIt() throws IOException {
    SessionDirectory session = SessionDirectory.make(storage, tier, TARGET, 1);
    LogWriter.create(session, "r00000");
    try (Closeable lock = session.lock(0)) {
      session.delete();
      assertThat(session.live()).isTrue();
      assertThat(lock).isNotNull();
    }
  }

  @Test
  void ofAnotherSessionMayBeOnTheWayAtTheSameTime() throws Exception {
    Thread[] makers = new Thread[8];
    java.util.concurrent.ConcurrentLinkedQueue<Object> results =
        new java.util.concurrent.ConcurrentLinkedQueue<>();
    for (int i = 0; i < makers.length; i++) {
      makers[i] =
          new Thread(
              () -> {
                try {
                  results.add(SessionDirectory.make(storage, tier, TARGET, 7).path());
                } catch (IOException e) {
                  results.add(e);
                }
              });
      makers[i].start();
    }
    for (Thread t : makers) {
      t.join();
    }
    assertThat(results).hasSize(8).containsOnly(results.peek());
  }
}
