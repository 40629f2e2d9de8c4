package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.burstlog.netcdf.testing.DefinitionsContract.assertFails;

import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.Test;

/** What is wrong is told at the call, with its code; together, to all. */
public abstract class ErrorsContract implements NcEnvironment {
  /** For the classes that say where it runs. */
  protected ErrorsContract() {}

  private static Region region(long start, long count, long stride) {
    return Region.of(new long[] {0, start}, new long[] {1, count}, new long[] {1, stride});
  }

  @Test
  void everyWrongArgumentHasItsCode() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", 10);
            NcVariable v = file.defineVariable("v", NcType.INT, time, x);
            NcVariable text = file.defineVariable("text", NcType.CHAR, x);
            file.endDefine();
            int[] values = new int[10];
            assertFails(NcError.NC_EINVALCOORDS, () -> v.put(region(-1, 1, 1), values));
            assertFails(NcError.NC_EINVALCOORDS, () -> v.put(region(10, 1, 1), values));
            assertFails(NcError.NC_EEDGE, () -> v.put(region(9, 2, 1), values));
            assertFails(NcError.NC_EEDGE, () -> v.put(region(0, 4, 4), values));
            assertFails(NcError.NC_EEDGE, () -> v.put(region(0, Long.MAX_VALUE, 1), values));
            assertFails(NcError.NC_ENEGATIVECNT, () -> v.put(region(0, -1, 1), values));
            assertFails(NcError.NC_ESTRIDE, () -> v.put(region(0, 1, 0), values));
            assertFails(NcError.NC_EINVAL, () -> v.set(1, 2));
            assertFails(NcError.NC_EIOMISMATCH, () -> v.put(region(0, 3, 1), new int[2]));
            assertFails(
                NcError.NC_EIOMISMATCH,
                () -> v.put(region(0, 3, 1), NcMemory.of(new int[8]).from(6)));
            assertFails(
                NcError.NC_EIOMISMATCH,
                () -> v.put(region(0, 3, 1), NcMemory.of(new int[8]).strides(1, 4)));
            assertFails(
                NcError.NC_EINVAL, () -> v.put(region(0, 3, 1), NcMemory.of(values).strides(1)));
            assertFails(NcError.NC_ECHAR, () -> v.put(region(0, 3, 1), "abc"));
            assertFails(NcError.NC_ECHAR, () -> text.put(new double[10]));
            assertFails(NcError.NC_EEDGE, () -> text.put("more than ten"));
            assertFails(NcError.NC_EINTOVERFLOW, () -> v.set(1, 0xFFFF_FFFEL, 0));
            assertFails(NcError.NC_EINTOVERFLOW, () -> v.set(1, Long.MAX_VALUE - 1, 0));
            assertFails(NcError.NC_EINVALCOORDS, () -> v.getInt(0, 0));
            assertThat(file.records()).isZero();
            NcException edge =
                catchThrowableOfType(NcException.class, () -> v.put(region(9, 2, 1), values));
            assertThat(edge.code()).isEqualTo(-57);
            assertThat(edge)
                .hasMessageContaining("NC_EEDGE")
                .hasMessageContaining("'v'")
                .hasMessageContaining("dimension 1")
                .hasMessageContaining("length 10");
          }
        });
  }

  @Test
  void oneWrongProcessFailsACollectiveCallEverywhere() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension x = file.defineDimension("x", 10);
            NcVariable v = file.defineVariable("v", NcType.INT, x);
            file.endDefine();
            int bad = group.size() - 1;
            long start = group.rank() == bad ? 10 : group.rank();
            Region own = Region.of(new long[] {start}, new long[] {1});
            NcException failure =
                CollectivePutsContract.told(
                    file, group.rank() == bad, () -> v.collective().put(own, new int[] {1}));
            assertThat(failure.error()).isEqualTo(NcError.NC_EINVALCOORDS);
            if (group.rank() != bad) {
              assertThat(failure).hasMessageContaining("rank " + bad + " of " + group.size());
            }
            assertFails(NcError.NC_EINVALCOORDS, () -> v.collective().get(own, new int[1]));
            // And nothing is broken by it.
            Region right = Region.of(new long[] {group.rank()}, new long[] {1});
            v.collective().put(right, new int[] {group.rank()});
            file.sync();
            for (int rank = 0; rank < group.size(); rank++) {
              assertThat(v.getInt(rank)).isEqualTo(rank);
            }
          }
        });
  }

  @Test
  void rangeErrorsOfACollectivePutAreToldToWhomTheyConcern() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension x = file.defineDimension("x", 10);
            NcVariable v = file.defineVariable("v", NcType.BYTE, x);
            file.endDefine();
            Region own = Region.of(new long[] {group.rank()}, new long[] {1});
            if (group.rank() == 0) {
              assertFails(NcError.NC_ERANGE, () -> v.collective().put(own, new int[] {1000}));
            } else {
              v.collective().put(own, new int[] {group.rank()});
            }
            file.sync();
            assertThat(v.getInt(0)).isEqualTo(-127);
            for (int rank = 1; rank < group.size(); rank++) {
              assertThat(v.getInt(rank)).isEqualTo(rank);
            }
          }
        });
  }
}
