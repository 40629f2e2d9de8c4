package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.Test;

/** Values that are put and got, alone and together. */
public abstract class DataContract implements NcEnvironment {
  /** For the classes that say where it runs. */
  protected DataContract() {}

  @Test
  void whatIsPutIsGotAfterClosing() throws Exception {
    withFile(
        (group, path, options) -> {
          long rows = 3L * group.size();
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension y = file.defineDimension("y", rows);
            NcDimension x = file.defineDimension("x", 5);
            NcVariable v = file.defineVariable("v", NcType.DOUBLE, y, x);
            file.endDefine();
            v.put(block(group.rank(), 3, 5), values(group.rank(), 15));
          }
          try (NcFile file = NcFile.open(path, options.readOnly())) {
            NcVariable v = file.variable("v");
            assertThat(v.shape()).containsExactly(rows, 5);
            for (int rank = 0; rank < group.size(); rank++) {
              assertThat(v.getDoubles(block(rank, 3, 5))).isEqualTo(values(rank, 15));
            }
          }
        });
  }

  @Test
  void collectivePutsAndGetsMoveEveryProcessPart() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options.format(CdfVersion.CDF5))) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", 4L * group.size());
            NcVariable v = file.defineVariable("v", NcType.INT64, time, x);
            NcVariable w = file.defineVariable("w", NcType.SHORT, time);
            file.endDefine();
            for (int record = 0; record < 3; record++) {
              Region region = Region.of(new long[] {record, 4L * group.rank()}, new long[] {1, 4});
              double[] values = values(10 * record + group.rank(), 4);
              v.collective().put(region, values);
              assertThat(file.records()).isEqualTo(record + 1);
            }
            w.set(7, 2);
            file.sync();
            for (int rank = 0; rank < group.size(); rank++) {
              Region all = Region.of(new long[] {0, 4L * rank}, new long[] {3, 4});
              long[] got = v.collective().getLongs(all);
              for (int i = 0; i < 12; i++) {
                assertThat(got[i]).isEqualTo((long) values(10 * (i / 4) + rank, 4)[i % 4]);
              }
            }
            assertThat(w.getShort(2)).isEqualTo((short) 7);
          }
        });
  }

  static Region block(int rank, int rows, int columns) {
    return Region.of(new long[] {(long) rank * rows, 0}, new long[] {rows, columns});
  }

  static double[] values(int seed, int count) {
    return IntStream.range(0, count).mapToDouble(i -> 1000.0 * seed + i).toArray();
  }
}
