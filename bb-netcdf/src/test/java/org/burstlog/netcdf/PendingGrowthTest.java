package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading while much is pending. */
class PendingGrowthTest {
  private static final ThreadMXBean TIME = ManagementFactory.getThreadMXBean();
  private static final int FEW = 2_000;
  private static final int MANY = 16 * FEW;
  private static final int COLUMNS = 8;

  @TempDir Path directory;

  @Test
  @Tag("slow")
  void aLargeStridedGetTakesTimeThatGrowsWithWhatIsPending() throws Exception {
    long few = Long.MAX_VALUE;
    long many = Long.MAX_VALUE;
    for (int round = 0; round < 4; round++) {
      few = Math.min(few, nanosFor(FEW));
      many = Math.min(many, nanosFor(MANY));
    }
    // Sixteen times as many; were it quadratic, it would be 256 times as long.
    assertThat((double) many / few).as("%d ns, %d ns", few, many).isLessThan(80);
  }

  /**
   * Puts each row by itself, in scattered order, and gets every third row of every other column.
   */
  private long nanosFor(int rows) throws Exception {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, directory.toString())
            .build();
    NcOptions options = NcOptions.defaults().settings(settings);
    try (NcFile file = NcFile.create(directory.resolve("out.nc"), options)) {
      NcVariable v =
          file.defineVariable(
              "v",
              NcType.INT,
              file.defineDimension("row", rows),
              file.defineDimension("column", COLUMNS));
      file.endDefine();
      int[] values = new int[COLUMNS];
      for (int i = 0; i < rows; i++) {
        int row = (int) (i * 7919L % rows);
        java.util.Arrays.fill(values, row);
        v.put(Region.of(new long[] {row, 0}, new long[] {1, COLUMNS}), values);
      }
      int wanted = (rows + 2) / 3;
      int[] into = new int[wanted * COLUMNS / 2];
      Region strided =
          Region.of(new long[] {0, 0}, new long[] {wanted, COLUMNS / 2}, new long[] {3, 2});
      long begin = TIME.getCurrentThreadCpuTime();
      v.get(strided, into);
      long took = TIME.getCurrentThreadCpuTime() - begin;
      for (int i = 0; i < into.length; i++) {
        if (into[i] != i / (COLUMNS / 2) * 3) {
          assertThat(into[i]).as("element %d", i).isEqualTo(i / (COLUMNS / 2) * 3);
        }
      }
      assertThat(file.statistics().orElseThrow().get(Counter.DRAINED_RECORDS)).isZero();
      return took;
    }
  }
}
