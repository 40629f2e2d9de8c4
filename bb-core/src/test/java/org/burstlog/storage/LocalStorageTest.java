package org.burstlog.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel's files, behind the door. */
class LocalStorageTest extends StorageContract {
  private final LocalStorage local = new LocalStorage();

  @TempDir Path directory;

  @Override
  Storage storage() {
    return local;
  }

  @Override
  Path root() {
    return directory;
  }

  @Test
  void whatIsMadeIsItsOwnersAlone() throws IOException {
    local.makeDirectory(directory.resolve("d"));
    local.create(directory.resolve("f")).close();
    try (Closeable lock = local.lock(directory.resolve("l"), 0)) {
      assertThat(lock).isNotNull();
    }
    assertThat(permissions("d")).isEqualTo("rwx------");
    assertThat(permissions("f")).isEqualTo("rw-------");
    assertThat(permissions("l")).isEqualTo("rw-------");
  }

  private String permissions(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name)));
  }

  @Nested
  class BehindALink {
    private Path link(Path to) throws IOException {
      return Files.createSymbolicLink(directory.resolve("link"), to);
    }

    @Test
    void noFileIsReached() throws IOException {
      Path file = Files.createFile(directory.resolve("f"));
      Path link = link(file);
      assertThatThrownBy(() -> local.open(link, true)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> local.open(link, false)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> local.create(link)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> local.lock(link, 0)).isInstanceOf(IOException.class);
      assertThat(local.facts(link)).extracting(Storage.Facts::kind).isEqualTo(Storage.Kind.LINK);
      local.delete(link);
      assertThat(file).exists();
    }

    @Test
    void noDirectoryIsReached() throws IOException {
      Path target = Files.createDirectory(directory.resolve("d"));
      Path link = link(target);
      assertThatThrownBy(() -> local.list(link)).isInstanceOf(NotDirectoryException.class);
      assertThatThrownBy(() -> local.syncDirectory(link)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> local.makeDirectory(link)).isInstanceOf(IOException.class);
      local.delete(link);
      assertThat(target).exists();
    }
  }

  @Nested
  class Interrupted {
    @Test
    void aThreadGoesOnAndStaysInterrupted() throws IOException {
      try (StorageFile file = local.create(directory.resolve("f"))) {
        Thread.currentThread().interrupt();
        file.write(0, bytes(1, 2, 3));
        file.allocate(4096, 4096);
        file.force();
        assertThat(file.size()).isEqualTo(8192);
        ByteBuffer into = ByteBuffer.allocate(2);
        assertThat(file.read(1, into)).isEqualTo(2);
        try (Mapping mapping = file.map(0, 4096)) {
          assertThat(mapping.buffer().get(2)).isEqualTo((byte) 3);
          mapping.force(0, 3);
        }
        file.truncate(1);
        local.syncDirectory(directory);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(file.size()).isEqualTo(1);
      }
    }

    @Test
    void aLockIsTakenAndTheThreadStaysInterrupted() throws IOException {
      Path file = directory.resolve("lock");
      Thread.currentThread().interrupt();
      try (Closeable lock = local.lock(file, 1)) {
        assertThat(lock).isNotNull();
        assertThat(local.locked(file)).isTrue();
        assertThat(local.lock(file, 1)).isNull();
      }
      assertThat(local.locked(file)).isFalse();
      assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aFileThatWasClosedStaysClosed() throws IOException {
      StorageFile file = local.create(directory.resolve("f"));
      file.force();
      file.close();
      file.close();
      assertThatThrownBy(() -> file.write(0, bytes(1))).isInstanceOf(IOException.class);
      assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    }
  }

  @Nested
  class AcrossProcesses {
    /** Another process tries to lock the slots it is given and tells which it got. */
    static final class Other {
      private Other() {}

      public static void main(String[] arguments) throws IOException {
        LocalStorage storage = new LocalStorage();
        Path file = Path.of(arguments[0]);
        StringBuilder answer = new StringBuilder(String.valueOf(storage.locked(file)));
        for (int i = 1; i < arguments.length; i++) {
          try (Closeable lock = storage.lock(file, Integer.parseInt(arguments[i]))) {
            answer.append(' ').append(lock != null);
          }
        }
        Files.writeString(Path.of(arguments[0] + ".answer"), answer);
      }
    }

    private String askAnother(Path lock, String... slots) throws IOException, InterruptedException {
      List<String> command = new java.util.ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
      command.add(System.getProperty("java.class.path"));
      command.add(Other.class.getName());
      command.add(lock.toString());
      command.addAll(List.of(slots));
      Process other = new ProcessBuilder(command).inheritIO().start();
      assertThat(other.waitFor()).isZero();
      return Files.readString(Path.of(lock + ".answer"));
    }

    @Test
    void aLockHoldsWhateverElseThisProcessDoesWithTheFile() throws Exception {
      Path file = directory.resolve("lock");
      try (Closeable lock = local.lock(file, 2)) {
        assertThat(lock).isNotNull();
        assertThat(local.locked(file)).isTrue();
        assertThat(local.lock(file, 2)).isNull();
        try (Closeable other = local.lock(file, 5)) {
          assertThat(other).isNotNull();
        }
        assertThat(askAnother(file, "2", "5")).isEqualTo("true false true");
      }
      assertThat(askAnother(file, "2", "5")).isEqualTo("false true true");
    }
  }

  @Nested
  class Full {
    @Test
    void otherFailuresAreNotTakenForWantOfSpace() throws IOException {
      IOException exists = new java.nio.file.FileAlreadyExistsException("No space left on device");
      assertThat(Failures.explain(exists, directory, Long.MAX_VALUE)).isSameAs(exists);
      IOException broken = new IOException("Input/output error");
      assertThat(Failures.explain(broken, directory, Long.MAX_VALUE))
          .isInstanceOf(StorageException.class);
    }

    @Test
    void wantOfSpaceIsKnownByItsTextOrByTheSpaceThatIsLeft() throws IOException {
      assertThat(Failures.explain(new IOException("No space left on device"), directory, 1))
          .isInstanceOf(NoSpaceException.class);
      assertThat(Failures.explain(new IOException("Disk quota exceeded"), directory, 1))
          .isInstanceOf(NoSpaceException.class);
      assertThat(
              Failures.explain(
                  new IOException("Auf dem Gerät ist kein Speicherplatz mehr verfügbar"),
                  directory.resolve("f"),
                  Long.MAX_VALUE))
          .isInstanceOf(NoSpaceException.class);
    }
  }

  @Test
  void aFileIsReopenedWhereAnInterruptClosedIt() throws Exception {
    try (StorageFile file = local.create(directory.resolve("f"))) {
      Thread[] threads = new Thread[4];
      for (int t = 0; t < threads.length; t++) {
        int place = t;
        threads[t] =
            new Thread(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    if (i % 7 == place) {
                      Thread.currentThread().interrupt();
                    }
                    try {
                      file.write(place * 1000L + i, bytes(place + 1));
                    } catch (IOException e) {
                      throw new java.io.UncheckedIOException(e);
                    }
                    assertThat(Thread.interrupted()).isEqualTo(i % 7 == place);
                  }
                });
        threads[t].start();
      }
      for (Thread t : threads) {
        t.join();
      }
      assertThat(file.size()).isEqualTo(3200);
    }
    try (FileChannel channel = FileChannel.open(directory.resolve("f"), StandardOpenOption.READ)) {
      ByteBuffer all = ByteBuffer.allocate(3200);
      assertThat(channel.read(all, 0)).isEqualTo(3200);
      for (int t = 0; t < 4; t++) {
        for (int i = 0; i < 200; i++) {
          assertThat(all.get(t * 1000 + i)).isEqualTo((byte) (t + 1));
        }
      }
    }
  }
}
