package org.burstlog.netcdf.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.Predicate;

/**
 * The shortest decimal that reads back as a number, of at least two digits. The JDK's own text of a
 * number is that from JDK 19 on; before, it often has a digit or more that nobody needs.
 */
final class Shortest {
  /** Between these powers of ten the JDK writes numbers without an exponent. */
  private static final int PLAIN_FROM = -3;

  private static final int PLAIN_BELOW = 7;

  private Shortest() {}

  static String of(float value) {
    String known = Float.toString(value);
    return Float.isFinite(value)
        ? of(known, value, shorter -> shorter.floatValue() == value)
        : known;
  }

  static String of(double value) {
    String known = Double.toString(value);
    return Double.isFinite(value)
        ? of(known, value, shorter -> shorter.doubleValue() == value)
        : known;
  }

  private static String of(String known, double value, Predicate<BigDecimal> readsBack) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal shortest = null;
    BigDecimal next = new BigDecimal(known).stripTrailingZeros();
    while (next.precision() > 2) {
      next = exact.round(new MathContext(next.precision() - 1, RoundingMode.HALF_EVEN));
      if (!readsBack.test(next)) {
        break;
      }
      next = next.stripTrailingZeros();
      shortest = next;
    }
    return shortest == null ? known : text(shortest);
  }

  /** As the JDK writes it. */
  private static String text(BigDecimal value) {
    int exponent = value.precision() - value.scale() - 1;
    if (exponent >= PLAIN_FROM && exponent < PLAIN_BELOW) {
      String plain = value.toPlainString();
      return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
    String digits = value.unscaledValue().abs().toString();
    return (value.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + "."
        + (digits.length() > 1 ? digits.substring(1) : "0")
        + "E"
        + exponent;
  }
}
