package org.burstlog.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kernel's files in the directory of the user on a tier, which are reached in their own way.
 */
class UsersDirectoryTest extends StorageContract {
  private final LocalStorage local = new LocalStorage();

  @TempDir Path tier;
  private Path own;

  @BeforeEach
  void make() throws IOException {
    own = local.own(tier);
    if (!Files.exists(own)) {
      local.makeDirectory(own);
    }
  }

  @Override
  Storage storage() {
    return local;
  }

  @Override
  Path root() {
    try {
      make();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return own;
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  /** Nothing that is done with a file reaches one in the directory. */
  private void assertOutOfReach(Path directory, String why) throws IOException {
    Path file = directory.resolve("f");
    byte[] before = Files.readAllBytes(file);
    for (Step step :
        new Step[] {
          () -> local.open(file, true).close(),
          () -> local.open(file, false).close(),
          () -> local.create(directory.resolve("new")).close(),
          () -> local.list(directory),
          () -> local.delete(file),
          () -> local.syncDirectory(directory),
          () -> local.facts(file),
          () -> local.locked(file),
          () -> local.lock(directory.resolve("lock"), 0),
          () -> local.makeDirectory(directory.resolve("d")),
          () -> local.renameDirectory(directory.resolve("f"), directory.resolve("g"))
        }) {
      assertThatThrownBy(step::run).isInstanceOf(IOException.class).hasMessageContaining(why);
    }
    assertThat(file).hasBinaryContent(before);
    assertThat(directory.resolve("new")).doesNotExist();
    assertThat(directory.resolve("lock")).doesNotExist();
  }

  private interface Step {
    void run() throws IOException;
  }

  private Path session() throws IOException {
    Path session = own.resolve("out.nc.0123456789abcdef");
    local.makeDirectory(session);
    local.create(session.resolve("f")).close();
    return session;
  }

  @Test
  void nothingIsReachedInADirectoryThatOthersMayWrite() throws IOException {
    Path session = session();
    mode(session, "rwxrwx---");
    assertOutOfReach(session, "others may write to it");
    mode(session, "rwx------");
    mode(own, "rwx----w-");
    assertOutOfReach(session, "others may write to it");
  }

  @Test
  void nothingIsReachedInADirectoryOfSomebodyElse() throws IOException {
    assumeTrue(local.userNumber().equals("0"));
    Path session = session();
    var nobody = tier.getFileSystem().getUserPrincipalLookupService();
    Files.setOwner(session, nobody.lookupPrincipalByName("nobody"));
    assertOutOfReach(session, "belongs to nobody");
  }

  @Test
  void nothingIsReachedThroughALink() throws IOException {
    Path session = session();
    Path aside = Files.move(own, tier.resolve("aside"));
    Files.createSymbolicLink(own, aside);
    assertOutOfReach(session, "is a symbolic link");
  }

  @Test
  void noSessionIsReachedThroughALink() throws IOException {
    Path session = session();
    Path aside = Files.move(session, own.resolve("aside"));
    Files.createSymbolicLink(session, aside);
    assertThatThrownBy(() -> local.open(session.resolve("f"), false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(session.toString());
    assertThat(local.facts(session)).extracting(Storage.Facts::kind).isEqualTo(Storage.Kind.LINK);
  }

  @Test
  void anErrorNamesTheWholePath() {
    assertThatThrownBy(() -> local.open(own.resolve("s/f"), false))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(own.resolve("s").toString());
    assertThatThrownBy(() -> local.open(own.resolve("f"), false))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(own.resolve("f").toString());
  }

  @Test
  void aLockHoldsWhereItWasTakenWhenTheDirectoryIsRenamed() throws IOException {
    Path session = session();
    try (Closeable lock = local.lock(session.resolve("lock"), 1)) {
      assertThat(lock).isNotNull();
      Path renamed = Files.move(session, own.resolve("renamed"));
      assertThat(local.locked(renamed.resolve("lock"))).isTrue();
    }
  }

  @Test
  void aSyncOfAnotherFileIsNotTakenForOneOfThis() throws IOException {
    Path session = session();
    try (StorageFile file = local.open(session.resolve("f"), true)) {
      Files.move(session.resolve("f"), session.resolve("was"));
      local.create(session.resolve("f")).close();
      assertThatThrownBy(file::force)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is another file now");
      file.renamed(session.resolve("was"));
      file.force();
    }
  }

  /** Directories that were used stay open, which nobody may notice. */
  @Nested
  class WhatIsHeldOpen {
    private static final int MANY = 40;

    private Path session(int number) {
      return own.resolve("out" + number + ".nc.0123456789abcdef");
    }

    private void writeAndRead(Path session, int number) throws IOException {
      Path file = session.resolve("f" + number);
      try (StorageFile made = local.create(file)) {
        made.write(0, ByteBuffer.wrap(new byte[number]));
      }
      assertThat(local.list(session)).contains(file);
      try (StorageFile opened = local.open(file, false)) {
        assertThat(opened.size()).isEqualTo(number);
      }
    }

    @Test
    void isAFewDirectoriesWhileThreadsUseMany() throws Exception {
      for (int i = 0; i < MANY; i++) {
        local.makeDirectory(session(i));
      }
      ExecutorService threads = Executors.newFixedThreadPool(4);
      try {
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < 8 * MANY; i++) {
          int number = i;
          done.add(
              threads.submit(
                  () -> {
                    writeAndRead(session(number % MANY), number);
                    return number;
                  }));
        }
        for (Future<?> each : done) {
          each.get();
        }
      } finally {
        threads.shutdown();
      }
      assertThat(openDirectories(own)).hasSizeBetween(2, 16);
    }

    @Test
    void isNoDirectoryThatWasDeleted() throws IOException {
      Path session = UsersDirectoryTest.this.session();
      local.delete(session.resolve("f"));
      assertThat(openDirectories(session)).isNotEmpty();
      local.delete(session);
      assertThat(openDirectories(session)).isEmpty();
    }

    @Test
    void isNotTakenForADirectoryThatWasPutInItsPlace() throws IOException {
      Path session = UsersDirectoryTest.this.session();
      Files.move(session, own.resolve("aside"));
      local.makeDirectory(session);
      assertThat(local.list(session)).isEmpty();
      Files.move(own, tier.resolve("aside"));
      local.makeDirectory(own);
      assertThat(local.list(own)).isEmpty();
      assertThatThrownBy(() -> local.list(session)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void isNotTrustedWhenItWasGivenToSomebodyElse() throws IOException {
      assumeTrue(local.userNumber().equals("0"));
      Path session = UsersDirectoryTest.this.session();
      var users = tier.getFileSystem().getUserPrincipalLookupService();
      Files.setOwner(own, users.lookupPrincipalByName("nobody"));
      assertOutOfReach(session, "belongs to nobody");
    }

    private static List<String> openDirectories(Path in) throws IOException {
      Path descriptors = Path.of("/proc/self/fd");
      assumeTrue(Files.exists(descriptors));
      List<String> open = new ArrayList<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(descriptors)) {
        for (Path entry : entries) {
          String file = Files.isSymbolicLink(entry) ? link(entry) : "";
          if (file.startsWith(in.toString())) {
            open.add(file);
          }
        }
      }
      return open;
    }

    private static String link(Path descriptor) throws IOException {
      try {
        return Files.readSymbolicLink(descriptor).toString();
      } catch (NoSuchFileException e) {
        return "closed meanwhile";
      }
    }
  }

  @Nested
  class WhereDirectoriesCannotBeHeldOpen {
    private final LocalStorage plain = new LocalStorage(new Reach(Plain::new));

    @Test
    void rootIsRefused() throws IOException {
      assumeTrue(local.userNumber().equals("0"));
      assertThatThrownBy(() -> plain.create(own.resolve("f")))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("run the program as another user");
      assertThat(own.resolve("f")).doesNotExist();
    }

    @Test
    void othersAreServedAfterACheck() throws IOException {
      assumeFalse(local.userNumber().equals("0"));
      plain.create(own.resolve("f")).close();
      mode(own, "rwxrwxrwx");
      assertThatThrownBy(() -> plain.open(own.resolve("f"), false))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("others may write to it");
    }
  }

  /** What a system without the calls for it gives. */
  private record Plain(Path directory) implements DirectoryStream<Path> {
    @Override
    public Iterator<Path> iterator() {
      throw new UnsupportedOperationException(directory.toString());
    }

    @Override
    public void close() {}
  }

  @Nested
  class WhatOthersMayRename {
    @Test
    void isInATierThatAllMayWriteUnlessItHasTheStickyBit() throws IOException {
      mode(tier, "rwxrwxrwx");
      assertThat(local.othersRename(tier)).isTrue();
      Path link = Files.createSymbolicLink(tier.resolve("link"), tier);
      assertThat(local.othersRename(link)).isTrue();
      Files.setAttribute(tier, "unix:mode", 01777);
      assertThat(local.othersRename(tier)).isFalse();
      mode(tier, "rwxrwxr-x");
      assertThat(local.othersRename(tier)).isFalse();
    }
  }
}
