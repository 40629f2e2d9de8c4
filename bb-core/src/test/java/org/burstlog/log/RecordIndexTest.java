package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.burstlog.array.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pending records, in a few flat arrays. */
class RecordIndexTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7})
  void takesNoMoreThanItsBudget(int rank) {
    RecordIndex index = new RecordIndex();
    Region region = new Region(rank);
    int records = 100_000;
    for (int i = 0; i < records; i++) {
      index.add(1, region, i);
    }
    assertThat(index.memory()).isLessThanOrEqualTo(records * (48L + 24L * rank));
  }

  @Test
  void takesLittleForAFewRecords() {
    RecordIndex index = new RecordIndex();
    for (int i = 0; i < 16; i++) {
      index.add(0, new Region(1).set(0, i, 1, 1), i);
    }
    assertThat(index.memory()).isLessThanOrEqualTo(2048);
  }

  @Test
  void keepsWhatItIsGivenWhateverTheRanks() {
    long seed = 42;
    RecordIndex index = new RecordIndex();
    for (int generation = 0; generation < 2; generation++) {
      Random random = new Random(seed);
      for (int i = 0; i < 3000; i++) {
        index.add(random.nextInt(), region(random), random.nextLong());
      }
      random.setSeed(seed);
      assertThat(index.size()).isEqualTo(3000);
      for (int i = 0; i < 3000; i++) {
        assertThat(index.array(i)).isEqualTo(random.nextInt());
        Region expected = region(random);
        assertThat(index.rank(i)).isEqualTo(expected.rank());
        Region found = new Region(expected.rank());
        index.region(i, found);
        assertThat(found.toString()).isEqualTo(expected.toString());
        for (int d = 0; d < expected.rank(); d++) {
          assertThat(index.start(i, d)).isEqualTo(expected.start(d));
          assertThat(index.count(i, d)).isEqualTo(expected.count(d));
          assertThat(index.stride(i, d)).isEqualTo(expected.stride(d));
        }
        assertThat(index.dataPosition(i)).isEqualTo(random.nextLong());
      }
      long memory = index.memory();
      index.clear();
      assertThat(index.size()).isZero();
      assertThat(index.memory()).isEqualTo(memory);
      seed++;
    }
  }

  private static Region region(Random random) {
    int rank = random.nextInt(50) == 0 ? 1024 : random.nextInt(6);
    Region region = new Region(rank);
    for (int d = 0; d < rank; d++) {
      region.set(d, random.nextLong(), random.nextLong(), random.nextLong());
    }
    return region;
  }
}
