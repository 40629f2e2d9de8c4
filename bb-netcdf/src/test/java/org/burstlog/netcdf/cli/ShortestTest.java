package org.burstlog.netcdf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShortestTest {
  private static final int MANY = 20_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0",
        "-0.0",
        "1.0",
        "0.1",
        "0.001",
        "-1.0E-4",
        "5.81E21",
        "-6.61E21",
        "2.0E23",
        "100.0",
        "9999999.0",
        "1.0E7",
        "4.9E-324",
        "1.7976931348623157E308",
        "NaN",
        "Infinity",
        "-Infinity"
      })
  void isTheTextThatANumberWasReadFrom(String text) {
    assertThat(Shortest.of(Double.parseDouble(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0.1", "-3.9136497E9", "3.119091E13", "1.4E-45", "3.4028235E38", "16777216.0"})
  void isTheTextThatAFloatWasReadFrom(String text) {
    String expected = text.equals("16777216.0") ? "1.6777216E7" : text;
    assertThat(Shortest.of(Float.parseFloat(text))).isEqualTo(expected);
  }

  @Test
  void readsBackAndHasNoDigitTooMany() {
    Random random = new Random(17);
    for (int i = 0; i < MANY; i++) {
      double d = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(d)) {
        String text = Shortest.of(d);
        assertThat(Double.parseDouble(text)).isEqualTo(d);
        assertThat(oneLess(text, d).doubleValue() == d && digits(text) > 2).as(text).isFalse();
      }
      float f = Float.intBitsToFloat(random.nextInt());
      if (Float.isFinite(f)) {
        String text = Shortest.of(f);
        assertThat(Float.parseFloat(text)).isEqualTo(f);
        assertThat(oneLess(text, f).floatValue() == f && digits(text) > 2).as(text).isFalse();
      }
    }
  }

  private static int digits(String text) {
    return new BigDecimal(text).stripTrailingZeros().precision();
  }

  private static BigDecimal oneLess(String text, double value) {
    return new BigDecimal(value).round(new MathContext(Math.max(1, digits(text) - 1)));
  }
}
