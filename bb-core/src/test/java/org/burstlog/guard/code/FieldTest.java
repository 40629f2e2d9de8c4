package org.burstlog.guard.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FieldTest {
  @Test
  void allProductsAreThoseOfTheDefinition() {
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        assertThat(Field.times(a, b)).isEqualTo(SlowField.times(a, b));
      }
    }
  }

  @Test
  void whatIsTimesItsInverseIsOne() {
    for (int a = 1; a < 256; a++) {
      assertThat(SlowField.times(a, Field.inverse(a))).isEqualTo(1);
    }
    assertThatThrownBy(() -> Field.inverse(0)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void allBytesOfAWordAreDoubled() {
    for (int a = 0; a < 256; a++) {
      long[] words = {0x0101010101010101L * a, a, (long) a << 56, 0xff00ff00ff00ff00L | a};
      Words.twice(words, 4);
      long twice = SlowField.times(2, a);
      assertThat(words[0]).isEqualTo(0x0101010101010101L * twice);
      assertThat(words[1]).isEqualTo(twice);
      assertThat(words[2]).isEqualTo(twice << 56);
      assertThat(words[3] & 0xff).isEqualTo(twice);
    }
  }

  @Test
  void aMatrixWithoutAnInverseIsRefused() {
    assertThatThrownBy(() -> Matrix.invert(new int[][] {{1, 2}, {1, 2}}))
        .isInstanceOf(ArithmeticException.class);
    assertThat(Matrix.invert(new int[][] {{0, 1}, {1, 0}}))
        .isDeepEqualTo(new int[][] {{0, 1}, {1, 0}});
  }
}
