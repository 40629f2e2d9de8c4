package org.burstlog.guard.parity;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Which chunk of which member is in which stripe, and who keeps the stripe.
 *
 * <p>Stripe <i>i</i> of a set of <i>n</i> members is kept by the members <i>i</i>, <i>i</i>+1 …
 * modulo <i>n</i>, as many as may be lost, and is made of a chunk of each of the others, its
 * columns. So in each <i>n</i> stripes every member keeps as many as every other.
 *
 * @param members how many members the set has
 * @param losses how many of them may be lost
 * @param chunk bytes of a chunk
 */
public record StripeLayout(int members, int losses, int chunk) {
  /**
   * Checks the numbers.
   *
   * @param members how many members the set has
   * @param losses how many of them may be lost
   * @param chunk bytes of a chunk
   * @throws IllegalArgumentException when nobody is left whose chunks could be kept
   */
  public StripeLayout {
    if (losses < 1 || members <= losses || chunk < 1) {
      throw new IllegalArgumentException(
          members + " members, " + losses + " losses, chunks of " + chunk + " bytes");
    }
  }

  /**
   * Tells of how many chunks a stripe is made.
   *
   * @return as many as members do not keep it
   */
  public int columns() {
    return members - losses;
  }

  /**
   * Returns who keeps a stripe.
   *
   * @param stripe its number
   * @return the member of each of its parities
   */
  public List<Integer> keepers(long stripe) {
    return IntStream.range(0, losses).map(p -> (int) ((stripe + p) % members)).boxed().toList();
  }

  /**
   * Tells which parity of a stripe a member keeps.
   *
   * @param stripe its number
   * @param member the member
   * @return the parity, negative when it keeps none
   */
  public int parity(long stripe, int member) {
    int distance = (int) Math.floorMod(member - stripe, (long) members);
    return distance < losses ? distance : -1;
  }

  /**
   * Tells which column of a stripe has a chunk of a member.
   *
   * @param stripe its number
   * @param member the member
   * @return the column, negative when the member keeps the stripe
   */
  public int column(long stripe, int member) {
    // Columns begin behind the keepers, so a chunk's column does not depend on ranks.
    return (int) Math.floorMod(member - stripe, (long) members) - losses;
  }

  /**
   * Tells whose chunk a column of a stripe has.
   *
   * @param stripe its number
   * @param column the column
   * @return the member
   */
  public int member(long stripe, int column) {
    return (int) ((stripe + losses + column) % members);
  }

  /**
   * Tells in which stripe a chunk is.
   *
   * @param member whose chunk it is
   * @param number which chunk of its body
   * @return the number of the stripe
   */
  public long stripe(int member, long number) {
    long turn = number / columns() * members;
    int rest = (int) (number % columns());
    for (long stripe = turn; ; stripe++) {
      if (column(stripe, member) >= 0 && rest-- == 0) {
        return stripe;
      }
    }
  }

  /**
   * Tells which chunk of a member is in a stripe.
   *
   * @param member the member, which does not keep the stripe
   * @param stripe its number
   * @return the number of the chunk in the member's body
   */
  public long number(int member, long stripe) {
    long turn = stripe / members;
    long number = turn * columns();
    for (long before = turn * members; before < stripe; before++) {
      number += column(before, member) >= 0 ? 1 : 0;
    }
    return number;
  }
}
