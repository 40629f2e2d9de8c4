package org.burstlog.group;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * Something that must be the same in every process. What each has is compared by a sum, which
 * travels with other values of a meeting; what it is travels only when it differs.
 */
public final class Same {
  private final Supplier<byte[]> mine;
  private final Difference difference;

  /** Says what differs, when all know that something does. */
  @FunctionalInterface
  public interface Difference {
    /**
     * Finds out. Collective.
     *
     * @param group the processes concerned
     * @return what this process throws
     * @throws IOException when the group cannot be used any more
     */
    IOException in(ProcessGroup group) throws IOException;
  }

  /**
   * Something to be compared.
   *
   * @param mine makes what this process has
   * @param difference says what differs
   */
  public Same(Supplier<byte[]> mine, Difference difference) {
    this.mine = mine;
    this.difference = difference;
  }

  /**
   * As above, where what differs is told from what all have.
   *
   * @param mine what this process has
   * @param difference makes what is thrown of what each has, by rank
   * @return what to compare
   */
  public static Same of(byte[] mine, Function<List<byte[]>, IOException> difference) {
    return new Same(() -> mine, group -> difference.apply(group.gather(mine)));
  }

  /**
   * Returns when all have the same. Collective, one reduction.
   *
   * @param group the processes concerned
   * @throws IOException in every process, when they have not
   */
  public void require(ProcessGroup group) throws IOException {
    new Together(group).same(this).meet();
  }

  /** Two sums of different kinds, because one of 32 bits is wrong too easily. */
  long sum() {
    byte[] bytes = mine.get();
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue() << Integer.SIZE | (Arrays.hashCode(bytes) & 0xFFFF_FFFFL);
  }

  IOException differ(ProcessGroup group) throws IOException {
    return difference.in(group);
  }
}
