package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.header.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files, dimensions and records that are larger than an int, sparse; and many variables. */
class LargeAndManyTest {
  @TempDir Path directory;

  @Test
  void valuesBeyondFourGibibytes() throws Exception {
    Path path = directory.resolve("large.nc");
    long length = 3L << 31;
    try (NcFile file = NcFile.create(path, NcOptions.defaults().format(CdfVersion.CDF5))) {
      NcDimension x = file.defineDimension("x", length);
      NcVariable a = file.defineVariable("a", NcType.DOUBLE, x);
      NcVariable b = file.defineVariable("b", NcType.BYTE, x);
      file.endDefine();
      a.put(Region.of(new long[] {length - 3}, new long[] {3}), new double[] {1, 2, 3});
      Region apart = Region.of(new long[] {7}, new long[] {3}, new long[] {(length - 8) / 2});
      b.put(apart, new byte[] {4, 5, 6});
      a.nonblocking().put(Region.of(new long[] {5}, new long[] {1}), new int[] {9});
      a.nonblocking().put(Region.of(new long[] {1L << 32}, new long[] {1}), new int[] {8});
      file.await();
      assertThat(b.offset()).isGreaterThan(1L << 35);
    }
    assertThat(Files.size(path)).isGreaterThan(length * 9);
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      NcVariable a = file.variable("a");
      assertThat(a.getDouble(length - 1)).isEqualTo(3);
      assertThat(a.getDouble(1L << 32)).isEqualTo(8);
      assertThat(a.getDouble(5)).isEqualTo(9);
      Region apart = Region.of(new long[] {7}, new long[] {3}, new long[] {(length - 8) / 2});
      assertThat(file.variable("b").getBytes(apart)).containsExactly(4, 5, 6);
    }
    assertThat(Tool.require("ncvalidator").run("-q", path).exit()).isZero();
  }

  @Test
  void recordsLargerThanTwoGibibytes() throws Exception {
    Path path = directory.resolve("records.nc");
    try (NcFile file = NcFile.create(path, NcOptions.defaults().format(CdfVersion.CDF2))) {
      NcDimension time = file.defineUnlimited("time");
      NcDimension x = file.defineDimension("x", 700_000_000);
      NcVariable a = file.defineVariable("a", NcType.INT, time, x);
      NcVariable b = file.defineVariable("b", NcType.SHORT, time, x);
      file.endDefine();
      for (int record = 0; record < 3; record++) {
        a.set(record + 1, record, 699_999_999);
        b.set(record + 10, record, 0);
      }
    }
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      assertThat(file.recordSize()).isEqualTo(4_200_000_000L);
      for (int record = 0; record < 3; record++) {
        assertThat(file.variable("a").getInt(record, 699_999_999)).isEqualTo(record + 1);
        assertThat(file.variable("b").getInt(record, 0)).isEqualTo(record + 10);
      }
    }
    assertThat(Tool.require("ncvalidator").run("-q", path).exit()).isZero();
  }

  @Test
  void tenThousandVariablesAreDefinedFoundAndReopened() throws Exception {
    Path path = directory.resolve("many.nc");
    int count = 10_000;
    try (NcFile file = NcFile.create(path)) {
      NcDimension x = file.defineDimension("x", 2);
      for (int i = 0; i < count; i++) {
        NcVariable v = file.defineVariable("v" + i, NcType.INT, x);
        v.attributes().put("units", "m").put("scale", 1.5);
        assertThat(file.variable("v" + i / 2).attributes().getText("units")).isEqualTo("m");
      }
      file.endDefine();
      file.variable("v9999").put(new int[] {1, 2});
    }
    try (NcFile file = NcFile.open(path)) {
      assertThat(file.variables()).hasSize(count);
      assertThat(file.variable("v9999").getInts()).containsExactly(1, 2);
    }
  }
}
