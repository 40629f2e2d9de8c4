package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.NamedSettings;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.storage.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is known to go wrong in another burst buffer for this format. Each test has the name of a
 * defect and fails when it is here.
 */
class DefectsTest {
  private static final int LENGTH = 1000;

  @TempDir Path directory;

  private Path path;
  private Path tier;

  @BeforeEach
  void choosePaths() throws IOException {
    path = directory.resolve("out.nc");
    tier = Files.createDirectory(directory.resolve("tier"));
  }

  private NcOptions options(String... more) throws IOException {
    Settings.Builder builder =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.CHUNK, "256KiB")
            .set(Settings.BLOCK, "64KiB");
    return NcOptions.defaults().settings(NamedSettings.set(builder, more).build());
  }

  private NcFile create(NcOptions options) throws IOException {
    NcFile file = NcFile.create(path, options);
    NcDimension x = file.defineDimension("x", LENGTH);
    file.defineVariable("v", NcType.INT, x);
    file.defineVariable("b", NcType.BYTE, x);
    file.endDefine();
    return file;
  }

  private static Region region(long start, long count) {
    return Region.of(new long[] {start}, new long[] {count});
  }

  private static int[] filled(int count, int value) {
    int[] values = new int[count];
    Arrays.fill(values, value);
    return values;
  }

  private int[] inFile() throws IOException {
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      return file.variable("v").getInts();
    }
  }

  private List<Path> logs() throws IOException {
    try (Stream<Path> all = Files.walk(tier)) {
      return all.filter(f -> f.toString().endsWith(".meta") || f.toString().endsWith(".data"))
          // Spare sessions stay until the process ends.
          .filter(f -> !f.toString().contains("/spare-"))
          .toList();
    }
  }

  @Test
  void firstWriteWinsOnOverlap() throws IOException {
    try (NcFile file = create(options())) {
      NcVariable v = file.variable("v");
      v.put(region(0, LENGTH), filled(LENGTH, 1));
      v.put(region(10, 20), filled(20, 2));
      v.put(region(15, 1), filled(1, 3));
    }
    int[] wanted = filled(LENGTH, 1);
    Arrays.fill(wanted, 10, 30, 2);
    wanted[15] = 3;
    assertThat(inFile()).isEqualTo(wanted);
  }

  @Test
  void nothingReadsItsLogsBack() throws IOException {
    FickleTarget.Targets system = new FickleTarget.Targets();
    NcFile file = create(options().target(system));
    for (int i = 0; i < LENGTH; i++) {
      file.variable("v").put(region(i, 1), filled(1, i));
    }
    system.broken.set(true);
    assertThatThrownBy(file::close).hasMessageContaining("the target is broken");
    try (NcFile again = NcFile.open(path, options())) {
      assertThat(again.variable("v").getInts(region(0, 4))).containsExactly(0, 1, 2, 3);
    }
    assertThat(inFile()).startsWith(0, 1, 2, 3).endsWith(LENGTH - 1);
    assertThat(logs()).isEmpty();
  }

  @Test
  void aFullBurstBufferLosesEarlierPuts() throws IOException {
    NcFile file = create(options("log.capacity", "128KiB"));
    try (file) {
      for (int round = 0; round < 100; round++) {
        for (int i = 0; i < LENGTH; i += 100) {
          file.variable("v").put(region(i, 100), filled(100, round + i));
        }
      }
    }
    assertThat(file.statistics().orElseThrow().get(Counter.FULL_EVENTS)).isPositive();
    int[] wanted = new int[LENGTH];
    Arrays.setAll(wanted, i -> 99 + i / 100 * 100);
    assertThat(inFile()).isEqualTo(wanted);
  }

  @Test
  void aFailedFlushResetsTheLog() throws IOException {
    FickleTarget.Targets system = new FickleTarget.Targets();
    try (NcFile file = create(options().target(system))) {
      file.variable("v").put(region(0, LENGTH), filled(LENGTH, 5));
      system.broken.set(true);
      assertThatThrownBy(file::flush).hasMessageContaining("Nothing is lost");
      assertThatThrownBy(() -> file.variable("v").put(region(0, 1), filled(1, 6)))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("no put is taken");
      system.broken.set(false);
      file.flush();
      file.variable("v").put(region(1, 1), filled(1, 7));
    }
    assertThat(inFile()).startsWith(5, 7, 5);
  }

  @Test
  void logsAreDeletedEvenWhenTheFlushFailed() throws IOException {
    FickleTarget.Targets system = new FickleTarget.Targets();
    NcFile file = create(options().target(system));
    file.variable("v").put(region(0, LENGTH), filled(LENGTH, 5));
    system.broken.set(true);
    assertThatThrownBy(file::close).hasMessageContaining("the logs are kept");
    assertThat(logs()).hasSize(2);
  }

  @Test
  void conversionErrorsAppearAtFlushOnTheWrongRequest() throws IOException {
    try (NcFile file = create(options())) {
      NcVariable b = file.variable("b");
      b.put(region(0, 1), filled(1, 100));
      NcException wrong =
          catchThrowableOfType(NcException.class, () -> b.put(region(1, 1), filled(1, 1000)));
      assertThat(wrong.error()).isEqualTo(NcError.NC_ERANGE);
      b.put(region(2, 1), filled(1, -100));
      file.flush();
      assertThat(b.getInts(region(0, 1))).containsExactly(100);
      assertThat(b.getInts(region(2, 1))).containsExactly(-100);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"process", "node"})
  void twoJobsWithOneFileNameCorruptEachOther(String layout) throws Exception {
    Path here = Files.createDirectory(directory.resolve("a"));
    Path there = Files.createDirectory(directory.resolve("b"));
    NcOptions options = options("log.layout", layout);
    ThreadedGroup.run(
        2,
        both -> {
          // Each thread is a job of its own; they only take care to overlap.
          Path own = (both.rank() == 0 ? here : there).resolve("same.nc");
          try (NcFile file = NcFile.create(own, options)) {
            NcDimension x = file.defineDimension("x", LENGTH);
            NcVariable v = file.defineVariable("v", NcType.INT, x);
            file.endDefine();
            both.barrier();
            for (int i = 0; i < LENGTH; i++) {
              v.put(region(i, 1), filled(1, i * (both.rank() + 1)));
            }
            both.barrier();
          }
        });
    path = here.resolve("same.nc");
    assertThat(inFile()).endsWith(LENGTH - 1);
    path = there.resolve("same.nc");
    assertThat(inFile()).endsWith(2 * (LENGTH - 1));
    assertThat(logs()).isEmpty();
  }

  @Test
  void aRestartAfterACrashFailsBecauseTheOldLogExists() throws IOException {
    FickleTarget.Targets system = new FickleTarget.Targets();
    NcFile file = create(options().target(system));
    file.variable("v").put(region(0, LENGTH), filled(LENGTH, 5));
    system.broken.set(true);
    assertThatThrownBy(file::close).isInstanceOf(IOException.class);
    assertThat(logs()).isNotEmpty();
    try (NcFile again = create(options())) {
      again.variable("v").put(region(0, LENGTH), filled(LENGTH, 6));
    }
    // What was left belongs to the file that was there before.
    assertThat(inFile()).containsOnly(6);
  }

  @Test
  void withSharedLogsOneProcessThatCannotOpenHangsTheOthers() throws Exception {
    NcOptions right = options("log.layout", "node");
    NcOptions wrong = options("log.layout", "node", "tier", directory.resolve("gone").toString());
    ThreadedGroup.run(
        3,
        group -> {
          NcOptions options = (group.rank() == 1 ? wrong : right).group(group);
          assertThatThrownBy(() -> NcFile.create(path, options)).isInstanceOf(IOException.class);
        });
    assertThat(logs()).isEmpty();
  }

  @Test
  void theWholeLogIsReadIntoMemory() throws IOException {
    FickleTarget.Targets system = new FickleTarget.Targets();
    NcOptions options = options("drain.buffer", "64KiB").target(system);
    long elements = 1 << 20;
    try (NcFile file = NcFile.create(path, options)) {
      NcDimension x = file.defineDimension("x", elements);
      NcVariable v = file.defineVariable("v", NcType.INT, x);
      file.endDefine();
      v.put(region(0, elements), filled((int) elements, 3));
    }
    assertThat(system.largest.get()).isEqualTo(64 << 10);
    assertThat(inFile()).hasSize((int) elements).containsOnly(3);
  }

  @Test
  void aPutMakesThreeSystemCalls() throws IOException {
    Path counts = Path.of("/proc/self/io");
    assumeThat(Files.isReadable(counts)).isTrue();
    try (NcFile file = create(options("log.access", "mapped"))) {
      NcVariable v = file.variable("v");
      int puts = 20_000;
      Region region = region(5, 10);
      int[] values = filled(10, 1);
      long before = writes(counts);
      for (int i = 0; i < puts; i++) {
        v.put(region, values);
      }
      // The log grows meanwhile, and the virtual machine has its own business.
      assertThat(writes(counts) - before).isLessThan(puts / 10);
    }
  }

  private static long writes(Path counts) throws IOException {
    for (String line : Files.readAllLines(counts)) {
      if (line.startsWith("syscw: ")) {
        return Long.parseLong(line.substring(7).strip());
      }
    }
    return 0;
  }

  @Test
  void thereIsNoChecksumVersionOrIdentity() throws IOException {
    try (NcFile file = create(options())) {
      file.variable("v").put(region(0, 3), new int[] {1, 2, 3});
      file.variable("v").put(region(7, 1), new int[] {4});
      Path copy = Files.createDirectory(directory.resolve("copy"));
      Path meta = null;
      for (Path log : logs()) {
        Path to = Files.copy(log, copy.resolve(log.getFileName()));
        meta = to.toString().endsWith(".meta") ? to : meta;
      }
      assertThat(meta).isNotNull();
      assertThat(state(meta)).isEqualTo(LogVerdict.State.CLEAN);
      Path data = Path.of(meta.toString().replace(".meta", ".data"));
      byte[] bytes = Files.readAllBytes(data);
      // The first put's data.
      bytes[8192] ^= 1;
      Files.write(data, bytes);
      assertThat(state(meta)).isEqualTo(LogVerdict.State.DAMAGED);
      try (LogReader reader = LogReader.open(new LocalStorage(), meta)) {
        assertThat(reader.header().target()).isEqualTo(path.toRealPath().toString());
        assertThat(reader.header().identity()).startsWith("inode ");
        assertThat(reader.header().session()).isNotZero();
      }
    }
  }

  private static LogVerdict.State state(Path meta) throws IOException {
    try (LogReader reader = LogReader.open(new LocalStorage(), meta)) {
      LaneReader lane = reader.lane(0);
      while (lane.next() != null) {
        // to the end
      }
      return lane.verdict().state();
    }
  }
}
