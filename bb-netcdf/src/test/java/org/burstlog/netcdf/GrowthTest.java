package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.burstlog.testing.Allocation;
import org.burstlog.testing.Effort;
import org.burstlog.testing.Held;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a process does many times takes no more of anything the more often it is done. */
class GrowthTest {
  private static final int ELEMENTS = 64;

  @TempDir Path directory;

  private NcOptions buffered(String mode) throws IOException {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString())
            .set(Settings.DRAIN_MODE, mode)
            .build();
    return NcOptions.defaults().settings(settings);
  }

  /** What this process holds, and how much of its heap is in use. */
  private record Taken(long heap, Held held) {
    static Taken now() throws IOException {
      // What is not used any more is gone only behind a collection.
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      return new Taken(runtime.totalMemory() - runtime.freeMemory(), Held.now());
    }

    /** Allows for what the virtual machine itself takes meanwhile, but for nothing of each turn. */
    void isAsMuchAs(Taken before, int turns) {
      assertThat(heap).as("heap").isLessThan(before.heap + turns * 512L + (2 << 20));
      assertThat(held.files()).as("descriptors").isLessThan(before.held.files() + 16);
      assertThat(held.mappings()).as("mappings").isLessThan(before.held.mappings() + 16);
      assertThat(held.threads()).as("threads").isLessThan(before.held.threads() + 16);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"foreground", "background"})
  void filesThatAreCreatedAndClosedOneAfterTheOther(String mode) throws Exception {
    NcOptions options = buffered(mode);
    int turns = Effort.of(600, 10_000);
    createAndClose(options, 200);
    Taken before = Taken.now();
    long first = Allocation.by(() -> createAndClose(options, 100));
    createAndClose(options, turns);
    long last = Allocation.by(() -> createAndClose(options, 100));
    Taken.now().isAsMuchAs(before, turns);
    // A little is the compiler's doing: it does away with objects, and sometimes takes that back.
    assertThat(last).as("allocated bytes of 100 turns").isLessThan(first + first / 4);
    assertThat(directory.resolve("tier")).isDirectory();
  }

  private void createAndClose(NcOptions options, int turns) throws IOException {
    double[] values = new double[ELEMENTS];
    for (int i = 0; i < turns; i++) {
      try (NcFile file = NcFile.create(directory.resolve("file" + i % 8 + ".nc"), options)) {
        NcDimension x = file.defineDimension("x", ELEMENTS);
        NcVariable v = file.defineVariable("v", NcType.DOUBLE, x);
        file.endDefine();
        v.put(values);
      }
    }
  }

  @Test
  void drainsOfTwoFilesAtOnce() throws Exception {
    NcOptions options = buffered("background");
    try (NcFile one = NcFile.create(directory.resolve("one.nc"), options);
        NcFile two = NcFile.create(directory.resolve("two.nc"), options)) {
      NcVariable a = record(one);
      NcVariable b = record(two);
      drain(a, b, 0, 100);
      Taken before = Taken.now();
      int turns = Effort.of(500, 10_000);
      long first = Allocation.by(() -> drain(a, b, 100, 100));
      drain(a, b, 200, turns);
      long last = Allocation.by(() -> drain(a, b, 200 + turns, 100));
      Taken.now().isAsMuchAs(before, turns);
      assertThat(last).as("allocated bytes of 100 turns").isLessThan(first + first / 4);
    }
    for (String name : List.of("one.nc", "two.nc")) {
      try (NcFile file = NcFile.open(directory.resolve(name), NcOptions.defaults().readOnly())) {
        NcVariable v = file.variable("v");
        for (long record = 0; record < file.records(); record += 97) {
          assertThat(v.getDouble(record, ELEMENTS - 1)).as(name).isEqualTo((double) record);
        }
      }
    }
  }

  private static NcVariable record(NcFile file) throws IOException {
    NcDimension time = file.defineUnlimited("time");
    NcDimension x = file.defineDimension("x", ELEMENTS);
    NcVariable v = file.defineVariable("v", NcType.DOUBLE, time, x);
    file.endDefine();
    return v;
  }

  private static void drain(NcVariable a, NcVariable b, int from, int turns) throws IOException {
    double[] values = new double[ELEMENTS];
    for (int record = from; record < from + turns; record++) {
      Arrays.fill(values, record);
      Region region = Region.of(new long[] {record, 0}, new long[] {1, ELEMENTS});
      a.put(region, values);
      b.put(region, values);
      a.file().flush();
      b.file().flush();
    }
  }

  @Test
  void aVariableCostsAsMuchAmongManyAsAmongFew() throws Exception {
    int few = 5000;
    int many = 40_000;
    define(few, "warm.nc");
    double alone = Allocation.by(() -> define(few, "few.nc")) / (double) few;
    double among = Allocation.by(() -> define(many, "many.nc")) / (double) many;
    assertThat(among).as("allocated bytes of a variable").isLessThan(alone * 1.5);
    try (NcFile file = NcFile.open(directory.resolve("many.nc"))) {
      assertThat(file.variables()).hasSize(many);
      assertThat(file.variable("v" + (many - 1)).getInts()).containsExactly(many - 1, 2);
    }
  }

  private void define(int variables, String name) throws IOException {
    NcOptions options = buffered("foreground").format(CdfVersion.CDF5);
    try (NcFile file = NcFile.create(directory.resolve(name), options)) {
      NcDimension x = file.defineDimension("x", 2);
      for (int i = 0; i < variables; i++) {
        NcVariable v = file.defineVariable("v" + i, NcType.INT, x);
        v.attributes().put("units", "m");
      }
      file.endDefine();
      for (int i = 0; i < variables; i++) {
        file.variable("v" + i).put(new int[] {i, 2});
      }
    }
  }
}
