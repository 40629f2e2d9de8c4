package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of requests that are completed together, each knows what became of it, and no other. */
class RequestFailuresTest {
  private static final int REQUESTS = 6;
  private static final int BAD = 3;

  @TempDir Path directory;
  private final FickleTarget.Targets targets = new FickleTarget.Targets();

  private NcFile create(NcOptions options, int rows) throws IOException {
    return create(options, rows, NcType.INT);
  }

  private NcFile create(NcOptions options, int rows, NcType type) throws IOException {
    NcFile file = NcFile.create(directory.resolve("requests.nc"), options.target(targets));
    NcDimension y = file.defineDimension("y", rows);
    file.defineVariable("v", type, y, file.defineDimension("x", REQUESTS));
    file.endDefine();
    return file;
  }

  private static Region element(int row, int column) {
    return Region.of(new long[] {row, column}, new long[] {1, 1});
  }

  private static List<NcRequest> puts(NcVariable v, int row) throws IOException {
    List<NcRequest> requests = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      requests.add(v.nonblocking().put(element(row, i), new int[] {10 * row + i + 1}));
    }
    return requests;
  }

  private static void check(List<NcRequest> requests, boolean bad, NcError error) {
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(requests.get(i).state()).isEqualTo(NcRequest.State.COMPLETED);
      NcException failure = requests.get(i).failure();
      if (bad && i == BAD) {
        assertThat(failure).isNotNull().hasMessageContaining("is bad");
        assertThat(failure.error()).isEqualTo(error);
        assertThat(failure.variableName()).isEqualTo("v");
      } else {
        assertThat(failure).as("request %d", i).isNull();
      }
    }
  }

  /** Those of eight bytes continue one another in memory too, and are written as one first. */
  @ParameterizedTest
  @EnumSource(names = {"INT", "DOUBLE"})
  void aPutThatFailsIsTheOnlyOne(NcType type) throws IOException {
    try (NcFile file = create(NcOptions.defaults(), 1, type)) {
      NcVariable v = file.variable("v");
      List<NcRequest> requests = puts(v, 0);
      // Over one of them, and begun after it.
      NcRequest over = v.nonblocking().put(element(0, 1), new int[] {20});
      targets.badByte.set(v.offset() + (long) type.size() * BAD + 1);
      NcException told = catchThrowableOfType(NcException.class, file::await);
      targets.badByte.set(-1);
      assertThat(told).isSameAs(requests.get(BAD).failure());
      check(requests, true, NcError.NC_EWRITE);
      assertThat(over.failure()).isNull();
      assertThat(v.getInts()).containsExactly(1, 20, 3, 0, 5, 6);
    }
  }

  @Test
  void aGetThatFailsIsTheOnlyOne() throws IOException {
    try (NcFile file = create(NcOptions.defaults(), 1)) {
      NcVariable v = file.variable("v");
      v.put(new int[] {1, 2, 3, 4, 5, 6});
      file.flush();
      List<NcRequest> requests = new ArrayList<>();
      int[][] into = new int[REQUESTS][1];
      for (int i = 0; i < REQUESTS; i++) {
        requests.add(v.nonblocking().get(element(0, i), into[i]));
      }
      targets.badByte.set(v.offset() + 4L * BAD);
      NcException told = catchThrowableOfType(NcException.class, file::awaitAll);
      targets.badByte.set(-1);
      assertThat(told).isSameAs(requests.get(BAD).failure());
      check(requests, true, NcError.NC_EREAD);
      assertThat(into).isDeepEqualTo(new int[][] {{1}, {2}, {3}, {0}, {5}, {6}});
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INT", "DOUBLE"})
  void aFailureOfOneProcessIsNoneOfTheOthers(NcType type) throws Exception {
    ThreadedGroup.run(
        3,
        group -> {
          try (NcFile file = create(NcOptions.defaults().group(group), 3, type)) {
            NcVariable v = file.variable("v");
            List<NcRequest> requests = puts(v, group.rank());
            if (group.rank() == 1) {
              targets.badByte.set(v.offset() + (long) type.size() * (REQUESTS + BAD));
            }
            group.barrier();
            NcException told = catchThrowableOfType(NcException.class, file::awaitAll);
            group.barrier();
            targets.badByte.set(-1);
            assertThat(told).isSameAs(group.rank() == 1 ? requests.get(BAD).failure() : null);
            check(requests, group.rank() == 1, NcError.NC_EWRITE);
            file.sync();
            for (int rank = 0; rank < 3; rank++) {
              for (int i = 0; i < REQUESTS; i++) {
                int expected = rank == 1 && i == BAD ? 0 : 10 * rank + i + 1;
                assertThat(v.getInt(rank, i)).isEqualTo(expected);
              }
            }
          }
        });
  }

  @Test
  void manyGetsAreFewReads() throws IOException {
    int rows = 2000;
    try (NcFile file = create(NcOptions.defaults(), rows)) {
      NcVariable v = file.variable("v");
      int[] values = new int[rows * REQUESTS];
      for (int i = 0; i < values.length; i++) {
        values[i] = i;
      }
      v.put(values);
      int[][] into = new int[rows][2];
      for (int row = rows - 1; row >= 0; row--) {
        v.nonblocking().get(Region.of(new long[] {row, 2}, new long[] {1, 2}), into[row]);
      }
      int[] column = new int[rows];
      v.nonblocking().get(Region.of(new long[] {0, 3}, new long[] {rows, 1}), column);
      double[] converted = new double[rows];
      v.nonblocking().get(Region.of(new long[] {0, 5}, new long[] {rows, 1}), converted);
      long before = targets.reads.get();
      file.await();
      assertThat(targets.reads.get() - before).isEqualTo(1);
      for (int row = 0; row < rows; row++) {
        int first = row * REQUESTS;
        assertThat(into[row]).containsExactly(first + 2, first + 3);
        assertThat(column[row]).isEqualTo(first + 3);
        assertThat(converted[row]).isEqualTo(first + 5);
      }
    }
  }
}
