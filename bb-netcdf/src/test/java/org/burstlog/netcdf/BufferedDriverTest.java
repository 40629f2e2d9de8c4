package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.burstlog.SettingsException;
import org.burstlog.array.Region;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Statistics;
import org.burstlog.testing.SuppressForbidden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a file with a burst buffer drains, and what it says of itself meanwhile. */
class BufferedDriverTest {
  @TempDir Path directory;

  private Settings.Builder builder() {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, directory.toString())
        .set(Settings.CHUNK, "256KiB");
  }

  private Path path() {
    return directory.resolve("out.nc");
  }

  private static Region region(long... startsThenCounts) {
    int rank = startsThenCounts.length / 2;
    long[] start = java.util.Arrays.copyOf(startsThenCounts, rank);
    return Region.of(start, java.util.Arrays.copyOfRange(startsThenCounts, rank, 2 * rank));
  }

  private static NcFile create(Path path, NcOptions options) throws IOException {
    NcFile file = NcFile.create(path, options);
    NcDimension time = file.defineUnlimited("time");
    NcDimension x = file.defineDimension("x", 4);
    file.defineVariable("v", NcType.INT, time, x).setFill(true);
    file.defineVariable("w", NcType.DOUBLE, x);
    file.endDefine();
    return file;
  }

  private static long drains(NcFile file) {
    return file.statistics().orElseThrow().drains();
  }

  @Test
  void getsSeePendingPutsWithoutADrain() throws IOException {
    try (NcFile file = create(path(), NcOptions.defaults().settings(builder().build()))) {
      NcVariable v = file.variable("v");
      v.put(region(2, 1, 1, 2), new int[] {5, 6});
      assertThat(file.records()).isEqualTo(3);
      assertThat(v.getInts(region(1, 0, 2, 4))).containsExactly(0, 0, 0, 0, 0, 5, 6, 0);
      assertThat(v.getInts(region(2, 1, 1, 2))).containsExactly(5, 6);
      file.variable("w").put(region(0, 4), new double[] {1, 2, 3, 4});
      assertThat(file.variable("w").getFloats(region(1, 2))).containsExactly(2, 3);
      assertThat(drains(file)).isZero();
      assertThat(file.statistics().orElseThrow().get(Counter.MERGED_GETS)).isPositive();
    }
  }

  @Test
  void collectiveGetsDrainFirstWhenThatIsSet() throws Exception {
    Settings settings = builder().set(Settings.READ, "drain").build();
    ThreadedGroup.run(
        2,
        group -> {
          NcOptions options = NcOptions.defaults().settings(settings).group(group);
          try (NcFile file = create(path(), options)) {
            NcVariable w = file.variable("w");
            w.put(region(2L * group.rank(), 2), new double[] {group.rank(), 9});
            assertThat(w.getDoubles(region(2L * group.rank(), 2))).endsWith(9);
            assertThat(drains(file)).isZero();
            // What the other has put before is there too, without a sync.
            assertThat(w.collective().getDoubles()).containsExactly(0, 9, 1, 9);
            assertThat(file.statistics().orElseThrow().drains(DrainReason.READ)).isEqualTo(1);
          }
        });
  }

  @Test
  void drainsHappenWhereTheyMustAndAreCounted() throws IOException {
    NcFile file = create(path(), NcOptions.defaults().settings(builder().build()));
    NcVariable v = file.variable("v");
    v.set(1, 0, 0);
    file.flush();
    file.flush();
    v.set(2, 1, 0);
    file.sync();
    v.set(3, 2, 0);
    v.nonblocking().put(region(3, 0, 1, 1), new int[] {4});
    file.awaitAll();
    v.set(3, 2, 1);
    file.syncRecords();
    file.redefine();
    file.attributes().put("title", "drained");
    file.endDefine();
    v.set(4, 4, 0);
    file.close();
    Statistics statistics = file.statistics().orElseThrow();
    assertThat(statistics.drains(DrainReason.FLUSH)).isEqualTo(1);
    assertThat(statistics.drains(DrainReason.SYNC)).isEqualTo(1);
    assertThat(statistics.drains(DrainReason.WAIT)).isEqualTo(1);
    assertThat(statistics.drains(DrainReason.REDEFINE)).isEqualTo(1);
    assertThat(statistics.drains(DrainReason.CLOSE)).isEqualTo(1);
    assertThat(statistics.get(Counter.DRAINED_RECORDS)).isPositive();
    assertThat(statistics.report("out.nc", 1))
        .contains("1 flush, 1 sync, 1 wait, 1 redefine, 1 close")
        .doesNotContain(Counter.FAILED_DRAINS.label());
  }

  @Test
  void puttingRequestsAreInTheTargetWhenAllHaveAwaitedThem() throws Exception {
    Settings settings = builder().build();
    ThreadedGroup.run(
        2,
        group -> {
          NcOptions options = NcOptions.defaults().settings(settings).group(group);
          try (NcFile file = create(path(), options)) {
            NcVariable w = file.variable("w");
            if (group.rank() == 0) {
              w.nonblocking().put(region(1, 2), new double[] {5, 6});
            }
            file.awaitAll();
            assertThat(file.statistics().orElseThrow().drains(DrainReason.WAIT)).isEqualTo(1);
            try (NcFile reader = NcFile.open(path(), NcOptions.defaults().readOnly())) {
              assertThat(reader.variable("w").getDoubles(region(1, 2))).containsExactly(5, 6);
            }
            NcRequest got = w.nonblocking().get(region(1, 2), new double[2]);
            file.awaitAll(java.util.List.of(got));
            assertThat(drains(file)).as("nothing was put").isEqualTo(1);
          }
        });
  }

  @Test
  void requestsStayInTheLogWhenThatIsSetOrTheyAreAwaitedAlone() throws Exception {
    Settings settings = builder().set(Settings.WAIT, "keep").build();
    ThreadedGroup.run(
        2,
        group -> {
          NcOptions options = NcOptions.defaults().settings(settings).group(group);
          try (NcFile file = create(path(), options)) {
            NcVariable w = file.variable("w");
            w.nonblocking().put(region(2L * group.rank(), 1), new double[] {7});
            file.awaitAll();
            if (group.rank() == 0) {
              // The other does not come, and is not waited for.
              NcRequest alone = w.nonblocking().put(region(1, 1), new double[] {8});
              file.await(alone);
              assertThat(alone.state()).isEqualTo(NcRequest.State.COMPLETED);
            }
            assertThat(w.getDoubles(region(2L * group.rank(), 1))).containsExactly(7);
            assertThat(drains(file)).isZero();
          }
        });
    try (NcFile file = NcFile.open(path(), NcOptions.defaults().readOnly())) {
      assertThat(file.variable("w").getDoubles()).containsExactly(7, 8, 7, 0);
    }
  }

  @Test
  void requestsAreOverWhenTheDrainOfTheirAwaitFails() throws Exception {
    FickleTarget.Targets system = new FickleTarget.Targets();
    Settings settings = builder().build();
    ThreadedGroup.run(
        3,
        group -> {
          NcOptions options = NcOptions.defaults().settings(settings).group(group).target(system);
          try (NcFile file = create(path(), options)) {
            NcVariable w = file.variable("w");
            NcRequest put = null;
            if (group.rank() < 2) {
              put = w.nonblocking().put(region(group.rank(), 1), new double[] {9});
            }
            group.barrier();
            system.broken.set(true);
            assertThatThrownBy(file::awaitAll).hasMessageContaining("the target is broken");
            if (put != null) {
              assertThat(put.state()).isEqualTo(NcRequest.State.COMPLETED);
              assertThat(put.failure()).hasMessageContaining("the logs are kept");
            }
            assertThat(file.pendingRequests()).isZero();
            group.barrier();
            system.broken.set(false);
            file.flush();
          }
        });
    try (NcFile file = NcFile.open(path(), NcOptions.defaults().readOnly())) {
      assertThat(file.variable("w").getDoubles()).containsExactly(9, 9, 0, 0);
    }
  }

  @Test
  void fillingKeepsItsPlaceAmongPuts() throws IOException {
    try (NcFile file = create(path(), NcOptions.defaults().settings(builder().build()))) {
      NcVariable v = file.variable("v");
      v.put(region(0, 0, 1, 4), new int[] {1, 2, 3, 4});
      v.fillRecord(1);
      assertThat(drains(file)).isZero();
      v.put(region(1, 1, 1, 1), new int[] {7});
      v.fillRecord(0);
      assertThat(file.statistics().orElseThrow().drains(DrainReason.FILL)).isEqualTo(1);
      v.put(region(0, 2, 1, 1), new int[] {8});
    }
    int fill = -2147483647;
    try (NcFile file = NcFile.open(path(), NcOptions.defaults().readOnly())) {
      assertThat(file.variable("v").getInts())
          .containsExactly(fill, fill, 8, fill, fill, 7, fill, fill);
    }
  }

  @Test
  void aCollectivePutHasAllProcessesDrainWhenALogIsNearlyFull() throws Exception {
    Settings settings = builder().set(Settings.CAPACITY, "256KiB").build();
    ThreadedGroup.run(
        2,
        group -> {
          NcOptions options = NcOptions.defaults().settings(settings).group(group);
          NcFile file = NcFile.create(path(), options);
          NcDimension x = file.defineDimension("x", 1 << 18);
          NcVariable v = file.defineVariable("v", NcType.INT, x);
          file.endDefine();
          int[] values = new int[1 << 12];
          for (long at = 0; at < 1 << 18; at += 2 << 12) {
            java.util.Arrays.fill(values, (int) at + group.rank());
            Region mine = region(at + ((long) group.rank() << 12), 1 << 12);
            v.collective().put(mine, values);
          }
          file.close();
          Statistics statistics = file.statistics().orElseThrow();
          assertThat(statistics.drains(DrainReason.FULL)).isPositive();
          // The first time nobody knows where exactly the limit is.
          assertThat(statistics.drains(DrainReason.FULL_ALONE)).isLessThanOrEqualTo(1);
          assertThat(statistics.get(Counter.FULL_EVENTS)).isLessThanOrEqualTo(1);
        });
    try (NcFile file = NcFile.open(path(), NcOptions.defaults().readOnly())) {
      int[] all = file.variable("v").getInts();
      for (int i = 0; i < all.length; i++) {
        if (all[i] != (i & -8192) + (i >> 12 & 1)) {
          assertThat(all[i]).as("element %d", i).isEqualTo((i & -8192) + (i >> 12 & 1));
        }
      }
    }
  }

  @Test
  void recordsOfAReopenedFileAreThoseThatACrashLeft() throws Exception {
    FickleTarget.Targets system = new FickleTarget.Targets();
    Settings settings = builder().build();
    ThreadedGroup.run(
        3,
        group -> {
          NcOptions options = NcOptions.defaults().settings(settings).group(group).target(system);
          NcFile file = create(path(), options);
          NcVariable v = file.variable("v");
          v.put(region(2L * group.rank(), 0, 1, 4), new int[] {group.rank(), 1, 2, 3});
          assertThat(file.records()).isEqualTo(2L * group.rank() + 1);
          group.barrier();
          system.broken.set(true);
          assertThatThrownBy(file::close).isInstanceOf(IOException.class);
        });
    // Another number of processes, as after a restart on fewer nodes.
    ThreadedGroup.run(
        2,
        group -> {
          NcOptions options = NcOptions.defaults().settings(settings).group(group);
          try (NcFile file = NcFile.open(path(), options)) {
            assertThat(file.records()).isEqualTo(5);
            int[] wanted = {0, 1, 2, 3, 0, 0, 0, 0, 1, 1, 2, 3, 0, 0, 0, 0, 2, 1, 2, 3};
            assertThat(file.variable("v").getInts()).containsExactly(wanted);
          }
        });
    try (NcFile file = NcFile.open(path(), NcOptions.defaults().readOnly())) {
      assertThat(file.records()).isEqualTo(5);
    }
  }

  @Test
  void anOpenFileTellsItsSettings() throws IOException {
    Settings settings = builder().set(Settings.DRAIN_BUFFER, "1MiB").build();
    try (NcFile file = create(path(), NcOptions.defaults().settings(settings))) {
      assertThat(file.settings().get(Settings.DRAIN_BUFFER)).isEqualTo(1 << 20);
      assertThat(file.settings().get(Settings.TIER)).contains(directory);
    }
  }

  @Test
  void hintsGivenInCodeSwitchItOnToo() throws IOException {
    Map<String, String> hints =
        Map.of("nc_burst_buf", "enable", "nc_burst_buf_dirname", directory.toString());
    try (NcFile file = create(path(), NcOptions.defaults().hints(hints))) {
      assertThat(file.statistics()).isPresent();
    }
    NcOptions wrong = NcOptions.defaults().hints(Map.of("nc_burst_buf_dirnam", "/x"));
    assertThatThrownBy(() -> NcFile.create(path(), wrong))
        .hasRootCauseInstanceOf(SettingsException.class)
        .hasMessageContaining("nearest is nc_burst_buf_dirname");
  }

  /** Others come and go as the JVM likes. */
  private static long threadsOfLogs() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("burstlog-"))
        .count();
  }

  @Test
  void switchedOffThereIsNothing() throws IOException {
    Settings settings = builder().set(Settings.SWITCH, "off").build();
    long threads = threadsOfLogs();
    try (NcFile file = create(path(), NcOptions.defaults().settings(settings))) {
      file.variable("v").set(1, 0, 0);
      assertThat(file.statistics()).isEmpty();
      assertThat(threadsOfLogs()).isEqualTo(threads);
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files).containsExactly(path());
      }
    }
  }

  @Test
  void filesForReadingOnlyHaveNoLog() throws IOException {
    NcOptions options = NcOptions.defaults().settings(builder().build());
    create(path(), options).close();
    try (NcFile file = NcFile.open(path(), options.readOnly())) {
      assertThat(file.statistics().orElseThrow().get(Counter.PUTS)).isZero();
      assertThat(file.explain()).contains("from the target alone");
    }
  }

  @Test
  void logsStayWhenThatIsSet() throws IOException {
    Settings settings = builder().set(Settings.KEEP, "on").build();
    NcFile file = create(path(), NcOptions.defaults().settings(settings));
    file.variable("v").set(1, 0, 0);
    file.close();
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.filter(f -> f.toString().endsWith(".meta"))).hasSize(1);
    }
    try (NcFile again = NcFile.open(path(), NcOptions.defaults().settings(builder().build()))) {
      assertThat(again.variable("v").getInts()).startsWith(1);
    }
  }

  @Test
  @SuppressForbidden("Flight Recorder is part of every JDK with the module jdk.jfr")
  void flightRecorderIsToldOfDrains() throws IOException {
    Path recorded = directory.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("org.burstlog.Drain");
      recording.start();
      try (NcFile file = create(path(), NcOptions.defaults().settings(builder().build()))) {
        file.variable("v").set(1, 0, 0);
        file.flush();
      }
      recording.stop();
      recording.dump(recorded);
    }
    int flushes = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(recorded)) {
      if (event.getString("reason").equals("flush")) {
        flushes++;
        assertThat(event.getString("target")).isEqualTo(path().toString());
        assertThat(event.getLong("records")).isEqualTo(2);
        assertThat(event.getBoolean("succeeded")).isTrue();
      }
    }
    assertThat(flushes).isEqualTo(1);
  }
}
