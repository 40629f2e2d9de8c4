package org.burstlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.burstlog.log.SessionDirectory;
import org.burstlog.storage.ForwardingFile;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a tier whose small writes take long, by a clock that only writes move. */
class SlowTierTest {
  @TempDir Path tier;

  private long now;
  private int writes;
  private long session;
  private final SlowTier slow = new SlowTier(() -> now);

  /** A tier that says what it is, and whose writes take so long, the first longer than others. */
  private Storage storage(String type, long first, long later) {
    return new ForwardingStorage(new LocalStorage()) {
      @Override
      public String fileSystemType(Path path) {
        return type;
      }

      @Override
      public StorageFile create(Path file) throws IOException {
        return new SlowFile(super.create(file), first, later);
      }
    };
  }

  private final class SlowFile extends ForwardingFile {
    private final long first;
    private final long later;

    SlowFile(StorageFile real, long first, long later) {
      super(real);
      this.first = first;
      this.later = later;
    }

    @Override
    public void write(long position, ByteBuffer bytes) throws IOException {
      super.write(position, bytes);
      now += writes++ == 0 ? first : later;
    }
  }

  private SessionDirectory look(Storage storage) throws IOException {
    SessionDirectory directory =
        SessionDirectory.make(storage, tier, Path.of("/target/out.nc"), ++session);
    slow.look(storage, tier, directory);
    return directory;
  }

  @Nested
  class OnANetwork {
    @ParameterizedTest
    @ValueSource(strings = {"nfs4", "fuse.mfs", "lustre", "cifs", "something"})
    void whereEverySmallWriteIsSlowItIsToldOnce(String type) throws Exception {
      try (Told told = Told.by("org.burstlog")) {
        look(storage(type, 9_000_000, 2_000_000));
        look(storage(type, 9_000_000, 2_000_000));
        assertThat(told.messages())
            .singleElement()
            .asString()
            .contains("tier " + tier + " is slow for small writes: one takes 2000 us")
            .contains("file system is " + type)
            .contains("BURSTLOG_TIER");
      }
      assertThat(writes).isEqualTo(8);
    }

    @Test
    void whereSmallWritesAreCachedNothingIsSaid() throws Exception {
      try (Told told = Told.by("org.burstlog")) {
        look(storage("nfs4", 9_000_000, 5_000));
        assertThat(told.messages()).isEmpty();
      }
      assertThat(writes).isEqualTo(2);
    }

    @Test
    void theLockFileIsAsEmptyAsBeforeAndCanBeLocked() throws Exception {
      SessionDirectory directory = look(storage("nfs4", 1_000_000, 1_000_000));
      assertThat(directory.lockFile()).isEmptyFile();
      directory.lock(0).close();
      directory.delete();
      assertThat(directory.path()).doesNotExist();
    }
  }

  @Nested
  class OnALocalFileSystem {
    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "tmpfs", "btrfs", "overlay"})
    void nothingIsWrittenAndNothingSaid(String type) throws Exception {
      try (Told told = Told.by("org.burstlog")) {
        look(storage(type, 9_000_000, 9_000_000));
        assertThat(told.messages()).isEmpty();
      }
      assertThat(writes).isZero();
    }
  }
}
