package org.burstlog.drain;

import java.util.List;

/**
 * Which processes write a file that is drained at the same time as others, and with how much
 * memory.
 *
 * @param ranks who may write, ascending; empty where that is as in a drain alone
 * @param buffer the most bytes of a round; no more than {@link DrainOptions#buffer} are used
 */
public record Writers(List<Integer> ranks, int buffer) {
  /** Those of a file that is drained alone. */
  public static final Writers ALONE = new Writers(List.of(), Integer.MAX_VALUE);

  /**
   * Copies the ranks.
   *
   * @param ranks who may write, ascending
   * @param buffer the most bytes of a round
   */
  public Writers {
    ranks = List.copyOf(ranks);
  }
}
