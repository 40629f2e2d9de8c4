package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.SettingsException;
import org.burstlog.array.Region;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is counted of a program is what the program did. */
class ReportTest {
  private static final int PUTS = 300;
  private static final int WIDTH = 4;

  @TempDir Path directory;

  private Settings settings() throws SettingsException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, directory.toString())
        .set(Settings.CHUNK, "256KiB")
        .build();
  }

  private NcFile create(NcOptions options) throws IOException {
    NcFile file = NcFile.create(directory.resolve("out.nc"), options.settings(settings()));
    NcDimension time = file.defineUnlimited("time");
    NcDimension x = file.defineDimension("x", WIDTH);
    file.defineVariable("v", NcType.INT, time, x);
    file.endDefine();
    return file;
  }

  private static Region record(long number, long first, long count) {
    return Region.of(new long[] {number, first}, new long[] {1, count});
  }

  private static void putAll(NcFile file, long first, long count) throws IOException {
    putAll(file, first, count, PUTS);
  }

  private static void putAll(NcFile file, long first, long count, int puts) throws IOException {
    int[] values = new int[(int) count];
    for (int i = 0; i < puts; i++) {
      file.variable("v").put(record(i, first, count), values);
    }
  }

  @Test
  void everyPutAndTheOneCloseAreCountedOnce() throws IOException {
    NcFile file = create(NcOptions.defaults());
    try (file) {
      putAll(file, 0, WIDTH);
    }
    Statistics counted = file.statistics().orElseThrow();
    assertThat(counted.get(Counter.PUTS)).isEqualTo(PUTS);
    assertThat(counted.get(Counter.PUT_BYTES)).isEqualTo(PUTS * WIDTH * Integer.BYTES);
    assertThat(counted.drains(DrainReason.CLOSE)).isEqualTo(1);
    assertThat(counted.drains()).isEqualTo(1);
    assertThat(counted.report("out.nc", 1).lines())
        .startsWith("burst buffer of out.nc, 1 process", "  what the program did:")
        .contains(
            "    puts                           300",
            "    bytes put                      4800 (0.0 MiB)",
            "    drains                         1 close");
  }

  @Test
  void aPutIsOneHoweverManyRegionsItHasAndWhenItIsMade() throws IOException {
    NcFile file = create(NcOptions.defaults());
    try (file) {
      NcVariable v = file.variable("v");
      v.put(List.of(record(0, 0, 1), record(1, 2, 1)), NcMemory.of(new int[2]));
      v.collective().put(record(2, 0, WIDTH), new int[WIDTH]);
      v.put(record(2, 0, WIDTH), new double[WIDTH]);
      NcRequest first = v.nonblocking().put(record(3, 0, 2), new int[2]);
      NcRequest cancelled = v.nonblocking().put(record(3, 2, 2), new int[2]);
      file.cancel(cancelled);
      file.await(first);
      v.put(record(0, 0, 0), new int[0]);
    }
    Statistics counted = file.statistics().orElseThrow();
    assertThat(counted.get(Counter.PUTS)).isEqualTo(4);
    assertThat(counted.get(Counter.PUT_BYTES)).isEqualTo((2 + 2 * WIDTH + 2) * Integer.BYTES);
  }

  @Test
  void aFileIntoWhichNothingIsPutIsNotDrained() throws IOException {
    NcFile file = create(NcOptions.defaults());
    file.close();
    assertThat(file.statistics().orElseThrow().drains()).isZero();
  }

  @Test
  void sumsSayThatTheyAreAndACommonDrainIsOne() throws Exception {
    ThreadedGroup.run(
        2,
        group -> {
          NcFile file = create(NcOptions.defaults().group(group));
          try (file) {
            putAll(file, 2L * group.rank(), 2);
          }
          Statistics all = file.statistics().orElseThrow().sum(group);
          assertThat(all.report("out.nc", 2).lines())
              .contains(
                  "  what the program did, sums over all processes:",
                  "    puts                           600",
                  "    drains, each counted once      1 close",
                  "  what it waited for, means of the processes:",
                  "  parts of the time in drains, some beside each other, means of the processes:");
        });
  }

  @Test
  void theTimeInFewPutsIsNoneThatDidNotPass() throws IOException {
    NcFile file = create(NcOptions.defaults());
    long begun = System.nanoTime();
    putAll(file, 0, WIDTH / 2, 1);
    long passed = System.nanoTime() - begun;
    file.close();
    // One record, and the number of records.
    assertThat(file.statistics().orElseThrow().get(Counter.PUT_NANOS)).isBetween(1L, 2 * passed);
  }
}
