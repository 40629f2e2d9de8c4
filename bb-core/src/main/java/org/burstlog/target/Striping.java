package org.burstlog.target;

import java.util.Optional;

/**
 * How a file is spread over the servers of a parallel file system: its stripes go to them in turn.
 *
 * @param stripe bytes of the file that one server holds in a row
 * @param servers how many servers hold some of it
 */
public record Striping(long stripe, int servers) {
  /**
   * Reads what {@link #numbers} has made.
   *
   * @param stripe bytes of the file that one server holds in a row, 0 where nobody knows
   * @param servers how many servers hold some of it, 0 where nobody knows
   * @return what is known
   */
  public static Optional<Striping> of(long stripe, long servers) {
    return stripe > 0 && servers > 0
        ? Optional.of(new Striping(stripe, Math.toIntExact(servers)))
        : Optional.empty();
  }

  /**
   * Returns what one process can tell the others in numbers.
   *
   * @param known what is known, or nothing
   * @return the stripe and the number of servers, zeros for nothing
   */
  public static long[] numbers(Optional<Striping> known) {
    return known
        .map(striping -> new long[] {striping.stripe, striping.servers})
        .orElseGet(() -> new long[2]);
  }

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
