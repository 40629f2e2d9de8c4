package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.group.WatchedGroup;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.NodeTiers;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Statistics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a crash left on the tiers of several nodes is read by processes that each see one. */
class FarReaderTest {
  private static final int COLUMNS = 12;
  private static final int ROWS = 7;

  @TempDir Path directory;
  private NodeTiers nodes;

  @BeforeEach
  void prepare() {
    nodes = new NodeTiers(directory);
  }

  private static double value(long row, long column) {
    return 1000.0 * row + column + 0.5;
  }

  /** Each rank puts its columns of some rows. */
  private void crash(int ranks, int perNode, boolean flush, String... settings) throws Exception {
    nodes.crash(
        ranks,
        perNode,
        true,
        (file, group, targets) -> {
          NcDimension time = file.defineUnlimited("time");
          NcDimension x = file.defineDimension("x", COLUMNS);
          NcVariable v = file.defineVariable("v", NcType.DOUBLE, time, x);
          file.endDefine();
          int each = COLUMNS / ranks;
          int first = group.rank() * each;
          for (int row = 0; row < ROWS; row++) {
            double[] values = new double[each];
            for (int i = 0; i < each; i++) {
              values[i] = value(row, first + i);
            }
            v.put(Region.of(new long[] {row, first}, new long[] {1, each}), values);
            if (flush && row == ROWS / 2) {
              file.flush();
            }
          }
        },
        settings);
  }

  private static Region region(long row, long column, long rows, long columns) {
    return Region.of(new long[] {row, column}, new long[] {rows, columns});
  }

  private static double[] expected(Region region) {
    double[] values = new double[Math.toIntExact(region.elements())];
    for (int i = 0; i < values.length; i++) {
      long row = region.start(0) + i / region.count(1) * region.stride(0);
      long column = region.start(1) + i % region.count(1) * region.stride(1);
      values[i] = value(row, column);
    }
    return values;
  }

  private static void assertIsRead(NcFile file, Region region) throws IOException {
    double[] found = new double[Math.toIntExact(region.elements())];
    file.variable("v").collective().get(region, found);
    assertThat(Arrays.mismatch(found, expected(region))).as("first wrong element").isEqualTo(-1);
  }

  /** A share of the columns for each process, and then all for all. */
  private static void assertAllIsRead(NcFile file, ProcessGroup group) throws IOException {
    assertThat(file.records()).isEqualTo(ROWS);
    long first = (long) COLUMNS * group.rank() / group.size();
    long end = (long) COLUMNS * (group.rank() + 1) / group.size();
    assertIsRead(file, region(0, first, ROWS, end - first));
    assertIsRead(file, region(0, 0, ROWS, COLUMNS));
    assertIsRead(file, Region.of(new long[] {1, 1}, new long[] {3, 4}, new long[] {2, 3}));
  }

  @ParameterizedTest
  @CsvSource({
    "4,2,2,1", "4,2,3,2", "4,2,4,2", "4,2,5,2", "4,2,5,3", "6,2,3,1", "6,2,5,2", "6,2,6,2",
    "6,2,7,2", "4,1,4,1"
  })
  void isReadByAnyNumberOfProcesses(int writers, int each, int readers, int perNode)
      throws Exception {
    crash(writers, each, false);
    nodes.read(readers, perNode, FarReaderTest::assertAllIsRead);
  }

  @Test
  void isReadFromLogsOfNodes() throws Exception {
    crash(4, 2, false, "log.layout", "node");
    nodes.read(3, 2, FarReaderTest::assertAllIsRead);
  }

  @Test
  void isReadBesideWhatTheTargetHas() throws Exception {
    crash(4, 2, true);
    nodes.read(5, 3, FarReaderTest::assertAllIsRead);
  }

  @Test
  void isReadWithoutTheTargetWhereLogsHaveAll() throws Exception {
    crash(4, 2, false);
    AtomicLong fetched = new AtomicLong();
    nodes.read(
        2,
        1,
        (file, group) -> {
          assertIsRead(file, region(0, 0, ROWS, COLUMNS));
          Statistics counted = file.statistics().orElseThrow();
          long all = (long) ROWS * COLUMNS * Double.BYTES;
          assertThat(counted.get(Counter.TARGET_BYTES)).isZero();
          assertThat(counted.get(Counter.MERGED_BYTES)).isEqualTo(all);
          assertThat(counted.get(Counter.FETCHED_BYTES)).isEqualTo(all / 2);
          fetched.addAndGet(counted.get(Counter.FETCHED_BYTES));
        });
    assertThat(fetched.get()).isPositive();
  }

  @Test
  void isNotReadWhereNoProcessReachesALog() throws Exception {
    crash(4, 2, false);
    assertThatThrownBy(() -> nodes.read(1, 1, (file, group) -> {}))
        .hasStackTraceContaining("has logs of ranks 2, 3 that cannot be read from any node")
        .hasStackTraceContaining("burstlog.attach=partial")
        .hasStackTraceContaining("bb recover");
    nodes.read(
        1,
        1,
        (file, group) -> {
          double[] found = new double[COLUMNS];
          file.variable("v").get(region(0, 0, 1, COLUMNS), found);
          assertThat(found[COLUMNS / 2 - 1]).isEqualTo(value(0, COLUMNS / 2 - 1));
          assertThat(found[COLUMNS / 2]).isZero();
        },
        "attach",
        "partial");
  }

  @Nested
  class ByOneProcessAlone {
    @Test
    void isRefusedWithARemedyWhereOthersHaveSome() throws Exception {
      crash(4, 2, false);
      nodes.read(
          2,
          1,
          (file, group) -> {
            NcVariable v = file.variable("v");
            String ranks = group.rank() == 0 ? "ranks 2, 3" : "ranks 0, 1";
            assertThatThrownBy(() -> v.get(new double[ROWS * COLUMNS]))
                .isInstanceOf(NcException.class)
                .hasMessageContaining("logs of " + ranks)
                .hasMessageContaining("variable.collective().get")
                .hasMessageContaining("bb recover")
                .hasMessageContaining("out.nc");
            NcRequest request = v.nonblocking().get(region(0, 0, 1, COLUMNS), new double[COLUMNS]);
            assertThatThrownBy(() -> file.await(request))
                .hasMessageContaining("variable.collective().get");
            assertAllIsRead(file, group);
          });
    }

    @Test
    void goesOnWhereNoLogOfAnotherNodeComesNear() throws Exception {
      nodes.crash(
          2,
          1,
          true,
          (file, group, targets) -> {
            NcDimension x = file.defineDimension("x", COLUMNS);
            for (int i = 0; i < 3; i++) {
              file.defineVariable("v" + i, NcType.DOUBLE, x);
            }
            file.endDefine();
            double[] values = new double[COLUMNS];
            Arrays.fill(values, group.rank() + 1);
            file.variable("v" + group.rank()).put(values);
          });
      nodes.read(
          2,
          1,
          (file, group) -> {
            double[] found = new double[COLUMNS];
            file.variable("v" + group.rank()).get(found);
            assertThat(found).containsOnly(group.rank() + 1);
            file.variable("v2").get(found);
            assertThat(found).containsOnly(0);
            NcVariable other = file.variable("v" + (1 - group.rank()));
            assertThatThrownBy(() -> other.get(found)).isInstanceOf(NcException.class);
            // Only the first process wants something.
            Region none = Region.of(new long[] {0}, new long[] {0});
            Region all = Region.of(new long[] {0}, new long[] {COLUMNS});
            file.variable("v1").collective().get(group.rank() == 0 ? all : none, found);
            assertThat(found).containsOnly(group.rank() == 0 ? 2 : 0);
          });
    }
  }

  @Test
  void requestsAreCompletedTogether() throws Exception {
    crash(4, 2, false);
    nodes.read(
        3,
        2,
        (file, group) -> {
          NcVariable v = file.variable("v");
          double[][] found = new double[ROWS][COLUMNS];
          for (int row = 0; row < ROWS; row++) {
            if (row % group.size() != group.rank()) {
              NcRequest request = v.nonblocking().get(region(row, 0, 1, COLUMNS), found[row]);
              assertThat(request.failure()).isNull();
            }
          }
          file.awaitAll();
          for (int row = 0; row < ROWS; row++) {
            double[] whole = expected(region(row, 0, 1, COLUMNS));
            boolean asked = row % group.size() != group.rank();
            assertThat(found[row]).containsExactly(asked ? whole : new double[COLUMNS]);
          }
        });
  }

  @Test
  void wrongArgumentsOfOneProcessLeaveNobodyWaiting() throws Exception {
    crash(4, 2, false);
    nodes.read(
        3,
        2,
        (file, group) -> {
          NcVariable v = file.variable("v");
          Region wrong = region(0, COLUMNS, 1, 1);
          Region right = region(0, 0, ROWS, COLUMNS);
          Region mine = group.rank() == 1 ? wrong : right;
          assertThatThrownBy(() -> v.collective().get(mine, new double[ROWS * COLUMNS]))
              .isInstanceOf(NcException.class);
          assertAllIsRead(file, group);
        });
  }

  @Test
  void aLogThatIsGoneLeavesNobodyWaiting() throws Exception {
    crash(4, 2, false);
    nodes.read(
        3,
        2,
        (file, group) -> {
          try {
            // None of them is open yet, as nobody has got anything.
            for (Path log : group.rank() == 0 ? nodes.logs(1) : List.<Path>of()) {
              Files.delete(log);
            }
          } finally {
            group.barrier();
          }
          NcVariable v = file.variable("v");
          double[] found = new double[ROWS * COLUMNS];
          assertThatThrownBy(() -> v.collective().get(region(0, 0, ROWS, COLUMNS), found))
              .isInstanceOf(NcException.class)
              .hasMessageContaining("somebody has recovered or discarded its session");
          NcRequest request = v.nonblocking().get(region(0, 0, ROWS, COLUMNS), found);
          assertThatThrownBy(file::awaitAll).isInstanceOf(IOException.class);
          assertThat(request.failure()).isNotNull();
        });
  }

  @Test
  void largeRegionsComeInRounds() throws Exception {
    int rows = 3000;
    int columns = 1000;
    nodes.crash(
        2,
        1,
        true,
        (file, group, targets) -> {
          NcDimension y = file.defineDimension("y", rows);
          NcDimension x = file.defineDimension("x", columns);
          NcVariable v = file.defineVariable("v", NcType.DOUBLE, y, x);
          file.endDefine();
          int half = columns / 2;
          double[] values = new double[rows * half];
          for (int i = 0; i < values.length; i++) {
            values[i] = value(i / half, group.rank() * half + i % half);
          }
          v.put(region(0, (long) group.rank() * half, rows, half), values);
        });
    AtomicLong most = new AtomicLong();
    ThreadedGroup.run(
        3,
        1,
        real -> {
          WatchedGroup group = new WatchedGroup(real);
          try (NcFile file = NcFile.open(nodes.path(), nodes.options(group, 1).readOnly())) {
            assertIsRead(file, region(0, 0, rows, columns));
          }
          most.accumulateAndGet(group.mostExchanged(), Math::max);
        });
    assertThat(most.get()).isBetween(1L << 20, 4L << 20);
  }
}
