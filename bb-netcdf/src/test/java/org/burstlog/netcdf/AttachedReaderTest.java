package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.NamedSettings;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Statistics;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is opened for reading is read together with what logs have of it. */
class AttachedReaderTest {
  private static final int COLUMNS = 12;

  @TempDir Path directory;
  private Path tier;
  private Path path;

  @BeforeEach
  void places() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
    path = directory.resolve("out.nc");
  }

  private NcOptions options(String... more) throws IOException {
    Settings.Builder settings =
        Settings.builder().set(Settings.SWITCH, "on").set(Settings.TIER, tier.toString());
    return NcOptions.defaults().settings(NamedSettings.set(settings, more).build());
  }

  private static double value(long record, long column) {
    return 1000.0 * record + column + 0.5;
  }

  /** Each rank puts its columns of some records; then all lose the target. */
  private void crash(int ranks, int records, String layout, boolean flush) throws Exception {
    FickleTarget.Targets targets = new FickleTarget.Targets();
    ThreadedGroup.run(
        ranks,
        2,
        group -> {
          NcFile file =
              NcFile.create(path, options("log.layout", layout).group(group).target(targets));
          NcDimension time = file.defineUnlimited("time");
          NcDimension x = file.defineDimension("x", COLUMNS);
          NcVariable v = file.defineVariable("v", NcType.DOUBLE, time, x);
          file.endDefine();
          int each = COLUMNS / ranks;
          int first = group.rank() * each;
          for (int r = 0; r < records; r++) {
            int record = r;
            double[] values =
                IntStream.range(first, first + each).mapToDouble(c -> value(record, c)).toArray();
            v.put(Region.of(new long[] {r, first}, new long[] {1, each}), values);
            if (flush && r == records / 2) {
              file.flush();
            }
          }
          group.barrier();
          targets.broken.set(true);
          assertThatThrownBy(file::close).isInstanceOf(IOException.class);
        });
  }

  private void assertAllIsRead(int ranks, int records, boolean together) throws Exception {
    AtomicLong fromLogs = new AtomicLong();
    ThreadedGroup.run(
        ranks,
        group -> {
          try (NcFile file = NcFile.open(path, options().group(group).readOnly())) {
            assertThat(file.records()).isEqualTo(records);
            NcVariable v = file.variable("v");
            long first = (long) COLUMNS * group.rank() / ranks;
            long end = (long) COLUMNS * (group.rank() + 1) / ranks;
            double[] found = new double[(int) (records * (end - first))];
            Region own = Region.of(new long[] {0, first}, new long[] {records, end - first});
            if (together) {
              v.collective().get(own, found);
            } else {
              v.get(own, found);
            }
            double[] expected = new double[found.length];
            for (int i = 0; i < found.length; i++) {
              expected[i] = value(i / (end - first), first + i % (end - first));
            }
            assertThat(found).containsExactly(expected);
            fromLogs.addAndGet(file.statistics().orElseThrow().get(Counter.MERGED_BYTES));
          }
        });
    assertThat(fromLogs.get()).isPositive();
  }

  @Nested
  class WhatACrashLeft {
    @ParameterizedTest
    @CsvSource({"1,1", "4,1", "4,2", "4,3", "4,4", "4,5", "2,6"})
    void isReadByAnyNumberOfProcesses(int writers, int readers) throws Exception {
      crash(writers, 7, "process", false);
      assertAllIsRead(readers, 7, false);
      assertAllIsRead(readers, 7, true);
    }

    @Test
    void isReadFromLogsOfNodes() throws Exception {
      crash(4, 7, "node", false);
      assertAllIsRead(3, 7, true);
    }

    @Test
    void isReadBesideWhatTheTargetHas() throws Exception {
      crash(4, 7, "process", true);
      assertAllIsRead(3, 7, true);
    }

    @Test
    void isReadWithoutTheTargetWhereLogsHaveAll() throws Exception {
      crash(4, 3, "process", false);
      try (NcFile file = NcFile.open(path, options().readOnly())) {
        file.variable("v").get(new double[3 * COLUMNS]);
        Statistics counted = file.statistics().orElseThrow();
        assertThat(counted.get(Counter.MERGED_BYTES)).isEqualTo(3L * COLUMNS * Double.BYTES);
        assertThat(counted.get(Counter.TARGET_BYTES)).isZero();
        assertThat(file.explain()).contains("is read from its logs");
      }
    }

    @Test
    void isLeftAsItIs() throws Exception {
      crash(2, 3, "process", false);
      byte[] before = Files.readAllBytes(path);
      assertAllIsRead(1, 3, false);
      assertThat(Files.readAllBytes(path)).isEqualTo(before);
      try (SoloGroup group = new SoloGroup();
          NcFile file = NcFile.open(path, options().group(group))) {
        assertThat(file.records()).isEqualTo(3);
      }
    }

    @Test
    void isNotReadWhereALogIsMissing() throws Exception {
      crash(2, 3, "process", false);
      Path session = session();
      for (String file : new String[] {"r00001.meta", "r00001.data"}) {
        Files.delete(session.resolve(file));
      }
      assertThatThrownBy(() -> NcFile.open(path, options().readOnly()))
          .hasMessageContaining("has logs of ranks 1")
          .hasMessageContaining("burstlog.attach=partial")
          .hasMessageContaining("burstlog.attach=off");
      try (NcFile file = NcFile.open(path, options("attach", "partial").readOnly())) {
        double[] found = new double[COLUMNS];
        file.variable("v").get(Region.of(new long[] {2, 0}, new long[] {1, COLUMNS}), found);
        assertThat(found[0]).isEqualTo(value(2, 0));
        assertThat(found[COLUMNS - 1]).isZero();
      }
    }

    @Test
    void isNotReadOutOfDamagedLogs() throws Exception {
      crash(2, 3, "process", false);
      Path log = session().resolve("r00000.data");
      byte[] bytes = Files.readAllBytes(log);
      bytes[8192] ^= 1;
      Files.write(log, bytes);
      assertThatThrownBy(() -> NcFile.open(path, options().readOnly()))
          .hasMessageContaining("is damaged")
          .hasMessageContaining("bb recover");
    }

    private Path session() throws IOException {
      try (var users = Files.list(tier);
          var sessions = Files.list(users.findFirst().orElseThrow())) {
        return sessions
            .filter(p -> p.getFileName().toString().startsWith("out.nc"))
            .findFirst()
            .orElseThrow();
      }
    }
  }

  private NcVariable begin(ProcessGroup group, String... more) throws IOException {
    NcFile file = NcFile.create(path, options(more).group(group));
    NcDimension time = file.defineUnlimited("time");
    NcDimension x = file.defineDimension("x", COLUMNS);
    NcVariable v = file.defineVariable("v", NcType.DOUBLE, time, x);
    file.endDefine();
    return v;
  }

  private static Region record(long record) {
    return Region.of(new long[] {record, 0}, new long[] {1, COLUMNS});
  }

  private static double[] all(double value) {
    double[] values = new double[COLUMNS];
    Arrays.fill(values, value);
    return values;
  }

  @Nested
  class WhatAProgramIsPutting {
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "written"})
    void isSeenAfterEachSync(String access) throws Exception {
      try (SoloGroup group = new SoloGroup();
          NcFile writer = begin(group, "log.access", access).file();
          NcFile reader = NcFile.open(path, options().readOnly())) {
        NcVariable v = writer.variable("v");
        for (int record = 0; record < 20; record++) {
          v.put(record(record), all(record));
          assertThat(reader.records()).isEqualTo(record);
          reader.sync();
          assertThat(reader.records()).isEqualTo(record + 1);
          double[] found = new double[COLUMNS];
          reader.variable("v").get(record(record), found);
          assertThat(found).containsExactly(all(record));
          if (record % 7 == 6) {
            writer.flush();
            reader.variable("v").get(record(record), found);
            assertThat(found).containsExactly(all(record));
          }
        }
        v.put(record(3), all(-3));
        writer.sync();
        double[] found = new double[COLUMNS];
        reader.variable("v").get(record(3), found);
        assertThat(found).containsExactly(all(-3));
      }
    }

    @ParameterizedTest
    @CsvSource({"foreground,process", "background,process", "foreground,node"})
    void isNeverTornNorOlderThanWhatWasSeen(String mode, String layout) throws Exception {
      int turns = Effort.of(3000, 100_000);
      AtomicLong acknowledged = new AtomicLong();
      AtomicBoolean over = new AtomicBoolean();
      try (SoloGroup group = new SoloGroup();
          NcFile writer = begin(group, "drain.mode", mode, "log.layout", layout).file()) {
        NcVariable v = writer.variable("v");
        v.put(record(0), all(0));
        AtomicReference<Throwable> failed = new AtomicReference<>();
        Thread reading =
            new Thread(
                () -> {
                  try {
                    read(acknowledged, over);
                  } catch (Throwable e) {
                    failed.set(e);
                  }
                });
        reading.start();
        for (int turn = 1; turn <= turns && failed.get() == null; turn++) {
          v.put(record(0), all(turn));
          acknowledged.set(turn);
          if (turn % 16 == 0) {
            writer.flush();
          }
        }
        over.set(true);
        reading.join();
        assertThat(failed.get()).isNull();
      }
    }

    private void read(AtomicLong acknowledged, AtomicBoolean over) throws IOException {
      try (SoloGroup group = new SoloGroup();
          NcFile reader = NcFile.open(path, options().group(group).readOnly())) {
        NcVariable v = reader.variable("v");
        double[] found = new double[COLUMNS];
        double seen = 0;
        while (!over.get()) {
          long least = acknowledged.get();
          reader.sync();
          v.get(record(0), found);
          assertThat(found).containsExactly(all(found[0]));
          assertThat(found[0]).isGreaterThanOrEqualTo(Math.max((double) least, seen));
          seen = found[0];
        }
      }
    }
  }

  @Test
  void nothingIsLookedForWhenSwitchedOff() throws Exception {
    crash(1, 3, "process", false);
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      assertThat(file.statistics()).isEmpty();
    }
  }

  @Test
  void requireRefusesWhereTheTierCannotBeLookedAt() throws Exception {
    crash(1, 3, "process", false);
    NcOptions options = options("attach", "require");
    Files.move(tier, directory.resolve("gone"));
    assertThatThrownBy(() -> NcFile.open(path, options.readOnly()))
        .hasMessageContaining("does not exist");
  }
}
