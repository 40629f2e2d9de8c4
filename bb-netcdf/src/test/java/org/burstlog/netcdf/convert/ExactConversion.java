package org.burstlog.netcdf.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.burstlog.netcdf.header.NcType;

/** The rules of conversion in exact arithmetic, one number at a time: slow, and easy to check. */
final class ExactConversion {
  private ExactConversion() {}

  /** The bits that a number becomes, and whether it fitted. */
  record Result(long bits, boolean fits) {}

  static Result convert(NcType from, NcType to, long bits, long fill, boolean writing) {
    if (from == to) {
      return new Result(bits, true);
    }
    Result outside = new Result(fill, false);
    if (isInteger(from)) {
      BigInteger value = integer(from, bits);
      if (isInteger(to)) {
        return fits(to, value) ? new Result(trim(to, value.longValue()), true) : outside;
      }
      return new Result(floatingBits(to, value), true);
    }
    double value = floating(from, bits);
    if (isInteger(to)) {
      return toInteger(to, value, outside);
    }
    if (from == NcType.FLOAT && !writing) {
      return new Result(Double.doubleToRawLongBits(value), true);
    }
    double most = to == NcType.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE;
    if (Math.abs(value) > most) {
      return outside;
    }
    return new Result(
        to == NcType.FLOAT
            ? Float.floatToRawIntBits((float) value)
            : Double.doubleToRawLongBits(value),
        true);
  }

  private static Result toInteger(NcType to, double value, Result outside) {
    // The C libraries compare doubles, so the limits are rounded to double first.
    boolean inside = value >= lowest(to).doubleValue() && value <= highest(to).doubleValue();
    if (!inside) {
      return outside;
    }
    BigInteger whole = new BigDecimal(value).toBigInteger().min(highest(to));
    return new Result(trim(to, whole.longValue()), true);
  }

  static boolean isInteger(NcType type) {
    return type != NcType.FLOAT && type != NcType.DOUBLE;
  }

  static BigInteger lowest(NcType type) {
    return isSigned(type)
        ? BigInteger.ONE.shiftLeft(8 * type.size() - 1).negate()
        : BigInteger.ZERO;
  }

  static BigInteger highest(NcType type) {
    int bits = 8 * type.size() - (isSigned(type) ? 1 : 0);
    return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
  }

  static boolean isSigned(NcType type) {
    return switch (type) {
      case BYTE, SHORT, INT, INT64 -> true;
      default -> false;
    };
  }

  static boolean fits(NcType type, BigInteger value) {
    return value.compareTo(lowest(type)) >= 0 && value.compareTo(highest(type)) <= 0;
  }

  static BigInteger integer(NcType type, long bits) {
    BigInteger mask = BigInteger.ONE.shiftLeft(8 * type.size()).subtract(BigInteger.ONE);
    BigInteger value = BigInteger.valueOf(bits).and(mask);
    boolean negative = isSigned(type) && value.testBit(8 * type.size() - 1);
    return negative ? value.subtract(mask).subtract(BigInteger.ONE) : value;
  }

  static double floating(NcType type, long bits) {
    return type == NcType.FLOAT ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
  }

  static long floatingBits(NcType type, BigInteger value) {
    return type == NcType.FLOAT
        ? Float.floatToRawIntBits(value.floatValue())
        : Double.doubleToRawLongBits(value.doubleValue());
  }

  /** Sign-extends from the width of a type, so that equal elements have equal bits. */
  static long trim(NcType type, long bits) {
    int unused = 64 - 8 * type.size();
    return bits << unused >> unused;
  }
}
