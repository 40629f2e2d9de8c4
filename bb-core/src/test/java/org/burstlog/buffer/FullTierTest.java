package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.SettingsException;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.log.Mount;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Statistics;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tier, or a limit, that is smaller than what a program puts. */
class FullTierTest {
  @TempDir Path directory;

  private Settings settings(String capacity, String durability) throws SettingsException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, directory.toString())
        .set(Settings.CHUNK, "256KiB")
        .set(Settings.CAPACITY, capacity)
        .set(Settings.DURABILITY, durability)
        .set(Settings.DRAIN_BUFFER, "256KiB")
        .build();
  }

  private static Array array(long elements) {
    return Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, elements);
  }

  private static long[] values(int first, int count) {
    long[] values = new long[count];
    Arrays.setAll(values, i -> first + i);
    return values;
  }

  private static void assertCounts(Path path, int elements) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
    assertThat(bytes.capacity()).isEqualTo(elements * Long.BYTES);
    for (int i = 0; i < elements; i++) {
      if (bytes.getLong(i * Long.BYTES) != i) {
        assertThat(bytes.getLong(i * Long.BYTES)).as("element %d", i).isEqualTo(i);
      }
    }
  }

  /** Puts the numbers from 0 on, each process its part, in steps. */
  private Statistics write(Path path, int ranks, int elements, int step, Settings settings)
      throws Exception {
    Statistics[] all = new Statistics[1];
    ThreadedGroup.run(
        ranks,
        group -> {
          try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE)) {
            BurstBuffer buffer = BurstBuffer.open(target, group, settings);
            BufferedArray array = buffer.define(array(elements));
            for (int at = group.rank() * step; at < elements; at += step * group.size()) {
              Region region = Region.of(new long[] {at}, new long[] {step});
              array.put(region, values(at, step));
            }
            buffer.close();
            Statistics sum = buffer.statistics().sum(group);
            if (group.rank() == 0) {
              all[0] = sum;
            }
          }
        });
    return all[0];
  }

  @ParameterizedTest
  @ValueSource(strings = {"process", "batch", "power"})
  void aProgramThatPutsMoreThanTheLimitLeavesTheSameFile(String durability) throws Exception {
    Path path = directory.resolve("out");
    int elements = 1 << 18;
    Statistics statistics = write(path, 2, elements, 1 << 10, settings("256KiB", durability));
    assertCounts(path, elements);
    assertThat(statistics.get(Counter.PUTS)).isEqualTo(elements >> 10);
    assertThat(statistics.get(Counter.PUT_BYTES)).isEqualTo(elements * 8L);
    assertThat(statistics.get(Counter.OPEN_NANOS)).isPositive();
    assertThat(statistics.get(Counter.FULL_EVENTS)).isPositive();
    assertThat(statistics.drains(DrainReason.FULL_ALONE)).isPositive();
    assertThat(statistics.get(Counter.WRITTEN_THROUGH)).isZero();
  }

  /** A tier whose space is in logs that nobody uses is as good as an empty one. */
  @Test
  void spareLogsGiveWayToAPutThatNeedsTheirSpace() throws Exception {
    Path path = directory.resolve("out");
    int elements = 300_000;
    try (Mount tier = Mount.tmpfs(directory.resolve("tier"), 3 << 20)) {
      Settings before = settingsOn(tier, "process");
      Statistics first = write(path, 1, elements, elements / 10, before);
      assertThat(first.get(Counter.FULL_EVENTS)).isZero();
      long left = Depot.ofProcess().spares().bytes();
      // Logs that are not mapped are made of no spare ones, so this one needs new space.
      Settings written = before.toBuilder().set(Settings.ACCESS, "written").build();
      Statistics second = write(path, 1, elements, elements, written);
      assertThat(second.get(Counter.WRITTEN_THROUGH)).isZero();
      assertThat(second.get(Counter.FULL_EVENTS)).isZero();
      assertThat(Depot.ofProcess().spares().bytes()).isLessThan(left);
    }
    assertCounts(path, elements);
  }

  @Test
  void aPutLargerThanTheLimitGoesToTheTargetBehindThoseBeforeIt() throws Exception {
    Path path = directory.resolve("out");
    int elements = 1 << 16;
    try (SoloGroup group = new SoloGroup();
        TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings("128KiB", "process"))) {
      BufferedArray array = buffer.define(array(elements));
      Region all = Region.of(new long[] {0}, new long[] {elements});
      array.put(Region.of(new long[] {7}, new long[] {1000}), new long[1000]);
      array.put(all, new long[elements]);
      array.put(all, values(0, elements));
      array.put(Region.of(new long[] {9}, new long[] {2}), values(9, 2));
      assertThat(buffer.statistics().get(Counter.WRITTEN_THROUGH)).isEqualTo(2);
      assertThat(buffer.statistics().get(Counter.WRITTEN_THROUGH_BYTES)).isEqualTo(16L * elements);
    }
    assertCounts(path, elements);
  }

  @Test
  void whenNoRoomCanBeMadePutsAreRefusedUntilADrainSucceeds() throws Exception {
    Path path = directory.resolve("out");
    int elements = 1 << 16;
    AtomicBoolean broken = new AtomicBoolean(true);
    try (SoloGroup group = new SoloGroup();
        TargetFile plain = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
        BurstBuffer buffer =
            BurstBuffer.open(
                new ForwardingTarget(plain) {
                  @Override
                  public void write(ExtentList extents, ByteBuffer data) throws IOException {
                    if (broken.get()) {
                      throw new IOException("no space left on the target");
                    }
                    super.write(extents, data);
                  }

                  @Override
                  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
                    write(extents, data);
                  }
                },
                group,
                settings("256KiB", "process"))) {
      BufferedArray array = buffer.define(array(elements));
      int[] at = {0};
      assertThatThrownBy(
              () -> {
                for (; at[0] < elements; at[0] += 256) {
                  array.put(Region.of(new long[] {at[0]}, new long[] {256}), values(at[0], 256));
                }
              })
          .isInstanceOf(DrainFailedException.class)
          .hasMessageContaining("no space left on the target");
      assertThatThrownBy(() -> array.put(Region.of(new long[] {0}, new long[] {1}), values(0, 1)))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("no put is taken");
      broken.set(false);
      buffer.drain();
      for (; at[0] < elements; at[0] += 256) {
        array.put(Region.of(new long[] {at[0]}, new long[] {256}), values(at[0], 256));
      }
    }
    assertCounts(path, elements);
  }

  private Settings settingsOn(Mount tier, String layout) throws SettingsException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.path().toString())
        .set(Settings.LAYOUT, layout)
        .set(Settings.CHUNK, "256KiB")
        .set(Settings.BLOCK, "64KiB")
        .build();
  }

  /** Puts that are stored, and puts that are written, find no space in different places. */
  @ParameterizedTest
  @CsvSource({"process, 1024", "process, 16384", "node, 1024", "node, 16384"})
  void aTierWithoutSpaceIsAsGoodAsALimit(String layout, int step) throws Exception {
    Path path = directory.resolve("out");
    int elements = 1 << 20;
    try (Mount tier = Mount.tmpfs(directory.resolve("tier"), 3 << 20)) {
      Statistics statistics = write(path, 2, elements, step, settingsOn(tier, layout));
      assertThat(statistics.get(Counter.PUTS)).isEqualTo(elements / step);
      assertThat(statistics.get(Counter.FULL_EVENTS)).isPositive();
      assertThat(statistics.drains(DrainReason.FULL_ALONE)).isPositive();
    }
    assertCounts(path, elements);
  }

  @Nested
  class WithoutRoomForTheLogsOfAllProcesses {
    private Settings settings(Path tier, String layout, String durability)
        throws SettingsException {
      return Settings.builder()
          .set(Settings.SWITCH, "on")
          .set(Settings.TIER, tier.toString())
          .set(Settings.LAYOUT, layout)
          .set(Settings.DURABILITY, durability)
          .build();
    }

    @ParameterizedTest
    @CsvSource({
      "process, 4, process",
      "process, 4, power",
      "node, 8, process",
      "process, 1, process",
      "node, 1, batch"
    })
    void aSmallTierLeavesTheSameFile(String layout, int mebibytes, String durability)
        throws Exception {
      Path path = directory.resolve("out");
      int elements = 1 << 14;
      try (Mount tier = Mount.tmpfs(directory.resolve("tier"), (long) mebibytes << 20)) {
        Settings small = settings(tier.path(), layout, durability);
        Statistics statistics = write(path, 4, elements, 1 << 8, small);
        assertThat(statistics.get(Counter.PUTS)).isEqualTo(elements >> 8);
        assertThat(statistics.get(Counter.PUT_BYTES)).isEqualTo(elements * 8L);
        assertNoSessionIn(tier.path());
      }
      assertCounts(path, elements);
    }

    /** As large as the guide says that it must be. */
    @ParameterizedTest
    @CsvSource({"process, 5", "node, 16"})
    void theSmallestUsefulTierIsUsed(String layout, int mebibytes) throws Exception {
      Path path = directory.resolve("out");
      int elements = 1 << 12;
      // And room for the directories.
      long bytes = ((long) mebibytes << 20) + (64 << 10);
      try (Mount tier = Mount.tmpfs(directory.resolve("tier"), bytes)) {
        Settings small = settings(tier.path(), layout, "process");
        Statistics statistics = write(path, 4, elements, 1 << 8, small);
        assertThat(statistics.get(Counter.WRITTEN_THROUGH)).isZero();
        assertNoSessionIn(tier.path());
      }
      assertCounts(path, elements);
    }

    @Test
    void everyPutIsWrittenThroughAndCounted() throws Exception {
      Path path = directory.resolve("out");
      int elements = 1 << 12;
      try (Mount tier = Mount.tmpfs(directory.resolve("tier"), 4096)) {
        Settings full = settings(tier.path(), "process", "process");
        Statistics statistics = write(path, 4, elements, 1 << 8, full);
        assertThat(statistics.get(Counter.WRITTEN_THROUGH)).isEqualTo(elements >> 8);
        assertThat(statistics.get(Counter.WRITTEN_THROUGH_BYTES)).isEqualTo(elements * 8L);
      }
      assertCounts(path, elements);
    }

    @Test
    void thisIsToldOnceForATier() throws Exception {
      Path path = directory.resolve("out");
      try (Mount tier = Mount.tmpfs(directory.resolve("tier"), 4096);
          Told told = Told.by("org.burstlog")) {
        Settings full = settings(tier.path(), "process", "process");
        write(path, 4, 1 << 10, 1 << 8, full);
        write(path, 4, 1 << 10, 1 << 8, full);
        assertThat(told.messages())
            .singleElement()
            .asString()
            .contains("the logs of " + path + " find no room on their tier")
            .contains("puts are written straight to the target")
            .contains("tier " + tier.path() + " is full; free space on it")
            .contains("BURSTLOG_TIER");
      }
    }

    @Test
    void aDrainSyncsWhatWasWrittenThrough() throws Exception {
      Path path = directory.resolve("out");
      AtomicInteger syncs = new AtomicInteger();
      try (Mount tier = Mount.tmpfs(directory.resolve("tier"), 4096);
          SoloGroup group = new SoloGroup();
          TargetFile plain = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
          BurstBuffer buffer =
              BurstBuffer.open(
                  new ForwardingTarget(plain) {
                    @Override
                    public void sync() throws IOException {
                      syncs.incrementAndGet();
                      super.sync();
                    }
                  },
                  group,
                  settings(tier.path(), "process", "process"))) {
        BufferedArray array = buffer.define(array(8));
        assertThat(buffer.awaitsDrain()).isFalse();
        array.put(Region.of(new long[] {0}, new long[] {8}), values(0, 8));
        assertThat(buffer.awaitsDrain()).isTrue();
        buffer.drain();
        assertThat(syncs).hasValue(1);
        assertThat(buffer.awaitsDrain()).isFalse();
      }
      assertCounts(path, 8);
    }

    private void assertNoSessionIn(Path tier) throws IOException {
      try (Stream<Path> all = Files.walk(tier, 2)) {
        assertThat(all.filter(one -> String.valueOf(one.getFileName()).startsWith("out.")))
            .isEmpty();
      }
    }
  }

  /** Many times what a log of a process may take, so that it is full again and again. */
  private static final int MUCH = Effort.of(64 << 20, 1 << 30);

  @Test
  @Tag("slow")
  void eightMebibytesTakeMuchMore() throws Exception {
    Path path = directory.resolve("out");
    int elements = MUCH / Long.BYTES;
    Statistics statistics = write(path, 2, elements, 1 << 14, settings("4MiB", "process"));
    checkMuch(path, statistics);
  }

  @Test
  @Tag("slow")
  void aTierOfEightMebibytesTakesMuchMore() throws Exception {
    Path path = directory.resolve("out");
    int elements = MUCH / Long.BYTES;
    try (Mount tier = Mount.tmpfs(directory.resolve("tier"), 8 << 20)) {
      checkMuch(path, write(path, 2, elements, 1 << 14, settingsOn(tier, "process")));
    }
  }

  private static void checkMuch(Path path, Statistics statistics) throws IOException {
    assertThat(Files.size(path)).isEqualTo(MUCH);
    // What bounds the time: a drain moves several puts, however little of the tier its process got
    // hold of before the other, and no put goes by itself.
    assertThat(statistics.drains()).isLessThan(statistics.get(Counter.PUTS));
    assertThat(statistics.get(Counter.WRITTEN_THROUGH)).isLessThan(100);
    assertThat(statistics.get(Counter.PUT_BYTES)).isEqualTo(MUCH);
    try (SoloGroup group = new SoloGroup();
        TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.READ)) {
      ByteBuffer piece = ByteBuffer.allocateDirect(1 << 20);
      for (long at = 0; at < MUCH; at += 1 << 20) {
        target.read(at, piece.clear());
        for (int i = 0; i < 1 << 20; i += Long.BYTES) {
          if (piece.getLong(i) != (at + i) / Long.BYTES) {
            assertThat(piece.getLong(i)).isEqualTo((at + i) / Long.BYTES);
          }
        }
      }
    }
  }
}
