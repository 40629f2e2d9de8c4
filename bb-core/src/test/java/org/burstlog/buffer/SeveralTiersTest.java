package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.recover.RecoveryRefusedException;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Statistics;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose data does not fit into the first tier. */
class SeveralTiersTest {
  private static final int RANKS = 3;
  private static final int ROWS = 100;
  private static final int ROW = 2048;
  private static final Array ARRAY =
      Array.rowMajor("x", 0, Long.BYTES, ByteOrder.nativeOrder(), RANKS * ROWS, ROW);

  @TempDir Path directory;

  private Path near;
  private Path far;
  private Path file;

  @BeforeEach
  void makeTiers() throws IOException {
    near = Files.createDirectory(directory.resolve("near"));
    far = Files.createDirectory(directory.resolve("far"));
    file = directory.resolve("out");
  }

  private Settings.Builder settings(String tiers) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tiers)
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.BLOCK, "64KiB");
  }

  /** Each process may have 1 MiB of the first, which a third of its data does not fit into. */
  private Settings.Builder settings() throws IOException {
    return settings(near + ":3MiB, " + far);
  }

  private static Region row(ProcessGroup group, int row) {
    return Region.of(new long[] {(long) group.rank() * ROWS + row, 0}, new long[] {1, ROW});
  }

  private static long[] values(int rank, int row, int version) {
    long[] values = new long[ROW];
    for (int i = 0; i < ROW; i++) {
      values[i] = ((long) rank * ROWS + row) * ROW + i + version * 1_000_000_000L;
    }
    return values;
  }

  private static void put(ProcessGroup group, BufferedArray array, int version) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      array.put(row(group, row), values(group.rank(), row, version));
    }
  }

  private static void checkPending(ProcessGroup group, BufferedArray array, int version)
      throws IOException {
    for (int row = 0; row < ROWS; row += 7) {
      long[] found = new long[ROW];
      array.readPending(row(group, row), found, 0);
      assertThat(found).isEqualTo(values(group.rank(), row, version));
    }
  }

  private void checkFile(int version) throws IOException {
    LongBuffer found =
        ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder()).asLongBuffer();
    assertThat(found.remaining()).isEqualTo(RANKS * ROWS * ROW);
    for (int rank = 0; rank < RANKS; rank++) {
      for (int row = 0; row < ROWS; row++) {
        long[] all = new long[ROW];
        found.get(all);
        assertThat(all).isEqualTo(values(rank, row, version));
      }
    }
  }

  private static List<String> filesIn(Path tier) throws IOException {
    try (Stream<Path> all = Files.walk(tier)) {
      return all.filter(Files::isRegularFile).map(p -> p.getFileName().toString()).toList();
    }
  }

  /** What one process does with the file. */
  private interface Use {
    void of(ProcessGroup group, BurstBuffer buffer) throws IOException;
  }

  private void run(Mode mode, Settings settings, Use use) throws Exception {
    ThreadedGroup.run(
        RANKS,
        group -> {
          try (Depot depot = new Depot(new LocalStorage());
              TargetFile target = PlainTarget.open(group, file, mode)) {
            use.of(group, BurstBuffer.open(target, group, settings, depot));
            group.barrier();
          }
        });
  }

  /** Processes that put everything and die. */
  private void leave(Settings settings) throws Exception {
    run(
        Mode.CREATE,
        settings,
        (group, buffer) -> {
          put(group, buffer.define(ARRAY), 1);
          group.barrier();
          buffer.leave();
        });
  }

  @ParameterizedTest
  @CsvSource({
    "process, mapped, foreground",
    "process, written, background",
    "node, mapped, background",
    "node, written, foreground"
  })
  void whatDoesNotFitIntoTheFirstGoesToTheNext(String layout, String access, String mode)
      throws Exception {
    Settings settings =
        settings()
            .set(Settings.LAYOUT, layout)
            .set(Settings.ACCESS, access)
            .set(Settings.DRAIN_MODE, mode)
            .set(Settings.SPARE, "0")
            .build();
    run(
        Mode.CREATE,
        settings,
        (group, buffer) -> {
          BufferedArray array = buffer.define(ARRAY);
          for (int version = 1; version <= 3; version++) {
            put(group, array, version);
            checkPending(group, array, version);
            if (version < 3) {
              buffer.drain();
            }
          }
          group.barrier();
          if (group.rank() == 0) {
            assertThat(filesIn(far)).isNotEmpty().allMatch(name -> name.endsWith(".spill"));
          }
          group.barrier();
          buffer.close();
          Statistics counted = buffer.statistics();
          assertThat(counted.get(Counter.WRITTEN_THROUGH)).isZero();
          assertThat(counted.get(Counter.FULL_EVENTS)).isZero();
          assertThat(counted.get(Counter.SPILLED_BYTES))
              .isGreaterThan(3 * (ROWS * ROW * Long.BYTES - (1 << 20)));
        });
    checkFile(3);
    assertThat(filesIn(near)).isEmpty();
    assertThat(filesIn(far)).isEmpty();
  }

  @Nested
  class ASessionThatACrashLeft {
    @ParameterizedTest
    @CsvSource({"process, mapped", "process, written", "node, mapped", "node, written"})
    void isRecoveredFromAllTiers(String layout, String access) throws Exception {
      leave(settings().set(Settings.LAYOUT, layout).set(Settings.ACCESS, access).build());
      assertThat(filesIn(far)).hasSize(RANKS);
      // Who recovers need not know of more than the first.
      run(Mode.UPDATE, settings(near.toString()).build(), (group, buffer) -> buffer.close());
      checkFile(1);
      assertThat(filesIn(near)).isEmpty();
      assertThat(filesIn(far)).isEmpty();
    }

    @Test
    void isNotTakenForWholeWhereATierIsGone() throws Exception {
      leave(settings().build());
      Files.move(far, directory.resolve("lost"));
      ThreadedGroup.run(
          1,
          group -> {
            try (Depot depot = new Depot(new LocalStorage());
                TargetFile target = PlainTarget.open(group, file, Mode.UPDATE)) {
              assertThatThrownBy(() -> BurstBuffer.open(target, group, settings().build(), depot))
                  .isInstanceOf(RecoveryRefusedException.class);
            }
          });
      Files.move(directory.resolve("lost"), far);
      run(Mode.UPDATE, settings().build(), (group, buffer) -> buffer.close());
      checkFile(1);
    }
  }

  @Test
  void aSpareSessionKeepsNothingOnOtherTiers() throws Exception {
    ThreadedGroup.run(
        RANKS,
        group -> {
          try (Depot depot = new Depot(new LocalStorage())) {
            for (int version = 1; version <= 3; version++) {
              try (TargetFile target = PlainTarget.open(group, file, Mode.CREATE)) {
                BurstBuffer buffer = BurstBuffer.open(target, group, settings().build(), depot);
                put(group, buffer.define(ARRAY), version);
                buffer.close();
              }
              group.barrier();
              if (group.rank() == 0) {
                checkFile(version);
                assertThat(filesIn(far)).isEmpty();
              }
              group.barrier();
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"process", "power"})
  void memoryTakesDataFirstWhereTheDurabilityAllows(String durability) throws Exception {
    String user = "burstlog-" + new LocalStorage().userNumber();
    Path memory = Path.of("/dev/shm").resolve(user);
    assumeTrue(new LocalStorage().fileSystemType(Path.of("/dev/shm")).equals("tmpfs"));
    run(
        Mode.CREATE,
        settings("memory:768KiB," + near).set(Settings.DURABILITY, durability).build(),
        (group, buffer) -> {
          BufferedArray array = buffer.define(ARRAY);
          put(group, array, 1);
          checkPending(group, array, 1);
          group.barrier();
          long inMemory =
              Files.isDirectory(memory)
                  ? filesIn(memory).stream().filter(name -> name.startsWith("out.")).count()
                  : 0;
          assertThat(inMemory).isEqualTo(durability.equals("power") ? 0 : RANKS);
          group.barrier();
          buffer.close();
        });
    checkFile(1);
  }
}
