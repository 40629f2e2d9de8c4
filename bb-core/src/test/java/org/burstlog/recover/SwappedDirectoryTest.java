package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.recover.Wreck.longs;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.burstlog.array.Region;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.LogWriter;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.option.LogOptions;
import org.burstlog.storage.HookedStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody with the right to rename what is in the tier puts a directory of theirs in the place of
 * ours while recovery is at work. Nothing of it is ever replayed, whenever that happens.
 */
class SwappedDirectoryTest {
  private static final byte[] SECRET = longs(7, 7, 7, 7);

  @TempDir Path directory;
  private Wreck wreck;
  private Path victim;

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
    victim = Files.write(wreck.target("victim"), SECRET);
  }

  private static Path parent(Path path) {
    return Objects.requireNonNull(path.getParent());
  }

  /** A directory of a user whose session, of the same name and id, names the victim. */
  private Path forged(TierSession session, String mode) throws IOException {
    LocalStorage storage = new LocalStorage();
    Path tier = Files.createTempDirectory(directory, "forged");
    long id = Long.parseUnsignedLong(session.id(), 16);
    SessionDirectory made = SessionDirectory.make(storage, tier, wreck.target(session.name()), id);
    LogHeader header =
        new LogHeader(
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN,
            id,
            1,
            1,
            0,
            0,
            1,
            0,
            session.created(),
            victim.toString(),
            "");
    LogWriter.create(made, "r00000");
    try (LogWriter log = LogWriter.open(made, "r00000", header, LogOptions.DEFAULT)) {
      log.put(
          log.define(Wreck.layout(4)),
          Region.of(new long[] {0}, new long[] {4}),
          new long[] {6, 6, 6, 6},
          0,
          32);
    }
    Files.createFile(made.path().resolve("lock"));
    Path own = parent(made.path());
    theirs(own, mode);
    return own;
  }

  /** Gives a directory to somebody else, as far as this process may. */
  private static void theirs(Path own, String mode) throws IOException {
    if (new LocalStorage().userNumber().equals("0")) {
      var users = own.getFileSystem().getUserPrincipalLookupService();
      Files.setOwner(own, users.lookupPrincipalByName("nobody"));
    }
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString(mode));
  }

  private void recoverAll(HookedStorage storage) throws IOException {
    try (SoloGroup group = new SoloGroup()) {
      for (TierSession session : SessionFinder.find(group, storage, List.of(wreck.tier()))) {
        new Recovery(group, storage, PlainTarget.SYSTEM, Wreck.careful()).recover(session);
      }
    } catch (IOException refused) {
      // It may say no, and it may find nothing; what it must not do is checked behind it.
    }
  }

  /** Swaps before each call to the door in turn, until recovery has no so many calls. */
  private void swapAnywhere(Swap swap) throws Exception {
    boolean swapped = true;
    for (int call = 1; swapped; call++) {
      wreck.small("out.bin");
      Path own = parent(wreck.session().paths().get(0));
      Path theirs = swap.prepare(wreck.session(), own);
      HookedStorage storage =
          new HookedStorage(new LocalStorage(), call, () -> exchange(own, theirs));
      recoverAll(storage);
      assertThat(Files.readAllBytes(victim)).as("swapped before call %d", call).isEqualTo(SECRET);
      swapped = storage.ran();
      if (swapped) {
        exchange(own, theirs);
      }
      for (TierSession left : wreck.sessions()) {
        Recovery.discard(new SoloGroup(), new LocalStorage(), left);
      }
    }
  }

  private static void exchange(Path own, Path theirs) throws IOException {
    Path aside = theirs.resolveSibling("aside");
    Files.move(own, aside);
    Files.move(theirs, own);
    Files.move(aside, theirs);
  }

  private interface Swap {
    Path prepare(TierSession session, Path own) throws IOException;
  }

  @Test
  void aDirectoryThatOthersMayWriteIsNotReadInItsPlace() throws Exception {
    swapAnywhere((session, own) -> forged(session, "rwxrwxrwx"));
  }

  @Test
  void aDirectoryOfSomebodyElseIsNotReadInItsPlace() throws Exception {
    assumeTrue(new LocalStorage().userNumber().equals("0"));
    swapAnywhere((session, own) -> forged(session, "rwx------"));
  }

  @Test
  void aLinkIsNotFollowedInItsPlace() throws Exception {
    swapAnywhere(
        (session, own) -> {
          Path elsewhere = forged(session, "rwxrwxrwx");
          return Files.createSymbolicLink(parent(elsewhere).resolve("link"), elsewhere);
        });
  }

  @Test
  void aProgramMakesNoLogsInIt() throws Exception {
    LocalStorage local = new LocalStorage();
    boolean swapped = true;
    for (int call = 1; swapped; call++) {
      Path own = local.own(Files.createTempDirectory(directory, "tier"));
      local.makeDirectory(own);
      Path theirs = Files.createDirectory(own.resolveSibling("theirs"));
      theirs(theirs, "rwxrwxrwx");
      HookedStorage storage = new HookedStorage(local, call, () -> exchange(own, theirs));
      try {
        SessionDirectory made =
            SessionDirectory.make(storage, parent(own), wreck.target("out.bin"), 1);
        try (Closeable lock = made.lock(0)) {
          assertThat(lock).isNotNull();
          LogWriter.create(made, "r00000");
        }
      } catch (IOException refused) {
        // What must not be is checked behind it.
      }
      swapped = storage.ran();
      try (Stream<Path> files = Files.walk(swapped ? own : theirs)) {
        assertThat(files.filter(Files::isRegularFile)).as("swapped before call %d", call).isEmpty();
      }
    }
  }
}
