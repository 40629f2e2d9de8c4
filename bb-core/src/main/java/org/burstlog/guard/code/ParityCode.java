package org.burstlog.guard.code;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parities of some members: chunks of bytes of which as many may be missing as there are
 * parities. Chunks may differ in length; what one is shorter than others counts as zeros.
 *
 * <p>Parity <i>i</i> is the sum of all members, each times its {@link #coefficient}: for the first
 * parity all are 1, which makes it the exclusive or. Of two parities the second takes powers of 2,
 * as a RAID 6 does. More than two take those of a Cauchy matrix, whose columns are scaled for the
 * first parity.
 *
 * <p>One thread at a time may use it.
 */
public final class ParityCode {
  /** The most members and parities together. */
  public static final int MOST = Field.SIZE;

  private final int[][] coefficients;

  /** Of each parity, the sum that it is. */
  private final Combination[] sums;

  /**
   * Creates a code.
   *
   * @param members how many chunks are protected, 1 at least
   * @param parities how many of them may be missing, 1 at least
   * @throws IllegalArgumentException when they are more than {@link #MOST} together
   */
  public ParityCode(int members, int parities) {
    if (members < 1 || parities < 1 || members + parities > MOST) {
      throw new IllegalArgumentException(parities + " parities of " + members + " members");
    }
    coefficients = new int[parities][members];
    for (int parity = 0; parity < parities; parity++) {
      for (int member = 0; member < members; member++) {
        coefficients[parity][member] =
            parities <= 2 ? power(parity, member) : cauchy(parity, member, parities);
      }
    }
    sums = new Combination[parities];
    Arrays.setAll(sums, parity -> new Combination(coefficients[parity]));
  }

  private static int power(int parity, int member) {
    return parity == 0 ? 1 : Field.power(member);
  }

  /**
   * An element of the matrix of 1 / (x + y), x and y all different, over the first of its column.
   */
  private static int cauchy(int parity, int member, int parities) {
    int y = parities + member;
    return Field.times(Field.inverse(parity ^ y), y);
  }

  /**
   * Tells how many chunks are protected.
   *
   * @return 1 at least
   */
  public int members() {
    return coefficients[0].length;
  }

  /**
   * Tells how many of them may be missing.
   *
   * @return 1 at least
   */
  public int parities() {
    return coefficients.length;
  }

  /**
   * Returns by what a member is multiplied for a parity.
   *
   * @param parity which parity
   * @param member which member
   * @return an element of the field, not 0
   */
  public int coefficient(int parity, int member) {
    return coefficients[parity][member];
  }

  /**
   * Computes a parity.
   *
   * @param parity which
   * @param members the bytes of each between position and limit; null for one that has none
   * @param into takes the parity between its position and limit, which do not move; as long as the
   *     longest member at least
   */
  public void encode(int parity, @Nullable ByteBuffer[] members, ByteBuffer into) {
    requireCount(members, members());
    for (ByteBuffer member : members) {
      if (member != null && member.remaining() > into.remaining()) {
        throw new IllegalArgumentException(
            "a parity of " + into.remaining() + " bytes for a member of " + member.remaining());
      }
    }
    sums[parity].compute(members, into);
  }

  /**
   * Adds a member to a parity that does not have it, or takes it out of one that does.
   *
   * @param parity which parity
   * @param member which member
   * @param bytes of the member, between position and limit
   * @param into the parity between its position and limit, which do not move
   */
  public void add(int parity, int member, ByteBuffer bytes, ByteBuffer into) {
    if (bytes.remaining() > into.remaining()) {
      throw new IllegalArgumentException(
          "a parity of " + into.remaining() + " bytes for a member of " + bytes.remaining());
    }
    new Combination(1, coefficient(parity, member)).compute(new ByteBuffer[] {into, bytes}, into);
  }

  /**
   * Rebuilds a member from the others.
   *
   * @param member which; it is missing
   * @param members the bytes of each as they were encoded; null for those that are missing, empty
   *     for those that had none
   * @param parities the bytes of each parity; null for those that are missing
   * @param into takes the member between its position and limit, which do not move
   * @throws IllegalArgumentException when fewer parities are there than members are missing
   */
  public void rebuild(
      int member,
      @Nullable ByteBuffer[] members,
      @Nullable ByteBuffer[] parities,
      ByteBuffer into) {
    requireCount(members, members());
    requireCount(parities, parities());
    List<Integer> missing = where(members, false);
    List<Integer> there = where(parities, true);
    int unknown = missing.size();
    int at = missing.indexOf(member);
    if (at < 0 || unknown > there.size()) {
      throw new IllegalArgumentException(
          "member " + member + " of missing " + missing + " from parities " + there);
    }
    int[][] equations = new int[unknown][unknown];
    for (int row = 0; row < unknown; row++) {
      for (int column = 0; column < unknown; column++) {
        equations[row][column] = coefficient(there.get(row), missing.get(column));
      }
    }
    int[] solution = Matrix.invert(equations)[at];
    // All in one sum: what each parity and each other member gives to this one.
    int[] constants = new int[unknown + members()];
    @Nullable ByteBuffer[] chunks = new ByteBuffer[constants.length];
    for (int row = 0; row < unknown; row++) {
      constants[row] = solution[row];
      chunks[row] = parities[there.get(row)];
      for (int other = 0; other < members(); other++) {
        constants[unknown + other] ^=
            Field.times(solution[row], coefficient(there.get(row), other));
      }
    }
    System.arraycopy(members, 0, chunks, unknown, members());
    new Combination(constants).compute(chunks, into);
  }

  private static List<Integer> where(@Nullable ByteBuffer[] chunks, boolean there) {
    List<Integer> where = new ArrayList<>();
    for (int i = 0; i < chunks.length; i++) {
      if ((chunks[i] != null) == there) {
        where.add(i);
      }
    }
    return where;
  }

  private static void requireCount(@Nullable ByteBuffer[] chunks, int count) {
    if (chunks.length != count) {
      throw new IllegalArgumentException(chunks.length + " chunks instead of " + count);
    }
  }
}
