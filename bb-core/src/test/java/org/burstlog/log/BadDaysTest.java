package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.burstlog.BurstlogException;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.option.LogFullException;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.read.LogVerdict.State;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tiers that cannot be used, and tiers that fill up, on file systems of the kernel. */
class BadDaysTest {
  private static final Path TARGET = Path.of("/pfs/out.nc");

  private final Storage storage = new LocalStorage();

  @TempDir Path directory;

  @Nested
  class ATier {
    private void assertRefused(Path tier, String... why) {
      assertThatThrownBy(() -> SessionDirectory.make(storage, tier, TARGET, 1))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining(tier.toString())
          .hasMessageContaining("BURSTLOG_TIER")
          .hasMessageContainingAll(why);
    }

    @Test
    void thatIsMissingIsRefused() {
      assertRefused(directory.resolve("missing"), "does not exist");
    }

    @Test
    void thatIsAFileIsRefused() throws IOException {
      assertRefused(Files.createFile(directory.resolve("file")), "not a directory");
    }

    @Test
    void thatIsReadOnlyIsRefused() throws IOException {
      try (Mount tier = Mount.tmpfs(directory.resolve("ro"), 1 << 20, "ro")) {
        assertRefused(tier.path(), "Read-only");
      }
    }

    @Test
    void thatIsFullIsRefused() throws IOException {
      try (Mount tier = Mount.tmpfs(directory.resolve("full"), 1 << 20, "nr_inodes=1")) {
        assertRefused(tier.path(), "is full");
      }
    }

    @Test
    void thatThisUserMayNotWriteToIsRefused() throws IOException {
      Path tier = Files.createDirectory(directory.resolve("closed"));
      Files.setPosixFilePermissions(tier, PosixFilePermissions.fromString("r-xr-xr-x"));
      Assumptions.assumeFalse(Files.isWritable(tier), "root may write everywhere");
      assertRefused(tier, "permission denied");
    }

    @Test
    void whoseDirectoryBelongsToAnotherUserIsRefused() throws IOException {
      Path own = Files.createDirectory(directory.resolve("burstlog-" + storage.userNumber()));
      try {
        Files.setOwner(
            own,
            directory
                .getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName("nobody"));
      } catch (IOException e) {
        Assumptions.abort("only root can give a directory away: " + e);
      }
      assertThatThrownBy(() -> SessionDirectory.make(storage, directory, TARGET, 1))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("belongs to nobody")
          .hasMessageContaining("BURSTLOG_TIER");
    }

    @Test
    void whoseDirectoryOthersMayWriteToIsRefused() throws IOException {
      Path own = Files.createDirectory(directory.resolve("burstlog-" + storage.userNumber()));
      Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
      assertThatThrownBy(() -> SessionDirectory.make(storage, directory, TARGET, 1))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("others may write");
    }

    @Test
    void whoseDirectoryIsALinkIsRefused() throws IOException {
      Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
      Files.createSymbolicLink(directory.resolve("burstlog-" + storage.userNumber()), elsewhere);
      assertThatThrownBy(() -> SessionDirectory.make(storage, directory, TARGET, 1))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("not a directory");
      assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void mayItselfBeALink() throws IOException {
      Path real = Files.createDirectory(directory.resolve("real"));
      Path link = Files.createSymbolicLink(directory.resolve("link"), real);
      SessionDirectory session = SessionDirectory.make(storage, link, TARGET, 1);
      assertThat(session.path()).isDirectory();
    }

    @Test
    void tooSmallForALogIsToldAtOpenAndNoFileIsLeft() throws IOException {
      try (Mount tier = Mount.tmpfs(directory.resolve("small"), 1 << 14)) {
        for (Access access : List.of(Access.MAPPED, Access.WRITTEN)) {
          SessionDirectory session = SessionDirectory.make(storage, tier.path(), TARGET, 1);
          LogWriter.create(session, "r00000");
          assertThatThrownBy(
                  () ->
                      LogWriter.open(
                          session,
                          "r00000",
                          new Session(session, 1).header(0),
                          LogOptions.DEFAULT.with(access)))
              .isInstanceOf(BurstlogException.class)
              .hasMessageContaining("is full");
          storage.delete(session.meta("r00000"));
          storage.delete(session.data("r00000"));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tmpfs, MAPPED, 1",
    "tmpfs, WRITTEN, 1",
    "tmpfs, MAPPED, 2",
    "tmpfs, WRITTEN, 2",
    "ext4, MAPPED, 1",
    "ext4, WRITTEN, 1",
    "ext4, MAPPED, 2",
    "ext4, WRITTEN, 2"
  })
  void aTierThatFillsUpStopsPutsAndNothingElse(String type, Access access, int lanes)
      throws Exception {
    Path at = directory.resolve("tier");
    try (Mount tier =
        type.equals("tmpfs")
            ? Mount.tmpfs(at, 8 << 20)
            : Mount.ext4(at, directory.resolve("image"), 8 << 20)) {
      Session session = Session.make(storage, tier.path(), lanes);
      session.create();
      Pattern pattern = new Pattern(5, Pattern.ROW);
      List<LogWriter> logs = new ArrayList<>();
      for (int lane = 0; lane < lanes; lane++) {
        logs.add(session.open(lane, LogOptions.DEFAULT.with(access).withSizes(1 << 20, 1 << 18)));
      }
      Set<Long> kept = Collections.synchronizedSet(new HashSet<>());
      for (int generation = 0; generation < 2; generation++) {
        kept.clear();
        fill(logs, pattern, kept);
        Set<Long> found = new HashSet<>();
        for (Scan scan : session.scan(pattern)) {
          assertThat(scan.verdict().state()).as("%s", scan.verdict()).isEqualTo(State.CLEAN);
          found.addAll(scan.ids());
        }
        assertThat(found.equals(kept)).as("%d kept, %d found", kept.size(), found.size()).isTrue();
        for (LogWriter log : logs) {
          log.reset();
        }
      }
      for (LogWriter log : logs) {
        log.close();
      }
    }
  }

  /**
   * Four threads put until each was refused often; small ones still go in after a large one was.
   */
  private static void fill(List<LogWriter> logs, Pattern pattern, Set<Long> kept)
      throws InterruptedException {
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int thread = t;
      LogWriter log = logs.get(t % logs.size());
      threads.add(
          new Thread(
              () -> {
                try {
                  int array = log.define(Pattern.ARRAY);
                  int refused = 0;
                  for (long i = 0; refused < 50; i++) {
                    try {
                      pattern.put(log, array, Pattern.id(thread, i));
                      kept.add(Pattern.id(thread, i));
                    } catch (LogFullException full) {
                      refused++;
                    }
                  }
                } catch (IOException | RuntimeException | Error e) {
                  failures.add(e);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread t : threads) {
      t.join();
    }
    assertThat(failures).isEmpty();
  }
}
