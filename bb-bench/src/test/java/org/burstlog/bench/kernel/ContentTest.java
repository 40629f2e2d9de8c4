package org.burstlog.bench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.Test;

/** A value must tell where it belongs. */
class ContentTest {
  private static final int PLACES = 1000;

  @Test
  void whatIsWrittenIsWhatIsExpected() {
    for (NcType type : new NcType[] {NcType.DOUBLE, NcType.FLOAT, NcType.INT}) {
      Content content = new Content("v", type, 3, PLACES);
      double[] doubles = new double[PLACES + 2];
      float[] floats = new float[PLACES + 2];
      int[] ints = new int[PLACES + 2];
      content.fill(doubles, 2, 1, 0, PLACES);
      content.fill(floats, 2, 1, 0, PLACES);
      content.fill(ints, 2, 1, 0, PLACES);
      for (int i = 0; i < PLACES; i++) {
        long bits =
            switch (type) {
              case DOUBLE -> Double.doubleToRawLongBits(doubles[i + 2]);
              case FLOAT -> Float.floatToRawIntBits(floats[i + 2]);
              default -> ints[i + 2];
            };
        assertThat(content.bits(1, i)).as(type + " " + i).isEqualTo(bits).isNotZero();
      }
      assertThat(doubles[1]).isZero();
    }
  }

  @Test
  void doublesOfNoTwoVariablesStepsVersionsAndPlacesAreTheSame() {
    Set<Long> seen = new HashSet<>();
    for (String variable : new String[] {"unk_00", "unk_01", "u"}) {
      for (int version = 0; version < 3; version++) {
        Content content = new Content(variable, NcType.DOUBLE, 8, PLACES, version);
        for (int step = 0; step < 8; step++) {
          for (int place = 0; place < PLACES; place++) {
            assertThat(seen.add(content.bits(step, place))).isTrue();
          }
        }
      }
    }
  }

  @Test
  void doublesAreExactAtTheLastPlaceOfALargeVariable() {
    Content content = new Content("v", NcType.DOUBLE, 1, 1L << 40);
    long last = (1L << 40) - 1;
    assertThat(content.bits(0, last)).isNotEqualTo(content.bits(0, last - 1));
  }
}
