package org.burstlog.array;

import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An n-dimensional variable as it lies in the target: where its first byte is, the size and byte
 * order of an element, its shape, and the byte step of each dimension.
 *
 * <p>The step of the last dimension need not be the element size, and a first dimension without
 * limit (a record dimension) has the record size as its step, so that variables whose records
 * interleave are ordinary arrays. Each step covers all that lies inside its dimension, so that
 * row-major order is the order of the target. A scalar has no dimension. Immutable.
 */
public final class Array {
  /** The length of a first dimension that grows as it is written. */
  public static final long UNLIMITED = -1;

  /** The most dimensions an array may have. */
  public static final int MAX_RANK = 1024;

  private final String name;
  private final long offset;
  private final int elementSize;
  private final ByteOrder order;
  private final long[] shape;
  final long[] steps;

  private Array(
      String name, long offset, int elementSize, ByteOrder order, long[] shape, long[] steps) {
    this.name = name;
    this.offset = offset;
    this.elementSize = elementSize;
    this.order = order;
    this.shape = shape;
    this.steps = steps;
  }

  /**
   * An array whose elements lie one after the other, the last dimension varying fastest.
   *
   * @param name what the application calls it; appears in messages and in the log
   * @param offset where its first byte lies in the target
   * @param elementSize bytes an element: 1, 2, 4 or 8
   * @param order the byte order of its elements in the target
   * @param shape the length of each dimension; none for a scalar
   * @return the array
   * @throws IllegalArgumentException when a value is out of its range or the array ends past 2^63
   */
  public static Array rowMajor(
      String name, long offset, int elementSize, ByteOrder order, long... shape) {
    long[] steps = new long[shape.length];
    long step = elementSize;
    for (int d = shape.length - 1; d >= 0; d--) {
      steps[d] = step;
      if (d > 0) {
        step = multiply(name, step, Math.max(shape[d], 1));
      }
    }
    return strided(name, offset, elementSize, order, shape, steps);
  }

  /**
   * An array with a byte step of its own for each dimension.
   *
   * @param name what the application calls it; appears in messages and in the log
   * @param offset where its first byte lies in the target
   * @param elementSize bytes an element: 1, 2, 4 or 8
   * @param order the byte order of its elements in the target
   * @param shape the length of each dimension; the first may be {@link #UNLIMITED}
   * @param steps bytes from one index to the next, for each dimension
   * @return the array
   * @throws IllegalArgumentException when a value is out of its range, the steps do not nest, or
   *     the array ends past 2^63
   */
  public static Array strided(
      String name, long offset, int elementSize, ByteOrder order, long[] shape, long[] steps) {
    if (elementSize != 1 && elementSize != 2 && elementSize != 4 && elementSize != 8) {
      throw bad(name, "element size " + elementSize + " is not 1, 2, 4 or 8");
    }
    if (offset < 0) {
      throw bad(name, "offset " + offset + " is negative");
    }
    if (shape.length > MAX_RANK) {
      throw bad(name, shape.length + " dimensions are more than " + MAX_RANK);
    }
    if (shape.length != steps.length) {
      throw bad(name, shape.length + " dimensions but " + steps.length + " steps");
    }
    long last = offset;
    for (int d = 0; d < shape.length; d++) {
      boolean unlimited = d == 0 && shape[d] == UNLIMITED;
      if (shape[d] < 0 && !unlimited) {
        throw bad(name, "length " + shape[d] + " of dimension " + d + " is negative");
      }
      if (steps[d] < 0) {
        throw bad(name, "step " + steps[d] + " of dimension " + d + " is negative");
      }
      if (shape[d] > 1) {
        last = add(name, last, multiply(name, shape[d] - 1, steps[d]));
      }
    }
    long end = add(name, last, elementSize);
    assert end > offset;
    checkNesting(name, elementSize, shape, steps);
    return new Array(name, offset, elementSize, order, shape.clone(), steps.clone());
  }

  /**
   * An index steps over all that lies inside it, so row-major order is ascending order and no two
   * elements share a byte: whoever walks a region need not sort and whoever writes it cannot meet
   * himself. The step of a dimension of length 1 is never taken and means nothing.
   */
  private static void checkNesting(String name, int elementSize, long[] shape, long[] steps) {
    for (long length : shape) {
      if (length == 0) {
        return;
      }
    }
    long inside = elementSize;
    for (int d = shape.length - 1; d >= 0; d--) {
      if (shape[d] == 1) {
        continue;
      }
      if (steps[d] < inside) {
        throw bad(
            name,
            "step "
                + steps[d]
                + " of dimension "
                + d
                + " is within its inner "
                + inside
                + " bytes");
      }
      inside += shape[d] == UNLIMITED ? 0 : (shape[d] - 1) * steps[d];
    }
  }

  /**
   * Returns the name.
   *
   * @return what the application calls this array
   */
  public String name() {
    return name;
  }

  /**
   * Returns the offset.
   *
   * @return where the first byte lies in the target
   */
  public long offset() {
    return offset;
  }

  /**
   * Returns the element size.
   *
   * @return bytes an element
   */
  public int elementSize() {
    return elementSize;
  }

  /**
   * Returns the byte order.
   *
   * @return the byte order of the elements in the target
   */
  public ByteOrder order() {
    return order;
  }

  /**
   * Returns the number of dimensions.
   *
   * @return the number of dimensions, 0 for a scalar
   */
  public int rank() {
    return shape.length;
  }

  /**
   * Returns the length of a dimension.
   *
   * @param dimension which
   * @return its length, or {@link #UNLIMITED}
   */
  public long shape(int dimension) {
    return shape[dimension];
  }

  /**
   * Returns the step of a dimension.
   *
   * @param dimension which
   * @return bytes from one index of it to the next
   */
  public long step(int dimension) {
    return steps[dimension];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Array a
        && name.equals(a.name)
        && offset == a.offset
        && elementSize == a.elementSize
        && order == a.order
        && Arrays.equals(shape, a.shape)
        && Arrays.equals(steps, a.steps);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(offset) * 31 + name.hashCode();
  }

  @Override
  public String toString() {
    return name
        + Arrays.toString(shape)
        + " at "
        + offset
        + " steps "
        + Arrays.toString(steps)
        + ", "
        + elementSize
        + " bytes "
        + order;
  }

  private static long multiply(String name, long a, long b) {
    long product = a * b;
    if (Math.multiplyHigh(a, b) != 0 || product < 0) {
      throw bad(name, "it ends past 2^63 bytes");
    }
    return product;
  }

  private static long add(String name, long a, long b) {
    long sum = a + b;
    if (sum < 0) {
      throw bad(name, "it ends past 2^63 bytes");
    }
    return sum;
  }

  private static IllegalArgumentException bad(String name, String what) {
    return new IllegalArgumentException("array '" + name + "': " + what);
  }
}
