package org.burstlog.drain;

import java.io.IOException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetFile;

/**
 * Whether the processes of a group write together what they put together without a log, or each for
 * itself; decided as for a drain, from what little is known of one put.
 *
 * <p>A put has no exchange of its own. Where a drain would exchange, the target combines what the
 * processes bring, if it can, and if their extents are not good requests as they are.
 */
public final class PutChoice {
  /** From this mean length on, extents are good requests on any file system. */
  private static final long LARGE = 1 << 20;

  private final ProcessGroup group;
  private final TargetFile target;
  private final DrainOptions options;

  /**
   * Prepares.
   *
   * @param group the processes that put
   * @param target where to
   * @param options how to write, the same in every process
   */
  public PutChoice(ProcessGroup group, TargetFile target, DrainOptions options) {
    this.group = group;
    this.target = target;
    this.options = options;
  }

  /**
   * Chooses. Collective.
   *
   * @param mean the mean length of extents in the process where it is least, the same in every
   *     process
   * @return true when all write together
   * @throws IOException when the group cannot be used any more
   */
  public boolean together(long mean) throws IOException {
    // Whether processes write between each other would take another reduction to find out.
    SharedFacts facts = new SharedFacts(false, mean, 1, 0, true, group.size());
    return switch (Choice.of(options, target, facts, group.nodes(), false).strategy()) {
      case COLLECTIVE -> true;
      case EXCHANGE -> mean < LARGE && target.can(TargetFile.Capability.COLLECTIVE_BUFFERING);
      case INDEPENDENT, AUTO -> false;
    };
  }
}
