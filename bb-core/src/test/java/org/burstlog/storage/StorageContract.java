package org.burstlog.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every door to the tier keeps to. */
abstract class StorageContract {
  private Storage storage;
  private Path root;

  /** Returns the door, and a directory behind it that is empty. */
  abstract Storage storage() throws IOException;

  abstract Path root();

  @BeforeEach
  void open() throws IOException {
    storage = storage();
    root = root();
  }

  static ByteBuffer bytes(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    for (int v : values) {
      bytes.put((byte) v);
    }
    return bytes.flip();
  }

  private static byte[] read(StorageFile file, long position, int length) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(length);
    int found = file.read(position, into);
    assertThat(into.position()).isEqualTo(found);
    byte[] bytes = new byte[found];
    into.flip().get(bytes);
    return bytes;
  }

  private void assertThisUsersAlone(Path path, Storage.Kind kind) throws IOException {
    assertThat(storage.facts(path))
        .extracting(Storage.Facts::kind, Storage.Facts::owner, Storage.Facts::othersWrite)
        .containsExactly(kind, storage.user(), false);
  }

  @Nested
  class Names {
    @Test
    void aDirectoryIsMadeOnce() throws IOException {
      storage.makeDirectory(root.resolve("d"));
      assertThatThrownBy(() -> storage.makeDirectory(root.resolve("d")))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThisUsersAlone(root.resolve("d"), Storage.Kind.DIRECTORY);
    }

    @Test
    void nothingIsMadeBelowWhatIsMissing() {
      assertThatThrownBy(() -> storage.makeDirectory(root.resolve("a/b")))
          .isInstanceOf(NoSuchFileException.class);
      assertThatThrownBy(() -> storage.create(root.resolve("a/b")))
          .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aFileIsMadeOnce() throws IOException {
      storage.create(root.resolve("f")).close();
      assertThatThrownBy(() -> storage.create(root.resolve("f")))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThisUsersAlone(root.resolve("f"), Storage.Kind.FILE);
    }

    @Test
    void whatIsMissingIsSaidToBe() throws IOException {
      assertThat(storage.facts(root.resolve("f"))).isNull();
      assertThatThrownBy(() -> storage.open(root.resolve("f"), true))
          .isInstanceOf(NoSuchFileException.class);
      assertThatThrownBy(() -> storage.open(root.resolve("f"), false))
          .isInstanceOf(NoSuchFileException.class);
      assertThatThrownBy(() -> storage.list(root.resolve("d")))
          .isInstanceOf(NoSuchFileException.class);
      assertThat(storage.locked(root.resolve("f"))).isFalse();
      assertThat(storage.facts(root.resolve("f"))).isNull();
    }

    @Test
    void aDirectoryGetsAnotherNameWhatIsOpenMappedAndLockedInItStaysSo() throws IOException {
      Path before = root.resolve("d");
      Path after = root.resolve("e");
      storage.makeDirectory(before);
      assertThat(storage.list(before)).isEmpty();
      try (StorageFile file = storage.create(before.resolve("f"));
          Closeable lock = storage.lock(before.resolve("lock"), 2)) {
        assertThat(lock).isNotNull();
        file.allocate(0, 8192);
        try (Mapping mapping = file.map(0, 8192)) {
          storage.renameDirectory(before, after);
          file.renamed(after.resolve("f"));
          mapping.buffer().put(5000, (byte) 7);
          file.write(1, bytes(8));
          // An interrupt closes the file's channel; it is opened again where it lies now.
          Thread.currentThread().interrupt();
          file.write(2, bytes(9));
          assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(storage.locked(after.resolve("lock"))).isTrue();
        assertThat(storage.lock(after.resolve("lock"), 2)).isNull();
        storage.syncDirectory(root);
      }
      assertThat(storage.locked(after.resolve("lock"))).isFalse();
      assertThat(storage.facts(before)).isNull();
      assertThat(storage.listIfThere(before)).isEmpty();
      assertThat(storage.list(after)).containsExactly(after.resolve("f"), after.resolve("lock"));
      try (StorageFile file = storage.open(after.resolve("f"), false)) {
        assertThat(file.size()).isEqualTo(8192);
        assertThat(read(file, 1, 2)).containsExactly(8, 9);
        assertThat(read(file, 5000, 1)).containsExactly(7);
      }
    }

    @Test
    void aDirectoryGetsNoNameThatAnythingHas() throws IOException {
      Path empty = root.resolve("empty");
      Path file = root.resolve("f");
      storage.makeDirectory(root.resolve("d"));
      storage.makeDirectory(empty);
      storage.create(file).close();
      assertThatThrownBy(() -> storage.renameDirectory(root.resolve("d"), empty))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThatThrownBy(() -> storage.renameDirectory(root.resolve("d"), file))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThatThrownBy(() -> storage.renameDirectory(root.resolve("no"), root.resolve("e")))
          .isInstanceOf(NoSuchFileException.class);
      assertThatThrownBy(() -> storage.renameDirectory(file, root.resolve("e")))
          .isInstanceOf(NotDirectoryException.class);
      assertThat(storage.list(root)).containsExactly(root.resolve("d"), empty, file);
    }

    @Test
    void aListIsInOrderOfNames() throws IOException {
      for (String name : new String[] {"b", "a", "c"}) {
        storage.create(root.resolve(name)).close();
      }
      assertThat(storage.list(root))
          .containsExactly(root.resolve("a"), root.resolve("b"), root.resolve("c"));
    }

    @Test
    void deletingTakesFilesAndEmptyDirectoriesAndDoesNotMindWhatIsMissing() throws IOException {
      storage.makeDirectory(root.resolve("d"));
      storage.create(root.resolve("d/f")).close();
      assertThatThrownBy(() -> storage.delete(root.resolve("d")))
          .isInstanceOf(DirectoryNotEmptyException.class);
      storage.delete(root.resolve("d/f"));
      storage.delete(root.resolve("d"));
      storage.delete(root.resolve("d"));
      assertThat(storage.list(root)).isEmpty();
      storage.syncDirectory(root);
    }
  }

  @Nested
  class Bytes {
    private StorageFile file;

    @BeforeEach
    void create() throws IOException {
      file = storage.create(root.resolve("f"));
    }

    @Test
    void whatIsWrittenIsReadAtItsPosition() throws IOException {
      ByteBuffer source = bytes(0, 1, 2, 3, 9).position(1).limit(4);
      file.write(3, source);
      assertThat(source.hasRemaining()).isFalse();
      assertThat(file.size()).isEqualTo(6);
      assertThat(read(file, 0, 6)).containsExactly(0, 0, 0, 1, 2, 3);
      assertThat(read(file, 4, 100)).containsExactly(2, 3);
      assertThat(read(file, 6, 1)).isEmpty();
      assertThat(read(file, 600, 1)).isEmpty();
      file.close();
    }

    @Test
    void cuttingOffForgets() throws IOException {
      file.write(0, bytes(1, 2, 3));
      file.truncate(1);
      file.write(2, bytes(7));
      assertThat(read(file, 0, 9)).containsExactly(1, 0, 7);
      file.truncate(5);
      assertThat(file.size()).isEqualTo(3);
      file.close();
    }

    @Test
    void allocatedSpaceReadsAsZeros() throws IOException {
      file.write(0, bytes(1, 2, 3));
      file.allocate(0, 8192);
      assertThat(file.size()).isEqualTo(8192);
      assertThat(read(file, 0, 3)).containsExactly(0, 0, 0);
      file.close();
    }

    @Test
    void memoryAndFileAreTheSame() throws IOException {
      file.allocate(0, 12288);
      try (Mapping mapping = file.map(4096, 8192)) {
        assertThat(mapping.buffer().isDirect()).isTrue();
        assertThat(mapping.buffer().capacity()).isEqualTo(8192);
        mapping.buffer().put(1, (byte) 5);
        assertThat(read(file, 4096, 2)).containsExactly(0, 5);
        file.write(4098, bytes(6));
        assertThat(mapping.buffer().get(2)).isEqualTo((byte) 6);
        mapping.force(0, 8192);
        mapping.force(100, 1);
      }
      try (StorageFile again = storage.open(root.resolve("f"), false)) {
        assertThat(read(again, 4096, 3)).containsExactly(0, 5, 6);
      }
      file.force();
      file.close();
    }

    @Test
    void aMappingOutlivesItsFile() throws IOException {
      file.allocate(0, 4096);
      Mapping mapping = file.map(0, 4096);
      file.close();
      mapping.buffer().put(0, (byte) 1);
      mapping.force(0, 1);
      mapping.close();
      mapping.close();
    }
  }

  @Nested
  class Locks {
    private final Path file = Path.of("lock");

    @Test
    void aSlotIsLockedOnce() throws IOException {
      try (Closeable lock = storage.lock(root.resolve(file), 3)) {
        assertThat(lock).isNotNull();
        assertThat(storage.lock(root.resolve(file), 3)).isNull();
        try (Closeable other = storage.lock(root.resolve(file), 4)) {
          assertThat(other).isNotNull();
        }
        assertThat(storage.locked(root.resolve(file))).isTrue();
      }
      assertThat(storage.locked(root.resolve(file))).isFalse();
      try (Closeable again = storage.lock(root.resolve(file), 3)) {
        assertThat(again).isNotNull();
      }
    }

    @Test
    void releasingTwiceReleasesNobodyElse() throws IOException {
      Closeable first = storage.lock(root.resolve(file), 0);
      assertThat(first).isNotNull();
      first.close();
      try (Closeable second = storage.lock(root.resolve(file), 0)) {
        first.close();
        assertThat(second).isNotNull();
        assertThat(storage.locked(root.resolve(file))).isTrue();
      }
    }
  }

  @Test
  void theFileSystemTellsItsTypeAndItsSpace() throws IOException {
    assertThat(storage.fileSystemType(root)).isNotEmpty();
    assertThat(storage.usableSpace(root)).isPositive();
  }
}
