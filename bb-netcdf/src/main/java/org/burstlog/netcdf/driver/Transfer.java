package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.array.memory.Elements;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.PlannedPut;
import org.jspecify.annotations.Nullable;

/**
 * One region of a variable on its way to or from memory, and what became of it.
 *
 * <p>Memory holds the region's elements densely in row-major order, in the file's type and the
 * machine's byte order: a primitive array, or a byte buffer of which absolute positions count. What
 * is to be put may be {@link org.burstlog.array.memory.PiecewiseValues} as well.
 */
public final class Transfer {
  private final int variable;
  private final Region region;
  private final Object memory;
  private final long offset;
  private final long length;
  private @Nullable IOException failure;

  /**
   * A transfer.
   *
   * @param variable place of the variable
   * @param region where in it; not changed as long as the transfer is in use
   * @param memory a primitive array with elements as wide as the variable's, or a byte buffer
   * @param offset bytes into the memory
   * @param length the region's bytes
   */
  public Transfer(int variable, Region region, Object memory, long offset, long length) {
    this.variable = variable;
    this.region = region;
    this.memory = memory;
    this.offset = offset;
    this.length = length;
  }

  /**
   * Returns the variable.
   *
   * @return its place among the variables
   */
  public int variable() {
    return variable;
  }

  /**
   * Returns the region.
   *
   * @return where in the variable
   */
  public Region region() {
    return region;
  }

  /**
   * Returns the memory.
   *
   * @return a primitive array or a byte buffer
   */
  public Object memory() {
    return memory;
  }

  /**
   * Returns where in the memory the first element is.
   *
   * @return bytes into it
   */
  public long offset() {
    return offset;
  }

  /**
   * Returns how long it is.
   *
   * @return the region's bytes
   */
  public long length() {
    return length;
  }

  /**
   * Says that this transfer, of all that were completed together, failed.
   *
   * @param cause what happened
   */
  public void fail(IOException cause) {
    failure = cause;
  }

  /**
   * Returns what happened.
   *
   * @return why this transfer failed, or null when it did not
   */
  public @Nullable IOException failure() {
    return failure;
  }

  /** The bytes in memory, from index 0 to the limit; in the array itself where it has bytes. */
  private ByteBuffer bytes() {
    int count = Math.toIntExact(length);
    if (memory instanceof ByteBuffer b) {
      return b.slice((int) offset, count);
    }
    if (memory instanceof byte[] b) {
      return ByteBuffer.wrap(b, (int) offset, count).slice();
    }
    ByteBuffer copy = ByteBuffer.allocate(count).order(ByteOrder.nativeOrder());
    new Elements(copy, 0, count, copy.order()).put(0, memory, offset, count, 1);
    return copy;
  }

  /** Combines puts, so that they are written as few large ones. */
  static PlannedPut combine(List<Transfer> puts, DrainOptions options) {
    PlannedPut combined = new PlannedPut(options);
    for (Transfer put : puts) {
      combined.add(put.variable, put.region, put.bytes());
    }
    return combined;
  }

  /** What is done to a transfer. */
  interface Action {
    void on(Transfer transfer) throws IOException;
  }

  /** Does something to each of several; what goes wrong with one is that one's failure. */
  static void each(List<Transfer> transfers, Action action) {
    for (Transfer transfer : transfers) {
      try {
        action.on(transfer);
      } catch (IOException e) {
        transfer.fail(e);
      } catch (RuntimeException e) {
        transfer.fail(new IOException(e.toString(), e));
      }
    }
  }
}
