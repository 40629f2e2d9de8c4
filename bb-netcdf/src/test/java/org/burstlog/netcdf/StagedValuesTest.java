package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.burstlog.array.Region;
import org.burstlog.netcdf.convert.Conversion;
import org.burstlog.netcdf.convert.MemoryType;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StagedValuesTest {
  private static LongStream seeds() {
    return LongStream.rangeClosed(1, Effort.of(200, 20_000));
  }

  /**
   * A region of up to four dimensions, and where its elements are in an array of its own values.
   */
  private static final class Scene {
    final Region region;
    final double[] array;
    final NcMemory memory;
    private final long[] steps;
    private final long first;

    Scene(Random random) {
      int rank = 1 + random.nextInt(4);
      long[] count = new long[rank];
      long[] shape = new long[rank];
      long[] start = new long[rank];
      for (int d = 0; d < rank; d++) {
        count[d] = 1L + random.nextInt(9);
        // Often nothing lies around a dimension, so that its rows are one run.
        boolean guarded = random.nextBoolean();
        start[d] = guarded ? random.nextInt(3) : 0;
        shape[d] = count[d] + start[d] + (guarded ? random.nextInt(3) : 0);
      }
      region = Region.of(new long[rank], count);
      long apart = random.nextInt(4) == 0 ? 2 : 1;
      steps = new long[rank];
      long step = apart;
      long begin = random.nextInt(5);
      for (int d = rank - 1; d >= 0; d--) {
        steps[d] = step;
        begin += start[d] * step;
        step *= shape[d];
      }
      first = begin;
      array = new double[(int) (step + 5)];
      Arrays.setAll(array, i -> i);
      memory = NcMemory.of(array).from((int) begin).strides(steps);
    }

    double value(long element) {
      long at = first;
      long left = element;
      for (int d = region.rank() - 1; d >= 0; d--) {
        at += left % region.count(d) * steps[d];
        left /= region.count(d);
      }
      return array[(int) at];
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void areThoseOfTheRegionWhereverAPieceBegins(long seed) throws Exception {
    Random random = new Random(seed);
    Scene scene = new Scene(random);
    NcType type = random.nextBoolean() ? NcType.DOUBLE : NcType.INT;
    Conversion conversion = Conversion.of(CdfVersion.CDF5, type, MemoryType.DOUBLE, 0);
    int width = type.size();
    int elements = (int) scene.region.elements();
    Object piece = type == NcType.DOUBLE ? new double[elements] : new int[elements];
    StagedValues values = new StagedValues(scene.region, scene.memory, conversion, piece);
    for (int i = 0; i < 20; i++) {
      int from = random.nextInt(elements);
      int wanted = 1 + random.nextInt(elements - from);
      int brought = values.bring((long) from * width, wanted * width) / width;
      assertThat(brought).isPositive().isLessThanOrEqualTo(wanted);
      for (int e = 0; e < brought; e++) {
        assertThat(java.lang.reflect.Array.getDouble(piece, e))
            .as("seed %d, element %d", seed, from + e)
            .isEqualTo(scene.value(from + e));
      }
    }
    assertThat(values.unfit()).isEqualTo(Conversion.ALL_FIT);
  }

  @Test
  void tellTheFirstThatDoesNotFitWhateverIsBroughtTogetherFirst() throws Exception {
    double[] array = new double[100];
    array[40] = 1e300;
    array[70] = 1e300;
    Conversion conversion = Conversion.of(CdfVersion.CDF5, NcType.INT, MemoryType.DOUBLE, -1);
    Region region = Region.of(new long[] {0}, new long[] {100});
    int[] piece = new int[50];
    StagedValues values = new StagedValues(region, NcMemory.of(array), conversion, piece);
    assertThat(values.bring(50 * 4, 50 * 4)).isEqualTo(200);
    assertThat(values.unfit()).isEqualTo(70);
    assertThat(piece[20]).isEqualTo(-1);
    assertThat(values.bring(0, 50 * 4)).isEqualTo(200);
    assertThat(values.unfit()).isEqualTo(40);
  }
}
