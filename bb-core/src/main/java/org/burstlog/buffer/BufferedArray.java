package org.burstlog.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.burstlog.BurstlogException;
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

  /**
   * Puts a region of an array with elements of 8 bytes, unless that waits: where {@link #put} would
   * be delayed because the log is filling, wait with a full log, drain this process alone, or write
   * to the target, this puts nothing.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @return false when nothing was put; it may be offered again
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public boolean offer(Region region, double[] values) throws IOException {
    return offer(region, values, Double.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 4 bytes, unless that waits.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @return false when nothing was put; it may be offered again
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public boolean offer(Region region, float[] values) throws IOException {
    return offer(region, values, Float.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 8 bytes, unless that waits.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @return false when nothing was put; it may be offered again
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public boolean offer(Region region, long[] values) throws IOException {
    return offer(region, values, Long.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 4 bytes, unless that waits.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @return false when nothing was put; it may be offered again
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public boolean offer(Region region, int[] values) throws IOException {
    return offer(region, values, Integer.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 2 bytes, unless that waits.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @return false when nothing was put; it may be offered again
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public boolean offer(Region region, short[] values) throws IOException {
    return offer(region, values, Short.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 2 bytes, unless that waits.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @return false when nothing was put; it may be offered again
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public boolean offer(Region region, char[] values) throws IOException {
    return offer(region, values, Character.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of 1 byte, unless that waits.
   *
   * @param region where
   * @param values at least as many as the region has elements
   * @return false when nothing was put; it may be offered again
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public boolean offer(Region region, byte[] values) throws IOException {
    return offer(region, values, Byte.BYTES, values.length, 0);
  }

  /**
   * Puts a region of an array with elements of any size, unless that waits.
   *
   * @param region where
   * @param values the elements in this machine's byte order, from the buffer's position on; its
   *     position and limit stay as they are
   * @return false when nothing was put; it may be offered again
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public boolean offer(Region region, ByteBuffer values) throws IOException {
    int width = array.elementSize();
    return offer(region, values, width, values.remaining() / width, values.position());
  }

  /**
   * Puts a region, for fronts that have checked their arguments already, and count what the program
   * does by {@link BurstBuffer#countPut}.
   *
   * @param region where, inside the array
   * @param values a primitive array with elements as wide as the array's, a byte buffer in machine
   *     byte order of which absolute positions count, or {@link
   *     org.burstlog.array.memory.PiecewiseValues}
   * @param offset bytes into the values
   * @param length the region's bytes
   * @throws IOException when the put was not taken; what was put before is unharmed
   */
  public void putChecked(Region region, Object values, long offset, long length)
      throws IOException {
    buffer.puts().put(this, region, values, offset, length);
  }

  /**
   * Writes into memory what this process has pending of a region, whatever array it was put to, and
   * leaves the rest of the memory as it is. To be called once the target's bytes are there, or
   * before, when all may be pending.
   *
   * @param region where, inside the array
   * @param into a primitive array with elements as wide as the array's, or a byte buffer of which
   *     absolute positions count; gets elements in the machine's byte order
   * @param offset bytes into the memory
   * @return how much of that is certain, as no process can have {@linkplain BurstBuffer#handOver
   *     handed over} anything newer: 0 when nothing is; all of the region's bytes only when all
   *     are. Where it is less, {@link #awaitVisible} comes before the target's bytes
   * @throws IOException when the log cannot be read
   */
  public long readPending(Region region, Object into, long offset) throws IOException {
    return buffer.puts().readPending(array, region, into, offset);
  }

  /**
   * Waits until what other processes have {@linkplain BurstBuffer#handOver handed over} of a region
   * is in the target, so that it can be read there. Not collective.
   *
   * @param region where, inside the array
   * @throws BurstlogException when it could not be brought there; the logs are kept
   * @throws IOException when the target cannot be used
   */
  public void awaitVisible(Region region) throws IOException {
    buffer.puts().awaitVisible(array, region);
  }

  private void put(Region region, Object values, int width, long available, long offset)
      throws IOException {
    long length = length(region, width, available);
    buffer.puts().put(this, region, values, offset, length);
    buffer.countPut(length);
  }

  private boolean offer(Region region, Object values, int width, long available, long offset)
      throws IOException {
    long length = length(region, width, available);
    boolean taken = buffer.puts().offer(this, region, values, offset, length);
    if (taken) {
      buffer.countPut(length);
    }
    return taken;
  }

  /** Checks the arguments of a put, and returns how many bytes it has. */
  private long length(Region region, int width, long available) {
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
    return elements * width;
  }
}
