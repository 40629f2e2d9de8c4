package org.burstlog.drain;

import java.util.Arrays;
import java.util.List;
import org.burstlog.BurstlogException;

/**
 * A drain that did not reach its end. Every process of the group gets it, with the same message.
 *
 * <p>Nothing is lost: every log is kept. Until another drain succeeds or the pending records are
 * discarded, puts are refused.
 */
public final class DrainFailedException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  /** The processes that failed. */
  private final int[] ranks;

  /** The arrays that are concerned. */
  private final String[] arrays;

  DrainFailedException(String message, List<Integer> ranks, List<String> arrays, Throwable cause) {
    super(message, cause);
    this.ranks = ranks.stream().mapToInt(Integer::intValue).toArray();
    this.arrays = arrays.toArray(String[]::new);
  }

  /**
   * Returns where it failed.
   *
   * @return ranks of the processes that met an error
   */
  public List<Integer> ranks() {
    return Arrays.stream(ranks).boxed().toList();
  }

  /**
   * Returns what it failed with.
   *
   * @return names of the arrays that those processes were writing, as far as they are known
   */
  public List<String> arrays() {
    return List.of(arrays);
  }
}
