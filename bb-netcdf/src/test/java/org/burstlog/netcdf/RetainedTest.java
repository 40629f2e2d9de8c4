package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    return NcOptions.defaults().settings(NamedSettings.set(settings, more).build());
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
      fill(file, group);
      end.of(file);
    }
  }

  private static void fill(NcFile file, ProcessGroup group) throws IOException {
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

    /** The nodes that recover are those that wrote, with more or fewer processes. */
    @ParameterizedTest
    @CsvSource({"2,1,false", "6,3,false", "4,2,true", "5,3,true", "2,1,true"})
    void soItDoesWhenTheFileIsOpenedForWriting(int ranks, int perNode, boolean crash)
        throws Exception {
      if (crash) {
        nodes.crash(4, 2, true, (file, group, targets) -> fill(file, group), "log.retain", "64MiB");
      } else {
        writeOnTwoNodes();
      }
      ThreadedGroup.run(
          ranks,
          perNode,
          group -> {
            NcOptions own = nodes.options(group, perNode, "log.retain", "64MiB");
            try (NcFile file = NcFile.open(nodes.path(), own)) {
              NcVariable v = file.variable("v");
              double[] found = new double[ROWS * COLUMNS];
              v.put(Region.of(new long[] {group.rank(), 0}, new long[] {1, 1}), new double[] {-1});
              v.collective().get(v.whole(), found);
              assertThat(found[group.rank() * COLUMNS]).isEqualTo(-1);
              found[group.rank() * COLUMNS] = value(group.rank(), 0);
              for (int i = 0; i < found.length; i++) {
                assertThat(found[i]).isEqualTo(value(i / COLUMNS, i % COLUMNS));
              }
              Statistics counted = file.statistics().orElseThrow();
              assertThat(counted.get(Counter.TARGET_BYTES)).isZero();
              assertThat(counted.get(Counter.FETCHED_BYTES)).isPositive();
              assertThat(v.getDouble(ROWS - 1, 1)).isEqualTo(value(ROWS - 1, 1));
              file.sync();
              v.collective().get(v.whole(), found);
              assertThat(found[0]).isEqualTo(-1);
              assertThat(found[COLUMNS]).isEqualTo(-1);
              assertThat(found[1]).isEqualTo(value(0, 1));
            }
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
  }

  @Nested
  class WhenTheFileIsOpenedForWriting {
    private void assertValues(NcVariable v) throws IOException {
      double[] found = new double[ROWS * COLUMNS];
      v.get(v.whole(), found);
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i]).isEqualTo(value(i / COLUMNS, i % COLUMNS));
      }
    }

    private long fromTarget(NcFile file) {
      return file.statistics().orElseThrow().get(Counter.TARGET_BYTES);
    }

    @ParameterizedTest
    @CsvSource({"4,1", "4,2", "4,3", "4,5", "1,1"})
    void theTargetIsNotReadUntilItIsWrittenTo(int writers, int ranks) throws Exception {
      Path path = write("out.nc", writers, file -> {});
      FickleTarget.Targets targets = new FickleTarget.Targets();
      ThreadedGroup.run(
          ranks,
          2,
          group -> {
            try (NcFile file = NcFile.open(path, options().group(group).target(targets))) {
              NcVariable v = file.variable("v");
              assertValues(v);
              Region own = Region.of(new long[] {group.rank(), 3}, new long[] {1, 2});
              v.put(own, new double[] {-1, -2});
              double[] row = new double[COLUMNS];
              v.get(Region.of(new long[] {group.rank(), 0}, new long[] {1, COLUMNS}), row);
              assertThat(row[2]).isEqualTo(value(group.rank(), 2));
              assertThat(row[3]).isEqualTo(-1);
              assertThat(row[5]).isEqualTo(value(group.rank(), 5));
              assertThat(file.explain()).contains("the retained session " + tier);
              assertThat(fromTarget(file)).isZero();
              assertThat(file.statistics().orElseThrow().get(Counter.MERGED_BYTES)).isPositive();
              assertThat(targets.reads.get()).isZero();
              v.collective().get(v.whole(), new double[ROWS * COLUMNS]);
              assertThat(targets.reads.get()).isZero();
              file.flush();
              for (int rank = 0; rank < group.size(); rank++) {
                assertThat(v.getDouble(rank, 3)).isEqualTo(-1);
                assertThat(v.getDouble(rank, 2)).isEqualTo(value(rank, 2));
              }
              assertThat(fromTarget(file)).isPositive();
            }
          });
      assertThat(sessions()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"foreground", "background"})
    void whatIsDrainedIsNotHiddenByWhatWasRetainedBefore(String mode) throws Exception {
      Path path = write("out.nc", 2, file -> {});
      ThreadedGroup.run(
          2,
          group -> {
            String[] set = {"drain.mode", mode, "log.retain", "0"};
            try (NcFile file = NcFile.open(path, options(set).group(group))) {
              NcVariable v = file.variable("v");
              for (int turn = 0; turn < 5; turn++) {
                v.put(
                    Region.of(new long[] {group.rank(), turn}, new long[] {1, 1}),
                    new double[] {-turn});
                file.flush();
                assertThat(v.getDouble(1 - group.rank(), turn)).isEqualTo(-turn);
              }
            }
          });
      assertThat(sessions()).isEmpty();
    }

    /** A log that is full is drained by its process alone. */
    @Test
    void whatOneProcessHasWrittenAloneIsSeenByItAndBehindTheNextSyncByAll() throws Exception {
      Path path = write("out.nc", 2, file -> {});
      ThreadedGroup.run(
          2,
          group -> {
            String[] set = {"log.capacity", "64KiB", "log.chunk", "32KiB"};
            try (NcFile file = NcFile.open(path, options(set).group(group))) {
              NcVariable v = file.variable("v");
              double[] row = new double[COLUMNS];
              Arrays.fill(row, -7);
              for (int turn = 0; turn < 200 && group.rank() == 0; turn++) {
                v.put(Region.of(new long[] {0, 0}, new long[] {1, COLUMNS}), row);
                assertThat(v.getDouble(0, COLUMNS - 1)).isEqualTo(-7);
              }
              file.sync();
              assertThat(v.getDouble(0, 0)).isEqualTo(-7);
              assertThat(v.getDouble(1, 0)).isEqualTo(value(1, 0));
            }
          });
    }

    @Test
    void whatIsRetainedStaysWhereNothingIsWritten() throws Exception {
      Path path = write("out.nc", 2, file -> {});
      try (SoloGroup group = new SoloGroup();
          NcFile file = NcFile.open(path, options().group(group))) {
        assertValues(file.variable("v"));
      }
      assertThat(read(path, 3)).isZero();
    }

    @Test
    void otherDefinitionsMoveWhatIsRetained() throws Exception {
      Path path = write("out.nc", 2, file -> {});
      try (SoloGroup group = new SoloGroup();
          NcFile file = NcFile.open(path, options().group(group))) {
        assertValues(file.variable("v"));
        file.redefine();
        NcVariable w = file.defineVariable("w", NcType.DOUBLE, file.dimension("columns"));
        file.attributes().put(Attribute.of("history", "x".repeat(5000)));
        file.endDefine();
        double[] values = new double[COLUMNS];
        Arrays.fill(values, 9);
        w.put(w.whole(), values);
        assertValues(file.variable("v"));
        assertThat(w.getDoubles()).containsOnly(9);
      }
    }

    @Test
    void nothingOfItIsReadWithAttachOff() throws Exception {
      Path path = write("out.nc", 1, file -> {});
      try (SoloGroup group = new SoloGroup();
          NcFile file = NcFile.open(path, options("attach", "off").group(group))) {
        assertValues(file.variable("v"));
        assertThat(sessions()).hasSize(1);
      }
      assertThat(retained()).isEmpty();
    }

    /** A reader could not tell what of it is drained over. */
    @Test
    void readersMeanwhileReadTheTarget() throws Exception {
      Path path = write("out.nc", 1, file -> {});
      try (SoloGroup group = new SoloGroup();
          NcFile file = NcFile.open(path, options().group(group))) {
        NcVariable v = file.variable("v");
        assertValues(v);
        try (NcFile reader = NcFile.open(path, options().readOnly())) {
          v.put(Region.of(new long[] {0, 0}, new long[] {1, 1}), new double[] {-1});
          reader.refresh();
          assertThat(reader.variable("v").getDouble(0, 0)).isEqualTo(-1);
          file.sync();
          assertThat(reader.variable("v").getDouble(0, 0)).isEqualTo(-1);
          assertThat(reader.variable("v").getDouble(0, 1)).isEqualTo(value(0, 1));
        }
      }
    }

    @Test
    void onItsOwnItIsRemovedBehindTheFirstWrite() throws Exception {
      Path path = write("out.nc", 1, file -> {});
      assertThat(sessions()).hasSize(1);
      try (SoloGroup group = new SoloGroup();
          NcFile file = NcFile.open(path, options("log.retain", "0").group(group))) {
        assertThat(retained()).hasSize(1);
        file.variable("v").put(Region.of(new long[] {0, 0}, new long[] {1, 1}), new double[] {-1});
        assertThat(retained()).hasSize(1);
        file.sync();
        assertThat(retained()).isEmpty();
      }
      assertThat(sessions()).isEmpty();
      try (NcFile file = NcFile.open(path, options().readOnly())) {
        assertThat(file.variable("v").getDouble(0, 0)).isEqualTo(-1);
      }
    }
  }

  @Nested
  class WhenACrashIsRecoveredAsTheFileIsOpenedForWriting {
    /** Leaves all values in logs, as a program whose last drain failed. */
    private Path crash(int ranks, String... more) throws Exception {
      Path path = directory.resolve("out.nc");
      FickleTarget.Targets targets = new FickleTarget.Targets();
      ThreadedGroup.run(
          ranks,
          2,
          group -> {
            NcOptions own = options(more).group(group).target(targets);
            assertThatThrownBy(() -> write(path, group, file -> targets.broken.set(true), own))
                .isInstanceOf(IOException.class);
          });
      return path;
    }

    private void assertNothingComesFromTheTarget(Path path, int ranks) throws Exception {
      ThreadedGroup.run(
          ranks,
          2,
          group -> {
            try (NcFile file = NcFile.open(path, options().group(group))) {
              NcVariable v = file.variable("v");
              double[] found = new double[ROWS * COLUMNS];
              v.get(v.whole(), found);
              for (int i = 0; i < found.length; i++) {
                assertThat(found[i]).isEqualTo(value(i / COLUMNS, i % COLUMNS));
              }
              Statistics counted = file.statistics().orElseThrow();
              assertThat(counted.get(Counter.TARGET_BYTES)).isZero();
            }
          });
    }

    @ParameterizedTest
    @CsvSource({
      "4,1,process,foreground",
      "4,2,process,foreground",
      "4,3,process,foreground",
      "4,5,process,foreground",
      "4,3,node,foreground",
      "4,5,process,background",
      "4,1,node,background"
    })
    void theTargetIsNotRead(int writers, int ranks, String layout, String mode) throws Exception {
      Path path = crash(writers, "log.layout", layout, "drain.mode", mode);
      assertNothingComesFromTheTarget(path, ranks);
      // Nor by those that come behind it.
      assertNothingComesFromTheTarget(path, ranks);
      assertThat(read(path, ranks)).isZero();
      assertThat(sessions()).hasSize(1);
    }

    @Test
    void itIsReadFromTheTargetWhereNothingIsRetained() throws Exception {
      Path path = crash(2);
      FickleTarget.Targets targets = new FickleTarget.Targets();
      try (SoloGroup group = new SoloGroup();
          NcFile file =
              NcFile.open(path, options("log.retain", "0").group(group).target(targets))) {
        assertThat(retained()).isEmpty();
        long before = targets.reads.get();
        assertThat(file.variable("v").getDouble(1, 1)).isEqualTo(value(1, 1));
        assertThat(targets.reads.get()).isGreaterThan(before);
      }
    }

    @Test
    void moreThanTheLimitIsNotRetained() throws Exception {
      Path path = crash(2);
      try (SoloGroup group = new SoloGroup();
          NcFile file = NcFile.open(path, options("log.retain", "8KiB").group(group))) {
        assertThat(retained()).isEmpty();
        assertThat(file.variable("v").getDouble(1, 1)).isEqualTo(value(1, 1));
      }
    }

    @Test
    void whatIsWrittenThenIsKeptInItsPlace() throws Exception {
      Path path = crash(3);
      ThreadedGroup.run(
          2,
          group -> {
            try (NcFile file = NcFile.open(path, options().group(group))) {
              NcVariable v = file.variable("v");
              v.put(Region.of(new long[] {group.rank(), 0}, new long[] {1, 1}), new double[] {-1});
              assertThat(v.getDouble(group.rank(), 0)).isEqualTo(-1);
              assertThat(v.getDouble(group.rank(), 1)).isEqualTo(value(group.rank(), 1));
            }
          });
      assertThat(sessions()).hasSize(1);
      try (NcFile file = NcFile.open(path, options().readOnly())) {
        assertThat(file.variable("v").getDouble(0, 0)).isEqualTo(-1);
        assertThat(file.variable("v").getDouble(1, 0)).isEqualTo(-1);
        assertThat(file.variable("v").getDouble(1, 1)).isEqualTo(value(1, 1));
        assertThat(file.variable("v").getDouble(2, 0)).isEqualTo(value(2, 0));
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

  /** Programs open the file again and again, read, put, flush, and sometimes die. */
  @Test
  void whatRandomProgramsReadIsWhatWasPut() throws Exception {
    for (int turn = 0; turn < Effort.of(8, 400); turn++) {
      long seed = System.nanoTime();
      try {
        live(seed);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private void live(long seed) throws Exception {
    Random random = new Random(seed);
    Path path = write("random" + seed + ".nc", 1 + random.nextInt(4), file -> {});
    double[] model = new double[ROWS * COLUMNS];
    Arrays.setAll(model, i -> value(i / COLUMNS, i % COLUMNS));
    for (int life = 0; life < 4; life++) {
      String[] set = {
        "drain.mode", random.nextBoolean() ? "foreground" : "background",
        "log.layout", random.nextBoolean() ? "process" : "node",
        "log.capacity", random.nextBoolean() ? "0" : "64KiB",
        "log.chunk", "16KiB",
        "log.block", "16KiB",
        "log.retain", random.nextInt(4) == 0 ? "0" : "64MiB"
      };
      int ranks = 1 + random.nextInt(4);
      long own = random.nextLong();
      boolean dies = random.nextInt(3) == 0;
      FickleTarget.Targets targets = new FickleTarget.Targets();
      ThreadedGroup.run(
          ranks,
          1 + random.nextInt(ranks),
          group -> {
            NcFile file = NcFile.open(path, options(set).group(group).target(targets));
            live(file, group, new Random(own), model);
            group.barrier();
            targets.broken.set(dies);
            try {
              file.close();
            } catch (IOException e) {
              assertThat(dies).isTrue();
            }
          });
    }
  }

  /** All make the same calls; each process puts to rows of its own. */
  private static void live(NcFile file, ProcessGroup group, Random random, double[] model)
      throws IOException {
    NcVariable v = file.variable("v");
    int rank = group.rank();
    for (int step = 0; step < 15; step++) {
      int row = random.nextInt(ROWS / group.size()) * group.size() + rank;
      int first = random.nextInt(COLUMNS);
      int count = 1 + random.nextInt(COLUMNS - first);
      int act = random.nextInt(6);
      if (act < 2) {
        double[] values = new double[count];
        Arrays.fill(values, random.nextInt());
        System.arraycopy(values, 0, model, row * COLUMNS + first, count);
        v.put(Region.of(new long[] {row, first}, new long[] {1, count}), values);
      } else if (act < 4) {
        double[] found = new double[count];
        v.get(Region.of(new long[] {row, first}, new long[] {1, count}), found);
        int at = row * COLUMNS + first;
        assertThat(found).containsExactly(Arrays.copyOfRange(model, at, at + count));
      } else {
        if (act == 4) {
          file.flush();
        } else {
          file.sync();
        }
        double[] found = new double[ROWS * COLUMNS];
        if (random.nextBoolean()) {
          v.collective().get(v.whole(), found);
        } else {
          v.get(v.whole(), found);
        }
        assertThat(Arrays.mismatch(found, model)).as("first wrong").isEqualTo(-1);
        group.barrier();
      }
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
