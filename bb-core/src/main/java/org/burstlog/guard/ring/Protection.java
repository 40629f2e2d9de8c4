package org.burstlog.guard.ring;

/**
 * What is asked for: how logs are kept elsewhere, and how many nodes may be lost.
 *
 * @param scheme how they are kept
 * @param losses how many nodes may be lost at the same time; with parity, of each set
 * @param setSize about how many nodes make a set; of no meaning for copies
 */
public record Protection(Scheme scheme, int losses, int setSize) {
  /** How large sets are when nobody sets it. */
  public static final int DEFAULT_SET = 8;

  /** The most members a set may have: that many different numbers the field of the code has. */
  public static final int MOST_MEMBERS = 256;

  /**
   * Checks what is asked for.
   *
   * @param scheme how logs are kept
   * @param losses how many nodes may be lost at the same time
   * @param setSize about how many nodes make a set
   * @throws IllegalArgumentException when no set of that size survives so much
   */
  public Protection {
    if (losses < 1 || (scheme == Scheme.XOR && losses > 1)) {
      throw new IllegalArgumentException(scheme + " cannot survive the loss of " + losses);
    }
    // What is left over makes sets larger, by less than twice.
    if (scheme != Scheme.PARTNER && (setSize <= losses || setSize > MOST_MEMBERS / 2)) {
      throw new IllegalArgumentException(
          "sets of " + setSize + " nodes of which " + losses + " may be lost");
    }
  }

  /**
   * Asks for whole copies.
   *
   * @param copies how many
   * @return what is asked for
   */
  public static Protection copies(int copies) {
    return new Protection(Scheme.PARTNER, copies, DEFAULT_SET);
  }
}
