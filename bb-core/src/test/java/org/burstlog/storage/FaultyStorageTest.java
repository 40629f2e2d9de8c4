package org.burstlog.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.burstlog.storage.FaultyStorage.Call;
import org.burstlog.storage.FaultyStorage.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The double keeps the contract until it is told to fail, and then fails as it was told. */
class FaultyStorageTest extends StorageContract {
  private static final Path ROOT = Path.of("/tier");

  private final FaultyStorage faulty = new FaultyStorage(ROOT, 1);

  @Override
  Storage storage() {
    return faulty;
  }

  @Override
  Path root() {
    return ROOT;
  }

  @AfterEach
  void nothingIsLeftOpen() {
    faulty.close();
  }

  @Test
  void whatIsLeftOpenFailsTheTest() throws IOException {
    FaultyStorage leaky = new FaultyStorage(ROOT, 1);
    StorageFile file = leaky.create(ROOT.resolve("f"));
    assertThatThrownBy(leaky::close).isInstanceOf(AssertionError.class).hasMessageContaining("1");
    file.close();
    leaky.close();
  }

  @Nested
  class Failures {
    @Test
    void theCallThatWasNamedFailsOnceOrForEver() throws IOException {
      faulty.failAt(Call.WRITE, 2, Fault.IO_ERROR, false);
      try (StorageFile file = faulty.create(ROOT.resolve("f"))) {
        file.write(0, bytes(1));
        assertThatThrownBy(() -> file.write(0, bytes(1)))
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(NoSpaceException.class);
        file.write(0, bytes(1));
        faulty.failAt(null, 2, Fault.NO_SPACE, true);
        assertThat(file.size()).isEqualTo(1);
        for (int i = 0; i < 3; i++) {
          assertThatThrownBy(file::size).isInstanceOf(NoSpaceException.class);
        }
        faulty.heal();
        assertThat(file.size()).isEqualTo(1);
      }
    }

    @Test
    void aFullDiskTakesWhatFitsAndSaysSo() throws IOException {
      faulty.limitSpace(8192);
      try (StorageFile file = faulty.create(ROOT.resolve("f"))) {
        assertThatThrownBy(() -> file.write(0, ByteBuffer.allocate(8193)))
            .isInstanceOf(NoSpaceException.class);
        assertThat(file.size()).isEqualTo(8192);
        assertThat(faulty.usableSpace(ROOT)).isZero();
        file.truncate(4096);
        assertThat(faulty.usableSpace(ROOT)).isEqualTo(4096);
      }
    }

    @Test
    void aMappingOfAHoleIsABugNotASignal() throws IOException {
      try (StorageFile file = faulty.create(ROOT.resolve("f"))) {
        file.write(8192, bytes(1));
        assertThatThrownBy(() -> file.map(0, 4096)).isInstanceOf(AssertionError.class);
      }
    }

    @Test
    void aStoreBehindTheEndOfAFileThatWasCutOffIsABugNotASignal() throws IOException {
      try (StorageFile file = faulty.create(ROOT.resolve("f"))) {
        file.allocate(0, 8192);
        Mapping untouched = file.map(0, 4096);
        Mapping touched = file.map(4096, 4096);
        file.truncate(0);
        untouched.close();
        touched.buffer().put(7, (byte) 1);
        assertThatThrownBy(touched::close).isInstanceOf(AssertionError.class);
      }
    }
  }

  @Nested
  class PowerLoss {
    private Set<String> outcomes(boolean sync, boolean syncDirectory) throws IOException {
      Set<String> outcomes = new HashSet<>();
      for (long seed = 0; seed < 200; seed++) {
        FaultyStorage storage = new FaultyStorage(ROOT, seed);
        StorageFile file = storage.create(ROOT.resolve("f"));
        file.allocate(0, 4096);
        Mapping mapping = file.map(0, 4096);
        mapping.buffer().put(0, (byte) 1).put(1024, (byte) 2);
        if (sync) {
          mapping.force(0, 4096);
        }
        if (syncDirectory) {
          storage.syncDirectory(ROOT);
        }
        storage.crash();
        assertThatThrownBy(file::size).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> mapping.force(0, 1)).isInstanceOf(IOException.class);
        if (storage.facts(ROOT.resolve("f")) == null) {
          outcomes.add("gone");
          continue;
        }
        try (StorageFile after = storage.open(ROOT.resolve("f"), false)) {
          ByteBuffer bytes = ByteBuffer.allocate(4096);
          assertThat(after.read(0, bytes)).isEqualTo((int) after.size());
          outcomes.add(bytes.get(0) + " " + bytes.get(1024));
        }
        storage.close();
      }
      return outcomes;
    }

    @Test
    void whatIsSyncedStays() throws IOException {
      assertThat(outcomes(true, true)).containsExactly("1 2");
    }

    @Test
    void aNameIsOnlyAsDurableAsItsDirectory() throws IOException {
      assertThat(outcomes(true, false)).containsExactlyInAnyOrder("1 2", "gone");
    }

    @Test
    void whatIsNotSyncedComesInAnyOrder() throws IOException {
      assertThat(outcomes(false, true)).containsExactlyInAnyOrder("0 0", "1 0", "0 2", "1 2");
    }

    @Test
    void aFailedSyncIsNotMadeGoodByALaterOne() throws IOException {
      int lost = 0;
      for (long seed = 0; seed < 20; seed++) {
        FaultyStorage storage = new FaultyStorage(ROOT, seed);
        StorageFile file = storage.create(ROOT.resolve("f"));
        storage.syncDirectory(ROOT);
        file.write(0, bytes(1));
        storage.failAt(Call.FORCE, 1, Fault.IO_ERROR, false);
        assertThatThrownBy(file::force).isInstanceOf(IOException.class);
        file.force();
        storage.crash();
        try (StorageFile after = storage.open(ROOT.resolve("f"), false)) {
          ByteBuffer one = ByteBuffer.allocate(1);
          assertThat(after.read(0, one)).isEqualTo(1);
          lost += one.get(0) == 0 ? 1 : 0;
        }
        storage.close();
      }
      assertThat(lost).isBetween(1, 19);
    }

    @Test
    void aLockDiesWithTheMachine() throws IOException {
      Closeable lock = faulty.lock(ROOT.resolve("lock"), 0);
      faulty.crash();
      assertThat(lock).isNotNull();
      lock.close();
      assertThat(faulty.locked(ROOT.resolve("lock"))).isFalse();
    }
  }
}
