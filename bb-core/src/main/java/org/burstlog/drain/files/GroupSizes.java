package org.burstlog.drain.files;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * How many processes, or nodes, each of several groups of files has: each has one, and the others
 * are dealt in proportion to bytes.
 *
 * <p>What comes out is rounded down, and those that are left over go to the largest group. So sizes
 * sum up to what there is, none is below one, and a larger group never has fewer than a smaller
 * one.
 */
final class GroupSizes {
  private GroupSizes() {}

  /**
   * Deals.
   *
   * @param bytes of each group; at most as many as there are units
   * @param units processes or nodes
   * @return units of each group
   */
  static int[] of(long[] bytes, int units) {
    if (bytes.length == 0 || bytes.length > units) {
      throw new IllegalArgumentException(bytes.length + " groups of " + units);
    }
    // A product of bytes and processes need not fit a long.
    BigInteger all =
        Arrays.stream(bytes).mapToObj(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    BigInteger spare = BigInteger.valueOf(units - bytes.length);
    int[] sizes = new int[bytes.length];
    int largest = 0;
    int left = units;
    for (int i = 0; i < bytes.length; i++) {
      BigInteger share = spare.multiply(BigInteger.valueOf(bytes[i]));
      sizes[i] = 1 + (all.signum() == 0 ? 0 : share.divide(all).intValue());
      left -= sizes[i];
      largest = bytes[i] > bytes[largest] ? i : largest;
    }
    sizes[largest] += left;
    return sizes;
  }
}
