package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcData;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.convert.MemoryType;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.Test;

/**
 * All forms in which values lie in memory and in the file. Every process has a variable of its own;
 * what is tried is tried by independent and by collective calls.
 */
public abstract class FormsContract implements NcEnvironment {
  /** For the classes that say where it runs. */
  protected FormsContract() {}

  /** What is done with a process's variable of 4 x 6 elements. */
  private interface Form {
    void on(NcData data) throws Exception;
  }

  private void onGrid(NcType type, Form form) throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options.format(CdfVersion.CDF5))) {
            NcDimension y = file.defineDimension("y", 4);
            NcDimension x = file.defineDimension("x", 6);
            NcVariable own = null;
            for (int rank = 0; rank < 2 * group.size(); rank++) {
              NcVariable v = file.defineVariable("v" + rank, type, y, x);
              own = rank == group.rank() ? v : own;
            }
            file.endDefine();
            form.on(file.variable("v" + group.rank()));
            form.on(file.variable("v" + (group.size() + group.rank())).collective());
          }
        });
  }

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  private static Region region(int y, int x, int rows, int columns) {
    return Region.of(new long[] {y, x}, new long[] {rows, columns});
  }

  @Test
  void theWholeVariable() throws Exception {
    onGrid(
        NcType.INT,
        v -> {
          v.put(range(0, 24));
          assertThat(v.getInts()).isEqualTo(range(0, 24));
        });
  }

  @Test
  void oneElement() throws Exception {
    onGrid(
        NcType.DOUBLE,
        v -> {
          v.put(new double[24]);
          v.set((byte) -1, 0, 0).set((short) 2, 0, 1).set(3, 0, 2).set(4L, 0, 3);
          v.set(5.5f, 0, 4).set(6.25, 0, 5);
          assertThat(v.getDoubles(region(0, 0, 1, 6))).containsExactly(-1, 2, 3, 4, 5.5, 6.25);
          assertThat(v.getByte(0, 0)).isEqualTo((byte) -1);
          assertThat(v.getShort(0, 1)).isEqualTo((short) 2);
          assertThat(v.getInt(0, 2)).isEqualTo(3);
          assertThat(v.getLong(0, 3)).isEqualTo(4);
          assertThat(v.getFloat(0, 4)).isEqualTo(5.5f);
          assertThat(v.getDouble(0, 5)).isEqualTo(6.25);
        });
  }

  @Test
  void subarraysAndStrides() throws Exception {
    onGrid(
        NcType.SHORT,
        v -> {
          v.put(new short[24]);
          v.put(region(1, 2, 2, 3), range(1, 7));
          Region strided = Region.of(new long[] {0, 1}, new long[] {2, 2}, new long[] {3, 4});
          v.put(strided, new long[] {-1, -2, -3, -4});
          assertThat(v.getInts(region(0, 0, 1, 6))).containsExactly(0, -1, 0, 0, 0, -2);
          assertThat(v.getInts(region(1, 0, 1, 6))).containsExactly(0, 0, 1, 2, 3, 0);
          assertThat(v.getInts(region(2, 0, 1, 6))).containsExactly(0, 0, 4, 5, 6, 0);
          assertThat(v.getInts(region(3, 0, 1, 6))).containsExactly(0, -3, 0, 0, 0, -4);
          assertThat(v.getInts(strided)).containsExactly(-1, -2, -3, -4);
        });
  }

  @Test
  void emptyRegionsDoNothing() throws Exception {
    onGrid(
        NcType.INT,
        v -> {
          v.put(range(0, 24));
          v.put(region(4, 6, 0, 0), new int[0]);
          v.put(region(2, 0, 0, 6), new float[0]);
          assertThat(v.getInts(region(4, 0, 0, 6))).isEmpty();
          assertThat(v.getInts()).isEqualTo(range(0, 24));
        });
  }

  @Test
  void anyTypeOfArray() throws Exception {
    onGrid(
        NcType.FLOAT,
        v -> {
          v.put(region(0, 0, 1, 2), new byte[] {1, -2});
          v.put(region(0, 2, 1, 2), new short[] {3, -4});
          v.put(region(0, 4, 1, 2), new int[] {5, -6});
          v.put(region(1, 0, 1, 2), new long[] {7, -8});
          v.put(region(1, 2, 1, 2), new float[] {9, -10});
          v.put(region(1, 4, 1, 2), new double[] {11, -12});
          double[] expected = {1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12};
          Region all = region(0, 0, 2, 6);
          assertThat(v.getDoubles(all)).isEqualTo(expected);
          assertThat(v.getBytes(all)[1]).isEqualTo((byte) -2);
          assertThat(v.getShorts(all)[3]).isEqualTo((short) -4);
          assertThat(v.getInts(all)[5]).isEqualTo(-6);
          assertThat(v.getLongs(all)[7]).isEqualTo(-8);
          assertThat(v.getFloats(all)[9]).isEqualTo(-10);
        });
  }

  @Test
  void mappedMemoryIsTransposed() throws Exception {
    onGrid(
        NcType.INT,
        v -> {
          int[] columns = new int[24];
          for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 6; x++) {
              columns[x * 4 + y] = 10 * y + x;
            }
          }
          v.put(NcMemory.of(columns).strides(1, 4));
          assertThat(v.getInts(region(2, 0, 1, 6))).containsExactly(20, 21, 22, 23, 24, 25);
          long[] back = new long[24];
          v.get(NcMemory.of(back).strides(1, 4));
          assertThat(back).isEqualTo(Arrays.stream(columns).asLongStream().toArray());
          int[] reversed = new int[6];
          v.get(region(2, 0, 1, 6), NcMemory.of(reversed).from(5).strides(0, -1));
          assertThat(reversed).containsExactly(25, 24, 23, 22, 21, 20);
        });
  }

  @Test
  void theInteriorOfAnArrayWithGhostCells() throws Exception {
    onGrid(
        NcType.DOUBLE,
        v -> {
          double[] withRim = new double[6 * 8];
          Arrays.fill(withRim, -1);
          for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 6; x++) {
              withRim[(y + 1) * 8 + x + 1] = 10 * y + x;
            }
          }
          v.put(NcMemory.of(withRim).interior(new long[] {6, 8}, 1, 1));
          assertThat(v.getDoubles(region(3, 0, 1, 3))).containsExactly(30, 31, 32);
          double[] into = new double[6 * 8];
          Arrays.fill(into, -1);
          v.get(NcMemory.of(into).interior(new long[] {6, 8}, 1, 1));
          assertThat(into).isEqualTo(withRim);
        });
  }

  @Test
  void partsOfAnArray() throws Exception {
    onGrid(
        NcType.INT,
        v -> {
          v.put(NcMemory.of(range(-5, 19)).from(5).from(-5));
          v.put(region(0, 0, 1, 3), NcMemory.of(range(0, 100)).from(40));
          int[] into = new int[10];
          v.get(region(0, 1, 1, 3), NcMemory.of(into).from(6));
          assertThat(into).containsExactly(0, 0, 0, 0, 0, 0, 41, 42, -2, 0);
        });
  }

  @Test
  void manyRegionsInOneCall() throws Exception {
    onGrid(
        NcType.INT,
        v -> {
          v.put(new int[24]);
          List<Region> regions =
              List.of(
                  region(3, 0, 1, 2), region(0, 4, 2, 2), region(1, 1, 0, 3), region(0, 5, 1, 1));
          v.put(regions, NcMemory.of(new double[] {1, 2, 3, 4, 5, 6, 7}));
          assertThat(v.getInts(region(0, 4, 1, 2))).containsExactly(3, 7);
          int[] into = new int[7];
          v.get(regions, NcMemory.of(into));
          assertThat(into).containsExactly(1, 2, 3, 7, 5, 6, 7);
          v.put(regions, NcMemory.of(new int[] {9, 9, 8, 7, 6, 5, 4}));
          assertThat(v.getInts(region(0, 4, 2, 2))).containsExactly(8, 4, 6, 5);
          v.put(List.of(), NcMemory.of(new int[0]));
        });
  }

  /** Blocks of rows of an array with a rim of one element. */
  @Test
  void manyRegionsOfAnArrayWithGhostCells() throws Exception {
    onGrid(
        NcType.INT,
        v -> {
          v.put(new int[24]);
          List<Region> regions =
              List.of(region(0, 0, 1, 3), region(1, 1, 0, 3), region(2, 3, 2, 3));
          double[] grid = new double[5 * 5];
          for (int i = 0; i < grid.length; i++) {
            grid[i] = i;
          }
          NcMemory inner = NcMemory.of(grid).interior(new long[] {5, 5}, 1, 1);
          v.put(regions, inner);
          assertThat(v.getInts())
              .containsExactly(
                  6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 12, 13, 0, 0, 0, 16, 17, 18);
          double[] back = new double[25];
          v.get(regions, NcMemory.of(back).interior(new long[] {5, 5}, 1, 1));
          for (int i = 0; i < back.length; i++) {
            boolean isInner = i / 5 > 0 && i / 5 < 4 && i % 5 > 0 && i % 5 < 4;
            assertThat(back[i]).isEqualTo(isInner ? i : 0);
          }
          v.put(regions, NcMemory.of(new int[9]).strides(3, 1));
          v.variable().collective().put(regions, inner);
          assertThat(v.getInts(region(2, 3, 2, 3))).containsExactly(11, 12, 13, 16, 17, 18);
          DefinitionsContract.assertFails(
              NcError.NC_EIOMISMATCH,
              () ->
                  v.variable()
                      .put(regions, NcMemory.of(new int[18]).interior(new long[] {5, 5}, 1, 1)));
          DefinitionsContract.assertFails(
              NcError.NC_EINVAL, () -> v.variable().put(regions, NcMemory.of(grid).strides(1)));
        });
  }

  /** Every third value of an array, forwards and backwards. */
  @Test
  void manyElementsOfMemoryWithGaps() throws Exception {
    onGrid(
        NcType.INT,
        v -> {
          v.put(new int[24]);
          List<Region> corners =
              List.of(
                  region(0, 0, 1, 1), region(0, 5, 1, 1), region(3, 0, 1, 1), region(3, 5, 1, 1));
          v.put(corners, NcMemory.of(range(0, 10)).strides(3, 1));
          assertThat(v.getInt(0, 5)).isEqualTo(3);
          assertThat(v.getInt(3, 5)).isEqualTo(9);
          int[] into = new int[10];
          v.get(corners, NcMemory.of(into).from(9).strides(-3, 1));
          assertThat(into).containsExactly(9, 0, 0, 6, 0, 0, 3, 0, 0, 0);
        });
  }

  @Test
  void buffersOfAnyOrderAndKind() throws Exception {
    onGrid(
        NcType.INT,
        v -> {
          for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(4 + 24 * 4).order(order).position(4);
            buffer.slice().order(order).asIntBuffer().put(range(7, 31));
            v.put(NcMemory.of(buffer, MemoryType.INT));
            assertThat(buffer.position()).isEqualTo(4);
            assertThat(v.getInts()).isEqualTo(range(7, 31));
            ByteBuffer into = ByteBuffer.allocate(24 * 8).order(order);
            v.get(NcMemory.of(into, MemoryType.DOUBLE));
            assertThat(into.getDouble(8)).isEqualTo(8);
            ByteBuffer same = ByteBuffer.allocate(24 * 4).order(order);
            v.get(NcMemory.of(same, MemoryType.INT));
            assertThat(same.getInt(4)).isEqualTo(8);
          }
        });
  }

  @Test
  void unsignedNumbers() throws Exception {
    onGrid(
        NcType.UINT64,
        v -> {
          v.put(new long[24]);
          v.put(region(0, 0, 1, 1), NcMemory.of(new byte[] {-1}).unsigned());
          v.put(region(0, 1, 1, 1), NcMemory.of(new short[] {-1}).unsigned());
          v.put(region(0, 2, 1, 1), NcMemory.of(new int[] {-1}).unsigned());
          v.put(region(0, 3, 1, 1), NcMemory.of(new long[] {-1}).unsigned());
          assertThat(v.getLongs(region(0, 0, 1, 3))).containsExactly(255, 65535, 4294967295L);
          long[] into = new long[1];
          v.get(region(0, 3, 1, 1), NcMemory.of(into).unsigned());
          assertThat(into).containsExactly(-1);
          byte[] small = new byte[1];
          v.get(region(0, 0, 1, 1), NcMemory.of(small).unsigned());
          assertThat(small).containsExactly(-1);
        });
  }

  @Test
  void textInItsForms() throws Exception {
    onGrid(
        NcType.CHAR,
        v -> {
          v.put("");
          v.put(region(0, 0, 1, 6), "abc");
          v.put(region(1, 0, 1, 6), new char[] {'d', 'e', 'ÿ', 'g', 'h', 'i'});
          v.put(region(2, 0, 1, 6), NcMemory.of(new byte[] {65, 66, 67, 0, 68, 0}).text());
          v.put(region(3, 0, 1, 6), "höß");
          v.set('x', 0, 5);
          assertThat(v.getText(region(0, 0, 1, 6))).isEqualTo("abc");
          assertThat(v.getChars(region(0, 0, 1, 6)))
              .containsExactly('a', 'b', 'c', '\0', '\0', 'x');
          assertThat(v.getChars(region(1, 0, 1, 3))).containsExactly('d', 'e', 'ÿ');
          assertThat(v.getText(region(2, 0, 1, 6))).isEqualTo("ABC");
          assertThat(v.getText(region(3, 0, 1, 6))).isEqualTo("höß");
          assertThat(v.getChar(2, 4)).isEqualTo('D');
        });
  }

  @Test
  void whatDoesNotFitBecomesTheFillValueAndTheRestIsStored() throws Exception {
    onGrid(
        NcType.BYTE,
        v -> {
          v.put(new byte[24]);
          NcException range =
              catchThrowableOfType(
                  NcException.class,
                  () -> v.put(region(1, 0, 1, 6), new int[] {1, 127, 128, -128, -129, 2}));
          assertThat(range.error()).isEqualTo(NcError.NC_ERANGE);
          assertThat(range.elementIndex()).isEqualTo(2);
          assertThat(range.variableName()).isEqualTo(v.variable().name());
          assertThat(v.getInts(region(1, 0, 1, 6))).containsExactly(1, 127, -127, -128, -127, 2);
        });
    onGrid(
        NcType.DOUBLE,
        v -> {
          v.put(new double[24]);
          v.put(region(0, 0, 1, 3), new double[] {1, 1e300, 3});
          int[] into = new int[3];
          NcException range =
              catchThrowableOfType(NcException.class, () -> v.get(region(0, 0, 1, 3), into));
          assertThat(range.error()).isEqualTo(NcError.NC_ERANGE);
          assertThat(range.elementIndex()).isEqualTo(1);
          assertThat(into).containsExactly(1, -2147483647, 3);
        });
  }

  @Test
  void aScalarHasOneElement() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcVariable s = file.defineVariable("s", NcType.INT);
            file.endDefine();
            if (group.rank() == 0) {
              s.set(42);
            }
            file.sync();
            assertThat(s.getInt()).isEqualTo(42);
            assertThat(s.getDoubles()).containsExactly(42);
          }
        });
  }

  @Test
  void aRecordVariableTakesAsManyRecordsAsThereAreValues() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", 3);
            NcVariable v = file.defineVariable("v", NcType.INT, time, x);
            file.endDefine();
            assertThat(v.getInts()).isEmpty();
            if (group.rank() == 0) {
              v.put(range(0, 12));
              assertThat(file.records()).isEqualTo(4);
              assertThat(v.shape()).containsExactly(4, 3);
            }
            file.sync();
            assertThat(v.getInts()).isEqualTo(range(0, 12));
          }
        });
  }
}
