package org.burstlog.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeatMapTest {
  private static final long WIDTH = HeatMap.FIRST_WIDTH;

  private final HeatMap map = new HeatMap();

  private static long puts(HeatMap map) {
    return IntStream.range(0, HeatMap.BINS).mapToLong(map::put).sum();
  }

  @Test
  void whatIsDoneInOneBinIsAddedUp() {
    map.add(0, 3, 5);
    map.add(WIDTH - 1, 4, 0);
    map.add(WIDTH, 1, 1);
    assertThat(map.put(0)).isEqualTo(7);
    assertThat(map.drained(0)).isEqualTo(5);
    assertThat(map.put(1)).isEqualTo(1);
    assertThat(map.width()).isEqualTo(WIDTH);
  }

  @Test
  void theWidthDoublesWhenTimeRunsOutOfTheLastBinAndNothingIsLost() {
    for (int bin = 0; bin < HeatMap.BINS; bin++) {
      map.add(bin * WIDTH, bin, 1);
    }
    long before = puts(map);
    map.add(HeatMap.BINS * WIDTH, 1000, 0);
    assertThat(map.width()).isEqualTo(2 * WIDTH);
    assertThat(map.put(1)).isEqualTo(2 + 3);
    assertThat(map.put(HeatMap.BINS / 2)).isEqualTo(1000);
    assertThat(map.drained(HeatMap.BINS / 2 - 1)).isEqualTo(2);
    assertThat(puts(map)).isEqualTo(before + 1000);
  }

  @Test
  void aDayFitsAtOnce() {
    long day = 86_400_000_000_000L;
    map.add(0, 1, 0);
    map.add(day, 2, 0);
    assertThat(map.width() * HeatMap.BINS).isBetween(day, 2 * day);
    assertThat(map.put(0)).isEqualTo(1);
    assertThat(puts(map)).isEqualTo(3);
  }
}
