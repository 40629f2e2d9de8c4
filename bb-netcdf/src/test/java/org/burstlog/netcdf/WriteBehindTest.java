package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Small puts without a burst buffer: few writes, and yet nothing is late, lost or out of order. */
class WriteBehindTest {
  private static final int ROWS = 100;

  @TempDir Path directory;
  private final FickleTarget.Targets targets = new FickleTarget.Targets();
  private Path path = Path.of("");

  @BeforeEach
  void name() {
    path = directory.resolve("rows.nc");
  }

  private NcFile create() throws IOException {
    NcFile file = NcFile.create(path, NcOptions.defaults().target(targets));
    NcDimension y = file.defineDimension("y", ROWS);
    NcDimension x = file.defineDimension("x", 8);
    file.defineVariable("u", NcType.INT, y, x);
    file.defineVariable("v", NcType.INT, y, x);
    file.endDefine();
    return file;
  }

  private static void putRow(NcVariable variable, int row, int value) throws IOException {
    int[] values = new int[8];
    Arrays.fill(values, value);
    variable.put(Region.of(new long[] {row, 0}, new long[] {1, 8}), values);
  }

  private static void putRows(NcVariable variable) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      putRow(variable, row, row + 1);
    }
  }

  /** What another program would find in the file now. */
  private int stored(long offset, int row) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    int at = (int) offset + row * 32;
    return at + 4 <= bytes.length ? ByteBuffer.wrap(bytes).getInt(at) : 0;
  }

  private interface Looking {
    void at(NcFile file) throws IOException;
  }

  private record Named(String name, Looking looking) {}

  @TestFactory
  List<DynamicTest> rowsAreInTheFileAfter() {
    return List.of(
            new Named("a get", file -> file.variable("u").getInts()),
            new Named("a collective get", file -> file.variable("u").collective().getInts()),
            new Named("a collective put", file -> file.variable("u").collective().set(1, 0, 0)),
            new Named("a put elsewhere", file -> putRow(file.variable("u"), 5, 1)),
            new Named("flush", NcFile::flush),
            new Named("sync", NcFile::sync),
            new Named("syncRecords", NcFile::syncRecords),
            new Named("await", file -> file.await()),
            new Named("awaitAll", NcFile::awaitAll),
            new Named("redefine", NcFile::redefine),
            new Named("a renaming", file -> file.variable("u").rename("w")),
            new Named("close", NcFile::close))
        .stream()
        .map(each -> DynamicTest.dynamicTest(each.name(), () -> inTheFileAfter(each.looking())))
        .toList();
  }

  private void inTheFileAfter(Looking looking) throws IOException {
    try (NcFile file = create()) {
      NcVariable v = file.variable("v");
      long offset = v.offset();
      long before = targets.writes.get();
      putRows(v);
      assertThat(targets.writes.get()).isEqualTo(before);
      assertThat(stored(offset, ROWS - 1)).isZero();
      looking.at(file);
      for (int row = 0; row < ROWS; row++) {
        assertThat(stored(offset, row)).isEqualTo(row + 1);
      }
    }
  }

  @Test
  void manyRowsAreFewWrites() throws IOException {
    int rows = 20_000;
    try (NcFile file = NcFile.create(path, NcOptions.defaults().target(targets))) {
      NcDimension y = file.defineDimension("y", rows);
      NcVariable v = file.defineVariable("v", NcType.INT, y, file.defineDimension("x", 8));
      file.endDefine();
      long before = targets.writes.get();
      for (int row = 0; row < rows; row++) {
        putRow(v, row, row);
      }
      file.flush();
      // 640 000 bytes, of which 64 KiB are kept at most.
      assertThat(targets.writes.get() - before).isEqualTo(10);
      assertThat(targets.largest.get()).isLessThanOrEqualTo(64 << 10);
      for (int row = 0; row < rows; row++) {
        assertThat(v.getInt(row, 3)).isEqualTo(row);
      }
    }
  }

  @Test
  void theLastOfOverlappingPutsWins() throws IOException {
    try (NcFile file = create()) {
      NcVariable v = file.variable("v");
      putRows(v);
      putRow(v, 7, -1);
      putRow(v, 8, -2);
      putRow(v, 7, -3);
      assertThat(v.getInt(7, 0)).isEqualTo(-3);
      assertThat(v.getInt(8, 7)).isEqualTo(-2);
      assertThat(v.getInt(9, 0)).isEqualTo(10);
    }
  }

  @Test
  void anErrorNamesWhosePutsItConcernsAndNothingIsLost() throws IOException {
    try (NcFile file = create()) {
      NcVariable u = file.variable("u");
      NcVariable v = file.variable("v");
      putRows(u);
      putRows(v);
      targets.broken.set(true);
      for (Looking looking :
          List.<Looking>of(NcFile::sync, f -> putRow(v, 3, 1), f -> u.getInts())) {
        NcException told = catchThrowableOfType(NcException.class, () -> looking.at(file));
        assertThat(told.error()).isEqualTo(NcError.NC_EWRITE);
        assertThat(told.fileOffset()).isEqualTo(u.offset());
        assertThat(told)
            .hasMessageContaining("put earlier into 'u' to 'v'")
            .hasMessageContaining("the target is broken");
      }
      targets.broken.set(false);
      file.sync();
      assertThat(v.getInt(3, 0)).isEqualTo(4);
      assertThat(u.getInt(ROWS - 1, 0)).isEqualTo(ROWS);
    }
  }

  @Test
  void aCloseThatCannotWriteThemSaysSo() throws IOException {
    NcFile file = create();
    putRows(file.variable("v"));
    targets.broken.set(true);
    NcException told = catchThrowableOfType(NcException.class, file::close);
    assertThat(told.error()).isEqualTo(NcError.NC_EWRITE);
    assertThat(told).hasMessageContaining("put earlier into 'v'");
  }

  @Test
  void oneProcessThatCannotWriteThemFailsTheCollectiveCallEverywhere() throws Exception {
    FickleTarget.Targets bad = new FickleTarget.Targets();
    ThreadedGroup.run(
        3,
        group -> {
          NcOptions options =
              NcOptions.defaults().group(group).target(group.rank() == 1 ? bad : targets);
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension x = file.defineDimension("x", 3);
            NcVariable v = file.defineVariable("v", NcType.INT, x);
            file.endDefine();
            v.set(group.rank() + 1, group.rank());
            if (group.rank() == 1) {
              bad.broken.set(true);
            }
            for (Looking looking :
                List.<Looking>of(NcFile::sync, f -> v.collective().getInts(), NcFile::awaitAll)) {
              NcException told = catchThrowableOfType(NcException.class, () -> looking.at(file));
              assertThat(told.error()).isEqualTo(NcError.NC_EWRITE);
              assertThat(told).hasMessageContaining("put earlier into 'v'");
            }
            if (group.rank() == 1) {
              bad.broken.set(false);
            }
            file.sync();
            assertThat(v.getInts()).containsExactly(1, 2, 3);
          }
        });
  }
}
