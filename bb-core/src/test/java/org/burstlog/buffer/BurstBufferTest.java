package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.TierException;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstBufferTest {
  private static final int ROWS = 60;
  private static final int COLUMNS = 48;

  @TempDir Path directory;

  private Settings settings(String onOff, String layout) throws IOException {
    Path tier = Files.createDirectories(directory.resolve("tier"));
    return Settings.builder()
        .set(Settings.SWITCH, onOff)
        .set(Settings.TIER, tier.toString())
        .set(Settings.LAYOUT, layout)
        .set(Settings.DRAIN_BUFFER, "4KiB")
        .build();
  }

  private static Array layout() {
    return Array.rowMajor("temperature", 100, 8, ByteOrder.BIG_ENDIAN, ROWS, COLUMNS);
  }

  private static double value(long row, long column) {
    return row * 1000.0 + column;
  }

  /** What the file must hold, computed without any of the code under test. */
  private static byte[] expected() {
    ByteBuffer file = ByteBuffer.allocate(100 + ROWS * COLUMNS * 8);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
      file.putDouble(100 + 8 * i, value(i / COLUMNS, i % COLUMNS));
    }
    return file.array();
  }

  /** Writes this rank's columns, row by row, so that what the ranks write interleaves. */
  private static void writeColumns(ProcessGroup group, BufferedArray array) throws IOException {
    int mine = COLUMNS / group.size();
    int first = group.rank() * mine;
    double[] values = new double[mine];
    Region region = new Region(2);
    for (int row = ROWS - 1; row >= 0; row--) {
      for (int c = 0; c < mine; c++) {
        values[c] = value(row, first + c);
      }
      array.put(region.set(0, row, 1, 1).set(1, first, mine, 1), values);
    }
  }

  private List<Path> filesOfTheTier() throws IOException {
    try (Stream<Path> all = Files.walk(directory.resolve("tier"))) {
      // A spare session stays until the process ends.
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.toString().contains("/spare-"))
          .toList();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, on, process",
    "1, on, node",
    "1, off, process",
    "4, on, process",
    "4, on, node",
    "4, off, node"
  })
  void theFileIsTheSameWhateverIsSet(int ranks, String onOff, String layout) throws Exception {
    Path path = directory.resolve("out.bin");
    Settings settings = settings(onOff, layout);
    ThreadedGroup.run(
        ranks,
        2,
        group -> {
          try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
              BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
            BufferedArray array = buffer.define(layout());
            writeColumns(group, array);
            buffer.drain();
            writeColumns(group, array);
          }
        });
    assertThat(Files.readAllBytes(path)).isEqualTo(expected());
    assertThat(filesOfTheTier()).isEmpty();
  }

  @Nested
  class OnOneProcess {
    private final ProcessGroup group = new SoloGroup();
    private Path path;

    @BeforeEach
    void choosePath() {
      path = directory.resolve("out.bin");
    }

    @Test
    void nothingReachesTheTargetBeforeADrain() throws IOException {
      try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(target, group, settings("on", "process"))) {
        writeColumns(group, buffer.define(layout()));
        assertThat(target.size()).isZero();
        assertThat(buffer.pendingBytes()).isEqualTo(ROWS * COLUMNS * 8L);
        assertThat(buffer.drain().bytes()).isEqualTo(ROWS * COLUMNS * 8L);
        assertThat(buffer.pendingBytes()).isZero();
        assertThat(Files.readAllBytes(path)).isEqualTo(expected());
      }
    }

    @Test
    void whatIsPendingIsReadFromTheLogByAnybody() throws IOException {
      try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(target, group, settings("on", "process"))) {
        BufferedArray array = buffer.define(layout());
        array.put(Region.of(new long[] {3, 4}, new long[] {1, 2}), new double[] {1, 2});
        Path meta =
            filesOfTheTier().stream()
                .filter(f -> f.toString().endsWith(".meta"))
                .findAny()
                .orElseThrow();
        try (LogReader reader = LogReader.open(new LocalStorage(), meta)) {
          LaneReader lane = reader.lane(0);
          LogRecord record = lane.next();
          assertThat(record).isNotNull();
          assertThat(record.array()).isEqualTo(layout());
          assertThat(record.region()).hasToString("start [3, 4] count [1, 2] stride [1, 1]");
          assertThat(lane.next()).isNull();
          assertThat(lane.verdict().state()).isEqualTo(LogVerdict.State.CLEAN);
          assertThat(reader.header().target()).isEqualTo(path.toString());
        }
      }
    }

    @Test
    void theLastPutWins() throws IOException {
      try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(target, group, settings("on", "process"))) {
        BufferedArray array = buffer.define(layout());
        double[] wrong = new double[ROWS * COLUMNS];
        Arrays.fill(wrong, -1);
        array.put(Region.of(new long[] {0, 0}, new long[] {ROWS, COLUMNS}), wrong);
        writeColumns(group, array);
      }
      assertThat(Files.readAllBytes(path)).isEqualTo(expected());
    }

    @Test
    void aPutThatCannotBeIsRefusedAtOnce() throws IOException {
      for (String onOff : List.of("on", "off")) {
        try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
            BurstBuffer buffer = BurstBuffer.open(target, group, settings(onOff, "process"))) {
          BufferedArray array = buffer.define(layout());
          Region outside = Region.of(new long[] {0, 40}, new long[] {1, 9});
          assertThatThrownBy(() -> array.put(outside, new double[9]))
              .isInstanceOf(IndexOutOfBoundsException.class)
              .hasMessageContaining("'temperature', dimension 1");
          Region inside = Region.of(new long[] {0, 40}, new long[] {1, 8});
          assertThatThrownBy(() -> array.put(inside, new float[8]))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("elements of 8 bytes, the values have 4");
          assertThatThrownBy(() -> array.put(inside, new double[7]))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("8 elements, 7 values");
          writeColumns(group, array);
        }
        assertThat(Files.readAllBytes(path)).isEqualTo(expected());
      }
    }

    @Test
    void afterCloseNothingIsTaken() throws IOException {
      try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE)) {
        BurstBuffer buffer = BurstBuffer.open(target, group, settings("on", "process"));
        BufferedArray array = buffer.define(layout());
        buffer.close();
        buffer.close();
        assertThatThrownBy(() -> array.put(new Region(2), new double[0]))
            .isInstanceOf(BurstlogException.class)
            .hasMessageContaining("closed");
        assertThatThrownBy(buffer::drain).hasMessageContaining("closed");
      }
    }
  }

  @Nested
  class WhenTheTierCannotBeUsed {
    @Test
    void everyProcessIsToldAndNothingIsLeft() throws Exception {
      Settings settings =
          settings("on", "process").toBuilder()
              .set(Settings.TIER, directory.resolve("nowhere").toString())
              .build();
      Path path = directory.resolve("out.bin");
      ThreadedGroup.run(
          3,
          group -> {
            try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE)) {
              assertThatThrownBy(() -> BurstBuffer.open(target, group, settings))
                  .isInstanceOfSatisfying(
                      TierException.class,
                      e -> assertThat(e.problem()).isEqualTo(TierException.Problem.UNSUITABLE))
                  .hasMessageContaining(
                      group.rank() == 0 ? "nowhere does not exist; create it" : "rank 0 says why");
            }
          });
      assertThat(filesOfTheTier()).isEmpty();
    }
  }

  @Nested
  class WhenADrainFails {
    /** A target whose writes fail in one rank for as long as they are told to. */
    private static final class Failing extends ForwardingTarget {
      private final AtomicBoolean fails;

      Failing(TargetFile real, AtomicBoolean fails) {
        super(real);
        this.fails = fails;
      }

      @Override
      public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
        fail();
        real.writeAll(extents, data);
      }

      @Override
      public void write(ExtentList extents, ByteBuffer data) throws IOException {
        fail();
        real.write(extents, data);
      }

      private void fail() throws IOException {
        if (fails.get()) {
          throw new IOException("the disk is on fire");
        }
      }
    }

    @ParameterizedTest
    @CsvSource({"collective", "independent"})
    void everyProcessIsToldTheLogsAreKeptAndARetryFinishes(String strategy) throws Exception {
      Path path = directory.resolve("out.bin");
      Settings settings =
          settings("on", "process").toBuilder().set(Settings.STRATEGY, strategy).build();
      ThreadedGroup.run(
          3,
          group -> {
            AtomicBoolean fails = new AtomicBoolean(group.rank() == 1);
            try (TargetFile target =
                    new Failing(PlainTarget.open(group, path, TargetFile.Mode.CREATE), fails);
                BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
              BufferedArray array = buffer.define(layout());
              writeColumns(group, array);
              assertThatThrownBy(buffer::drain)
                  .isInstanceOfSatisfying(
                      DrainFailedException.class,
                      e -> {
                        assertThat(e.ranks()).containsExactly(1);
                        assertThat(e.arrays()).containsExactly("temperature");
                      })
                  .hasMessageContaining("rank 1, array temperature: writing: the disk is on fire")
                  .hasMessageContaining("the logs are kept");
              assertThat(buffer.pendingBytes()).isPositive();
              Region anywhere = Region.of(new long[] {0, 0}, new long[] {1, 1});
              assertThatThrownBy(() -> array.put(anywhere, new double[1]))
                  .isInstanceOf(BurstlogException.class)
                  .hasRootCauseInstanceOf(IOException.class)
                  .hasMessageContaining("the last drain failed");
              fails.set(false);
              buffer.drain();
              writeColumns(group, array);
            }
          });
      assertThat(Files.readAllBytes(path)).isEqualTo(expected());
    }

    @Test
    void aRankThatThrowsBetweenTwoPutsLeavesNobodyWaiting() throws Exception {
      Path path = directory.resolve("out.bin");
      Settings settings = settings("on", "node");
      assertThatThrownBy(
              () ->
                  ThreadedGroup.run(
                      3,
                      group -> {
                        try (TargetFile target =
                                PlainTarget.open(group, path, TargetFile.Mode.CREATE);
                            BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
                          writeColumns(group, buffer.define(layout()));
                          if (group.rank() == 1) {
                            throw new IllegalStateException("thrown between two puts");
                          }
                          assertThatThrownBy(buffer::drain)
                              .isInstanceOf(BurstlogException.class)
                              .hasMessageContaining("drain in ranks [0, 2], close in ranks [1]")
                              .hasMessageContaining("The logs are kept");
                        }
                      }))
          .satisfies(
              e -> assertThat(String.valueOf(e)).containsAnyOf("between two puts", "have parted"));
      assertThat(filesOfTheTier())
          .extracting(f -> f.getFileName().toString())
          .contains("n0000.meta", "n0000.data");
    }

    @Test
    void closingKeepsTheLogs() throws Exception {
      Path path = directory.resolve("out.bin");
      Settings settings = settings("on", "node");
      ThreadedGroup.run(
          2,
          group -> {
            AtomicBoolean fails = new AtomicBoolean(true);
            TargetFile target =
                new Failing(PlainTarget.open(group, path, TargetFile.Mode.CREATE), fails);
            BurstBuffer buffer = BurstBuffer.open(target, group, settings);
            writeColumns(group, buffer.define(layout()));
            assertThatThrownBy(buffer::close).isInstanceOf(DrainFailedException.class);
            target.close();
          });
      assertThat(filesOfTheTier())
          .extracting(f -> f.getFileName().toString())
          .contains("n0000.meta", "n0000.data");
    }

    @ParameterizedTest
    @CsvSource({"removed", "replaced"})
    void aTargetThatLostItsNameIsNoticedAndTheLogsAreKept(String how) throws Exception {
      Path path = directory.resolve("out.bin");
      Settings settings = settings("on", "process");
      ThreadedGroup.run(
          2,
          group -> {
            TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
            BurstBuffer buffer = BurstBuffer.open(target, group, settings);
            writeColumns(group, buffer.define(layout()));
            group.barrier();
            if (group.rank() == 0) {
              Files.move(path, directory.resolve("elsewhere"));
              if (how.equals("replaced")) {
                Files.write(path, new byte[1 << 20]);
              }
            }
            group.barrier();
            assertThatThrownBy(buffer::close)
                .isInstanceOf(DrainFailedException.class)
                .hasMessageContaining("it was removed or replaced since it was opened");
            target.close();
          });
      assertThat(filesOfTheTier())
          .extracting(f -> f.getFileName().toString())
          .contains("r00000.meta", "r00000.data", "r00001.meta", "r00001.data");
    }

    @Test
    void whatIsDiscardedIsGoneAndPutsAreTakenAgain() throws Exception {
      Path path = directory.resolve("out.bin");
      Settings settings = settings("on", "process");
      ThreadedGroup.run(
          2,
          group -> {
            AtomicBoolean fails = new AtomicBoolean(true);
            try (TargetFile target =
                    new Failing(PlainTarget.open(group, path, TargetFile.Mode.CREATE), fails);
                BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
              BufferedArray array = buffer.define(layout());
              array.put(Region.of(new long[] {0, 0}, new long[] {1, 2}), new double[] {-1, -1});
              assertThatThrownBy(buffer::drain).isInstanceOf(DrainFailedException.class);
              buffer.discard();
              fails.set(false);
              writeColumns(group, array);
            }
          });
      assertThat(Files.readAllBytes(path)).isEqualTo(expected());
    }
  }
}
