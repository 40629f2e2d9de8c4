package org.burstlog.drain.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupSizesTest {
  /** Sizes of seven files of a climate code, in thousandths of all. */
  private static final long[] CLIMATE = {301, 182, 167, 135, 113, 60, 42};

  @ParameterizedTest
  @CsvSource({"32, 11", "64, 21", "128, 39", "256, 79", "512, 155"})
  void theLargestFileOfAClimateCodeHasWhatIsPublished(int processes, int largest) {
    assertThat(GroupSizes.of(CLIMATE, processes)[0]).isEqualTo(largest);
  }

  @Test
  void threeOfFourProcessesGoToAFileOfThreePlanes() {
    assertThat(GroupSizes.of(new long[] {3, 1}, 4)).containsExactly(3, 1);
  }

  @Test
  void whatIsLeftOverGoesToTheFirstOfTheLargest() {
    assertThat(GroupSizes.of(new long[] {1, 5, 5}, 5)).containsExactly(1, 3, 1);
    assertThat(GroupSizes.of(new long[] {0, 0}, 5)).containsExactly(4, 1);
  }

  @Test
  void sizesThatNoLongCanMultiplyAreDealtAlike() {
    long large = Long.MAX_VALUE / 2;
    assertThat(GroupSizes.of(new long[] {large, large}, 65_536)).containsExactly(32_768, 32_768);
  }

  @Test
  void moreGroupsThanProcessesAreRefused() {
    assertThatThrownBy(() -> GroupSizes.of(new long[] {1, 1, 1}, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> GroupSizes.of(new long[0], 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void randomSizesSumUpAndGrowWithBytes() {
    long seed = new SplittableRandom().nextLong();
    SplittableRandom random = new SplittableRandom(seed);
    for (int run = 0; run < 2000; run++) {
      long[] bytes = random.longs(random.nextInt(1, 20), 0, 1L << random.nextInt(1, 50)).toArray();
      int units = bytes.length + random.nextInt(600);
      int[] sizes = GroupSizes.of(bytes, units);
      String told = "seed " + seed + ": " + Arrays.toString(bytes) + " of " + units;
      assertThat(Arrays.stream(sizes).sum()).as(told).isEqualTo(units);
      assertThat(Arrays.stream(sizes)).as(told).allMatch(size -> size >= 1);
      for (int i = 0; i < sizes.length; i++) {
        for (int j = 0; j < sizes.length; j++) {
          if (bytes[i] < bytes[j]) {
            assertThat(sizes[i]).as(told).isLessThanOrEqualTo(sizes[j]);
          }
        }
      }
    }
  }
}
