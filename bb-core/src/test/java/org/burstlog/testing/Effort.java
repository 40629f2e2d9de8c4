package org.burstlog.testing;

/**
 * How much of a random, kill or fault test is run.
 *
 * <p>The short form is what a change has to pass, and takes as many seeds as still find something.
 * {@code ./bb test --long} sets the system property {@code bb.test.long} and runs the long form,
 * for a night.
 */
public final class Effort {
  private Effort() {}

  /**
   * Tells whether the long form was asked for.
   *
   * @return true for the long form
   */
  public static boolean isLong() {
    return Boolean.getBoolean("bb.test.long");
  }

  /**
   * Chooses a count, of seeds or of anything else.
   *
   * @param brief how many in the short form
   * @param thorough how many in the long form
   * @return one of them
   */
  public static int of(int brief, int thorough) {
    return isLong() ? thorough : brief;
  }
}
