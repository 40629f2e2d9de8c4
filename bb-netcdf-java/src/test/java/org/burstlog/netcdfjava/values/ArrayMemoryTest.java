package org.burstlog.netcdfjava.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.testing.Allocation;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import ucar.ma2.Array;
import ucar.ma2.DataType;

class ArrayMemoryTest {
  private static final int MANY = 1 << 20;

  @TempDir Path directory;

  private static Array count(DataType type, int... shape) {
    Array values = Array.factory(type, shape);
    for (int i = 0; i < values.getSize(); i++) {
      values.setInt(i, i);
    }
    return values;
  }

  /** Puts memory into a file and gets it as numbers. */
  private double[] put(NcMemory memory, NcType type, int length) throws Exception {
    try (NcFile file = NcFile.create(directory.resolve("a.nc"))) {
      var x = file.defineDimension("x", length);
      var v = file.defineVariable("v", type, x);
      file.endDefine();
      v.put(Region.of(new long[] {0}, new long[] {length}), memory);
      return v.getDoubles();
    }
  }

  @Nested
  class WithoutACopy {
    @Test
    void anArrayIsTakenAsItIs() throws Exception {
      Array values = count(DataType.DOUBLE, MANY);
      assertThat(Allocation.by(() -> ArrayMemory.of(values, NcType.DOUBLE))).isLessThan(MANY);
    }

    @Test
    void aPartWhoseElementsLieSideBySideIsTakenAsItIs() throws Exception {
      Array values = count(DataType.DOUBLE, 4, MANY);
      Array row = values.slice(0, 2);
      assertThat(Allocation.by(() -> ArrayMemory.of(row, NcType.DOUBLE))).isLessThan(MANY);
    }
  }

  @Nested
  class Values {
    @Test
    void ofARowAreThoseOfTheRow() throws Exception {
      Array row = count(DataType.FLOAT, 3, 4).slice(0, 1);
      assertThat(put(ArrayMemory.of(row, NcType.FLOAT), NcType.FLOAT, 4))
          .containsExactly(4, 5, 6, 7);
    }

    @Test
    void ofAColumnAreCopiedInOrder() throws Exception {
      Array column = count(DataType.SHORT, 3, 4).slice(1, 1);
      assertThat(put(ArrayMemory.of(column, NcType.SHORT), NcType.SHORT, 3))
          .containsExactly(1, 5, 9);
    }

    @Test
    void ofATransposedArrayAreCopiedInOrder() throws Exception {
      Array turned = count(DataType.INT, 2, 3).transpose(0, 1);
      assertThat(put(ArrayMemory.of(turned, NcType.INT), NcType.INT, 6))
          .containsExactly(0, 3, 1, 4, 2, 5);
    }

    @Test
    void ofAnotherTypeAreCast() throws Exception {
      Array reals = Array.factory(new double[] {1.9, -1.9, 300});
      assertThat(put(ArrayMemory.of(reals, NcType.BYTE), NcType.BYTE, 3))
          .containsExactly(1, -1, (byte) 300);
      assertThat(put(ArrayMemory.of(reals, NcType.FLOAT), NcType.FLOAT, 3))
          .containsExactly(1.9f, -1.9f, 300);
      assertThat(put(ArrayMemory.of(reals, NcType.INT), NcType.INT, 3)).containsExactly(1, -1, 300);
      assertThat(put(ArrayMemory.of(reals, NcType.SHORT), NcType.SHORT, 3))
          .containsExactly(1, -1, 300);
    }

    @Test
    void ofAConstantArrayAreRepeated() throws Exception {
      Array same = Array.factoryConstant(double.class, new int[] {3}, new double[] {7});
      assertThat(put(ArrayMemory.of(same, NcType.DOUBLE), NcType.DOUBLE, 3))
          .containsExactly(7, 7, 7);
    }
  }
}
