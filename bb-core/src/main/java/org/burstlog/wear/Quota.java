package org.burstlog.wear;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * A limit on bytes: a number of them, or a multiple of the capacity of a file system.
 *
 * @param bytes how many, where no multiple is given; 0 for no limit
 * @param multiple of the capacity; null for a number of bytes
 */
public record Quota(long bytes, @Nullable BigDecimal multiple) {
  /** No limit. */
  public static final Quota NONE = new Quota(0, null);

  /**
   * A number of bytes.
   *
   * @param bytes how many, 0 for no limit
   * @return the limit
   */
  public static Quota of(long bytes) {
    return new Quota(bytes, null);
  }

  /**
   * Reads a multiple of the capacity.
   *
   * @param text a number that {@code x} follows, such as {@code 10x}
   * @return the limit
   * @throws IllegalArgumentException when it is none, or not positive
   */
  public static Quota multiple(String text) {
    BigDecimal factor = new BigDecimal(text.substring(0, text.length() - 1).trim());
    if (factor.signum() <= 0) {
      throw new IllegalArgumentException(text);
    }
    return new Quota(0, factor);
  }

  /**
   * Tells whether there is no limit.
   *
   * @return true when any number of bytes is allowed
   */
  public boolean isNone() {
    return bytes == 0 && multiple == null;
  }

  /**
   * Returns the bytes for a file system.
   *
   * @param capacity its size
   * @return bytes, 0 for no limit
   */
  public long in(long capacity) {
    BigDecimal factor = multiple;
    if (factor == null) {
      return bytes;
    }
    BigDecimal all = factor.multiply(BigDecimal.valueOf(capacity)).setScale(0, RoundingMode.DOWN);
    return all.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
  }

  @Override
  public String toString() {
    return multiple == null ? Long.toString(bytes) : multiple.toPlainString() + "x";
  }
}
