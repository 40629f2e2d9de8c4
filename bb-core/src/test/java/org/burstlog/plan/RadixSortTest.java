package org.burstlog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RadixSortTest {
  @Test
  void sortsAndKeepsTheOrderOfEqualKeys() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int size = random.nextInt(random.nextInt(20) == 0 ? 10_000 : 100);
      int bits = 1 + random.nextInt(63);
      int zeros = random.nextInt(bits);
      long base = (random.nextLong() >>> 1) & (-1L << bits);
      long[] keys = new long[size];
      for (int i = 0; i < size; i++) {
        keys[i] = base | ((random.nextLong() >>> (64 - bits)) & (-1L << zeros));
      }
      int[] expected =
          IntStream.range(0, size)
              .boxed()
              .sorted(Comparator.comparingLong(i -> keys[i]))
              .mapToInt(i -> i)
              .toArray();
      RadixSort sort = new RadixSort(keys.clone(), IntStream.range(0, size).toArray(), size);
      assertThat(Arrays.copyOf(sort.values(), size)).as("seed " + seed).isEqualTo(expected);
      long[] sorted = keys.clone();
      Arrays.sort(sorted);
      assertThat(Arrays.copyOf(sort.keys(), size)).as("seed " + seed).isEqualTo(sorted);
    }
  }

  @Test
  void equalKeysNeedNoSpace() {
    long[] keys = {5, 5, 5};
    RadixSort sort = new RadixSort(keys, new int[] {2, 0, 1}, 3);
    assertThat(sort.values()).containsExactly(2, 0, 1);
    assertThat(sort.spare()).isEmpty();
  }
}
