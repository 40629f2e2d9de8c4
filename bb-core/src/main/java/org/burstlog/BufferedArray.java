package org.burstlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.burstlog.array.Array;
import org.burstlog.array.Region;

/**
 * An array of an open burst buffer, and how regions of it are put.
 *
 * <p>A put copies: when it returns, the caller's array and region may be used again. Values are in
 * row-major order of the region; their type must be as wide as the array's elements. Puts never
 * wait for other processes, and several threads may put at once.
 */
public final class BufferedArray {
  private final BurstBuffer buffer;
  private final Array array;
  private final int number;

  BufferedArray(BurstBuffer buffer, Array array, int number) {
    this.buffer = buffer;
    this.array = array;
    this.number = number;
  }

  /**
   * Returns how it lies in the target.
   *
   * @return the array as it was defined
   */
  public Array array() {
    return array;
  }

  int number() {
    return number;
  }

  /**
   * Puts a region of an array with elements of 8 bytes.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public void put(Region region, double[] values) throws IOException {
    put(region, values, Double.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 4 bytes.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public void put(Region region, float[] values) throws IOException {
    put(region, values, Float.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 8 bytes.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public void put(Region region, long[] values) throws IOException {
    put(region, values, Long.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 4 bytes.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public void put(Region region, int[] values) throws IOException {
    put(region, values, Integer.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 2 bytes.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public void put(Region region, short[] values) throws IOException {
    put(region, values, Short.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 2 bytes.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public void put(Region region, char[] values) throws IOException {
    put(region, values, Character.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 1 byte.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public void put(Region region, byte[] values) throws IOException {
    put(region, values, Byte.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of any size.
   *
   * @param region where
   * @param values the elements in this machine's byte order, from the buffer's position on; its
   *     position and limit stay as they are
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public void put(Region region, ByteBuffer values) throws IOException {
    int width = array.elementSize();
    put(region, values, width, values.remaining() / width, values.position());
  }

  private void put(Region region, Object values, int width, long available, long offset)
      throws IOException {
    Objects.requireNonNull(region, "region");
    region.check(array);
    if (width != array.elementSize()) {
      throw new IllegalArgumentException(
          "array '"
              + array.name()
              + "' has elements of "
              + array.elementSize()
              + " bytes, the values have "
              + width);
    }
    long elements = region.elements();
    if (available < elements) {
      throw new IllegalArgumentException(
          "array '"
              + array.name()
              + "': the region has "
              + elements
              + " elements, "
              + available
              + " values were given");
    }
    buffer.put(this, region, values, offset, elements * width);
  }
}
