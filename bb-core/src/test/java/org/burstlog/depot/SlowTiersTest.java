package org.burstlog.depot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.buffer.Told;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.settings.Settings;
import org.burstlog.storage.ForwardingFile;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a tier whose small writes take long, by a clock that only writes move. */
class SlowTiersTest {
  @TempDir Path tier;
  @TempDir Path targets;

  private long now;
  private int writes;
  private long session;
  private final SlowTiers slow = new SlowTiers();

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

      @Override
      public long nanoTime() {
        return now;
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
    void openingBurstBuffersTellsItOnce() throws Exception {
      Storage storage = storage("nfs4", 9_000_000, 2_000_000);
      Settings settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, tier.toString())
              .set(Settings.CHUNK, "256KiB")
              .build();
      try (Told told = Told.by("org.burstlog");
          Depot depot = new Depot(storage);
          SoloGroup group = new SoloGroup()) {
        for (String name : List.of("one", "other")) {
          try (TargetFile file =
                  PlainTarget.open(group, targets.resolve(name), TargetFile.Mode.CREATE);
              BurstBuffer buffer = BurstBuffer.open(file, group, settings, depot)) {
            assertThat(buffer.recovered()).isEmpty();
          }
        }
        assertThat(told.messages().stream().filter(text -> text.contains("is slow")))
            .singleElement()
            .asString()
            .contains("tier " + tier + " is slow for small writes: one takes 2000 us");
      }
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
