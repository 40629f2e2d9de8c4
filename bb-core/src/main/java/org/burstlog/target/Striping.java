package org.burstlog.target;

/**
 * How a file is spread over the servers of a parallel file system: its stripes go to them in turn.
 *
 * @param stripe bytes of the file that one server holds in a row
 * @param servers how many servers hold some of it
 */
public record Striping(long stripe, int servers) {
  /**
   * Checks the numbers.
   *
   * @param stripe bytes of the file that one server holds in a row
   * @param servers how many servers hold some of it
   * @throws IllegalArgumentException when one of them is less than 1
   */
  public Striping {
    if (stripe < 1 || servers < 1) {
      throw new IllegalArgumentException(
          "stripes of " + stripe + " bytes over " + servers + " servers");
    }
  }
}
