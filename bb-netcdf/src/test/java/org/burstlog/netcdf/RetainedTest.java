package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.netcdf.testing.NodeTiers;
import org.burstlog.settings.Setting;
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

/** What was closed is read again from the logs that were kept of it. */
class RetainedTest {
  private static final int ROWS = 24;
  private static final int COLUMNS = 100;

  @TempDir Path directory;
  private Path tier;

  @BeforeEach
  void places() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
  }

  private NcOptions options(String... more) throws IOException {
    Settings.Builder settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.RETAIN, "64MiB");
    for (int i = 0; i < more.length; i += 2) {
      settings.set(setting(more[i]), more[i + 1]);
    }
    return NcOptions.defaults().settings(settings.build());
  }

  private static Setting<?> setting(String key) {
    return Settings.all().stream().filter(s -> s.key().equals(key)).findFirst().orElseThrow();
  }

  private static double value(int row, int column) {
    return 1000 * row + column + 0.25;
  }

  /** What a program does before it closes its file. */
  private interface End {
    void of(NcFile file) throws IOException;
  }

  private Path write(String name, int ranks, End end, String... more) throws Exception {
    Path path = directory.resolve(name);
    ThreadedGroup.run(ranks, 2, group -> write(path, group, end, more));
    return path;
  }

  private void write(Path path, ProcessGroup group, End end, String... more) throws IOException {
    write(path, group, end, options(more).group(group));
  }

  private static void write(Path path, ProcessGroup group, End end, NcOptions own)
      throws IOException {
    try (NcFile file = NcFile.create(path, own)) {
      NcDimension rows = file.defineDimension("rows", ROWS);
      NcDimension columns = file.defineDimension("columns", COLUMNS);
      NcVariable v = file.defineVariable("v", NcType.DOUBLE, rows, columns);
      file.endDefine();
      for (int row = group.rank(); row < ROWS; row += group.size()) {
        double[] values = new double[COLUMNS];
        for (int c = 0; c < COLUMNS; c++) {
          values[c] = value(row, c);
        }
        v.put(Region.of(new long[] {row, 0}, new long[] {1, COLUMNS}), values);
      }
      end.of(file);
    }
  }

  /** Reads all of a file, and returns how often the target was read. */
  private long read(Path path, int ranks) throws Exception {
    FickleTarget.Targets targets = new FickleTarget.Targets();
    AtomicLong fromTarget = new AtomicLong();
    ThreadedGroup.run(
        ranks,
        group -> {
          NcOptions own = options().group(group).target(targets).readOnly();
          try (NcFile file = NcFile.open(path, own)) {
            double[] found = new double[ROWS * COLUMNS];
            file.variable("v").collective().get(file.variable("v").whole(), found);
            for (int i = 0; i < found.length; i++) {
              assertThat(found[i]).isEqualTo(value(i / COLUMNS, i % COLUMNS));
            }
            fromTarget.addAndGet(file.statistics().orElseThrow().get(Counter.TARGET_BYTES));
          }
        });
    assertThat(fromTarget.get() > 0).isEqualTo(targets.reads.get() > 0);
    return targets.reads.get();
  }

  private List<Path> retained() throws IOException {
    try (Stream<Path> all = Files.walk(tier)) {
      return all.filter(p -> p.getFileName().toString().startsWith("retained-")).sorted().toList();
    }
  }

  private List<Path> sessions() throws IOException {
    try (Stream<Path> all = Files.walk(tier, 2)) {
      return all.filter(p -> p.getFileName().toString().contains(".nc.")).sorted().toList();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,process",
    "4,1,process",
    "4,3,process",
    "4,4,process",
    "4,5,process",
    "4,3,node"
  })
  void theTargetIsNotRead(int writers, int readers, String layout) throws Exception {
    Path path = write("out.nc", writers, file -> {}, "log.layout", layout);
    byte[] before = Files.readAllBytes(path);
    assertThat(read(path, readers)).isZero();
    assertThat(read(path, readers)).isZero();
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"foreground", "background"})
  void nothingIsLostByASyncBeforeTheClose(String mode) throws Exception {
    assertThat(read(write("a.nc", 2, NcFile::sync, "drain.mode", mode), 2)).isZero();
    assertThat(read(write("b.nc", 2, NcFile::flush, "drain.mode", mode), 2)).isZero();
    End both =
        file -> {
          file.flush();
          file.sync();
        };
    assertThat(read(write("c.nc", 2, both, "drain.mode", mode), 2)).isZero();
  }

  /** A simulation that flushes each of its steps, and each of its variables. */
  @ParameterizedTest
  @CsvSource({
    "1,1,foreground,process",
    "3,2,foreground,node",
    "3,3,background,process",
    "3,4,background,node"
  })
  void nothingOfManyFlushesIsReadFromTheTarget(int writers, int readers, String mode, String layout)
      throws Exception {
    Path path = directory.resolve("steps.nc");
    String[] set = {"drain.mode", mode, "log.layout", layout};
    ThreadedGroup.run(
        writers,
        group -> {
          try (NcFile file = NcFile.create(path, options(set).group(group))) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension columns = file.defineDimension("columns", COLUMNS);
            NcVariable fixed = file.defineVariable("fixed", NcType.INT, columns);
            NcVariable v = file.defineVariable("v", NcType.DOUBLE, time, columns);
            file.endDefine();
            int[] all = new int[COLUMNS];
            Arrays.fill(all, 5);
            fixed.collective().put(fixed.whole(), all);
            file.flush();
            for (int row = 0; row < ROWS; row++) {
              if (row % group.size() == group.rank()) {
                double[] values = new double[COLUMNS];
                for (int c = 0; c < COLUMNS; c++) {
                  values[c] = value(row, c);
                }
                v.put(Region.of(new long[] {row, 0}, new long[] {1, COLUMNS}), values);
              }
              if (row % 2 == 0) {
                file.flush();
              } else {
                file.sync();
              }
            }
            // What was flushed before is put anew.
            Arrays.fill(all, 6);
            fixed.collective().put(fixed.whole(), all);
          }
        });
    assertThat(read(path, readers)).isZero();
    try (NcFile file = NcFile.open(path, options().readOnly())) {
      int[] found = new int[COLUMNS];
      file.variable("fixed").get(found);
      assertThat(found).containsOnly(6);
      assertThat(file.statistics().orElseThrow().get(Counter.TARGET_BYTES)).isZero();
    }
  }

  @Test
  void theFileIsWhatItIsWithoutRetention() throws Exception {
    byte[] with = Files.readAllBytes(write("a.nc", 2, file -> {}));
    byte[] without = Files.readAllBytes(write("b.nc", 2, file -> {}, "log.retain", "0"));
    assertThat(with).isEqualTo(without);
    assertThat(sessions()).hasSize(1);
  }

  @Nested
  class WhereEachNodeHasATierOfItsOwn {
    private NodeTiers nodes;

    @BeforeEach
    void tiers() {
      nodes = new NodeTiers(directory);
    }

    private void writeOnTwoNodes() throws Exception {
      ThreadedGroup.run(
          4,
          2,
          group -> {
            NcOptions own = nodes.options(group, 2, "log.retain", "64MiB");
            write(nodes.path(), group, file -> {}, own);
          });
    }

    @ParameterizedTest
    @CsvSource({"2,1", "3,2", "4,2", "5,3", "1,1"})
    void whatOtherNodesHaveComesFromThem(int readers, int perNode) throws Exception {
      writeOnTwoNodes();
      boolean both = readers > perNode;
      nodes.read(
          readers,
          perNode,
          (file, group) -> {
            NcVariable v = file.variable("v");
            double[] found = new double[ROWS * COLUMNS];
            v.collective().get(v.whole(), found);
            for (int i = 0; i < found.length; i++) {
              assertThat(found[i]).isEqualTo(value(i / COLUMNS, i % COLUMNS));
            }
            Statistics counted = file.statistics().orElseThrow();
            assertThat(counted.get(Counter.TARGET_BYTES) == 0).isEqualTo(both);
            assertThat(counted.get(Counter.FETCHED_BYTES) > 0).isEqualTo(both);
          });
    }

    @Test
    void aProcessAloneReadsTheTargetForThem() throws Exception {
      writeOnTwoNodes();
      nodes.read(
          4,
          2,
          (file, group) -> {
            NcVariable v = file.variable("v");
            double[] found = new double[ROWS * COLUMNS];
            v.get(v.whole(), found);
            for (int i = 0; i < found.length; i++) {
              assertThat(found[i]).isEqualTo(value(i / COLUMNS, i % COLUMNS));
            }
          });
    }
  }

  @Nested
  class IsNotUsed {
    private void assertTargetIsRead(Path path) throws Exception {
      try (NcFile file = NcFile.open(path, options().readOnly())) {
        double[] found = new double[ROWS * COLUMNS];
        file.variable("v").get(found);
        assertThat(file.statistics().orElseThrow().get(Counter.TARGET_BYTES)).isPositive();
      }
    }

    @Test
    void whenTheTargetWasTouched() throws Exception {
      Path path = write("out.nc", 2, file -> {});
      byte[] all = Files.readAllBytes(path);
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
        assertThat(file.write(ByteBuffer.wrap(all, all.length - 1, 1), all.length - 1)).isOne();
      }
      assertTargetIsRead(path);
      assertThat(sessions()).isEmpty();
    }

    @Test
    void whenTheTargetHasGrownOrShrunk() throws Exception {
      Path path = write("out.nc", 1, file -> {});
      Files.write(path, new byte[8], StandardOpenOption.APPEND);
      assertTargetIsRead(path);
      path = write("out.nc", 1, file -> {});
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
        file.truncate(file.size() - Double.BYTES);
      }
      assertTargetIsRead(path);
    }

    @Test
    void whenTheTargetIsAnotherFile() throws Exception {
      Path path = write("out.nc", 1, file -> {});
      Path other = directory.resolve("other");
      Files.copy(path, other);
      Files.setLastModifiedTime(other, Files.getLastModifiedTime(path));
      Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
      assertTargetIsRead(path);
    }

    @Test
    void whenTheProgramItselfHasChangedTheTargetBehindItsDrain() throws Exception {
      Path path = directory.resolve("out.nc");
      try (SoloGroup group = new SoloGroup();
          NcFile file = NcFile.create(path, options().group(group))) {
        NcDimension time = file.defineUnlimited("time");
        NcVariable v = file.defineVariable("v", NcType.DOUBLE, time);
        v.setFill(Attribute.of("_FillValue", 7.0));
        file.endDefine();
        v.put(Region.of(new long[] {0}, new long[] {3}), new double[] {1, 2, 3});
        file.sync();
        v.fillRecord(1);
      }
      try (NcFile file = NcFile.open(path, options().readOnly())) {
        assertThat(file.variable("v").getDoubles()).containsExactly(1, 7, 3);
      }
    }

    @Test
    void whenItIsOpenedForWriting() throws Exception {
      Path path = write("out.nc", 1, file -> {});
      assertThat(sessions()).hasSize(1);
      try (SoloGroup group = new SoloGroup();
          NcFile file = NcFile.open(path, options("log.retain", "0").group(group))) {
        file.variable("v").put(Region.of(new long[] {0, 0}, new long[] {1, 1}), new double[] {-1});
      }
      assertThat(sessions()).isEmpty();
      try (NcFile file = NcFile.open(path, options().readOnly())) {
        assertThat(file.variable("v").getDouble(0, 0)).isEqualTo(-1);
      }
    }
  }

  @Nested
  class Goes {
    @Test
    void theOldestFirstBeyondTheLimit() throws Exception {
      long each = size(write("a.nc", 1, file -> {}));
      String limit = 2 * each + each / 2 + "B";
      Path a = directory.resolve("a.nc");
      Path b = write("b.nc", 1, file -> {}, "log.retain", limit);
      assertThat(read(a, 1) + read(b, 1)).isZero();
      Path c = write("c.nc", 1, file -> {}, "log.retain", limit);
      assertThat(retained()).hasSize(2);
      assertThat(read(b, 1) + read(c, 1)).isZero();
      assertThat(read(a, 1)).isPositive();
    }

    private long size(Path written) throws IOException {
      assertThat(written).exists();
      long size = 0;
      try (Stream<Path> all = Files.walk(sessions().get(0))) {
        for (Path file : all.filter(Files::isRegularFile).toList()) {
          size += Files.size(file);
        }
      }
      return size;
    }

    @Test
    void beyondTheNumberOfItsKind() throws Exception {
      String[] rules = {"log.retain.files", "chk-*.nc=1; keep.nc"};
      Path keep = write("keep.nc", 1, file -> {}, rules);
      Path first = write("chk-1.nc", 1, file -> {}, rules);
      Path other = write("other.nc", 1, file -> {}, rules);
      Path second = write("chk-2.nc", 1, file -> {}, rules);
      assertThat(read(keep, 1) + read(second, 1)).isZero();
      assertThat(read(first, 1)).isPositive();
      assertThat(read(other, 1)).isPositive();
      assertThat(retained()).hasSize(2);
    }
  }

  /** Any damage to what is kept is no damage to what is read. */
  @Test
  void damageIsFoundOrDoesNotMatter() throws Exception {
    Path path = write("out.nc", 2, file -> {});
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int turn = 0; turn < Effort.of(300, 20_000); turn++) {
      if (sessions().isEmpty()) {
        // What was seen to be of no use was removed.
        Files.delete(path);
        path = write("out.nc", 2, file -> {});
      }
      List<Path> files;
      try (Stream<Path> all = Files.list(sessions().get(0))) {
        files = all.filter(p -> !p.endsWith("lock")).sorted().toList();
      }
      Path damaged = files.get(random.nextInt(files.size()));
      byte[] good = Files.readAllBytes(damaged);
      int at = random.nextInt(good.length);
      byte[] bad = good.clone();
      bad[at] ^= (byte) (1 << random.nextInt(8));
      if (random.nextInt(8) == 0) {
        bad = Arrays.copyOf(bad, at);
      }
      Files.write(damaged, bad);
      try (NcFile file = NcFile.open(path, options().readOnly())) {
        double[] found = new double[ROWS * COLUMNS];
        file.variable("v").get(found);
        for (int i = 0; i < found.length; i++) {
          assertThat(found[i])
              .as("seed %d, turn %d, %s at %d", seed, turn, damaged, at)
              .isEqualTo(value(i / COLUMNS, i % COLUMNS));
        }
      }
      if (Files.exists(damaged)) {
        Files.write(damaged, good);
      }
    }
  }
}
