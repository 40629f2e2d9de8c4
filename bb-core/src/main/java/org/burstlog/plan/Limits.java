package org.burstlog.plan;

/**
 * Where rounds are cut.
 *
 * <p>A full round takes 16 bytes of memory an extent and 13 a piece beside the buffer its bytes go
 * to. Pieces are limited because scattered small writes would otherwise need more memory for saying
 * where their bytes are than for the bytes.
 *
 * @param bytes most bytes of a round
 * @param extents most extents of a round
 * @param pieces most pieces of a round
 */
public record Limits(int bytes, int extents, int pieces) {
  /**
   * Checks the limits.
   *
   * @param bytes most bytes of a round
   * @param extents most extents of a round
   * @param pieces most pieces of a round
   * @throws IllegalArgumentException when one of them is less than 1
   */
  public Limits {
    if (bytes < 1 || extents < 1 || pieces < 1) {
      throw new IllegalArgumentException(
          "a round of " + bytes + " bytes, " + extents + " extents and " + pieces + " pieces");
    }
  }

  /**
   * Limits whose number of pieces follows from the bytes, so that pieces take less than half as
   * much memory as the bytes.
   *
   * @param bytes most bytes of a round
   * @param extents most extents of a round
   * @return the limits
   * @throws IllegalArgumentException when one of them is less than 1
   */
  public static Limits of(int bytes, int extents) {
    return new Limits(bytes, extents, Math.max(1024, bytes / 32));
  }
}
