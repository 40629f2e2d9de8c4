package org.burstlog.buffer;

import java.io.IOException;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.settings.Settings;
import org.burstlog.settings.Settings.Layout;

/**
 * What processes share of their logs; the same in every process.
 *
 * <p>A log for each process costs nothing where each node has a tier of its own. On one that nodes
 * share, one server makes the files of all, which takes longer than anything else when there are
 * many; with a log for each node there are fewer, and putting data takes little more. Whether nodes
 * share a tier they find out when they make the directory of the session, which one of them finds
 * to be there if they do.
 *
 * @param ofLog whether the processes of a node share a log
 * @param ofTier whether processes of several nodes have their logs on one tier
 * @param explain why, for people
 */
record Sharing(boolean ofLog, boolean ofTier, String explain) {
  /** What holds where there are no logs. */
  static final Sharing NOTHING = new Sharing(false, false, "");

  /**
   * Tells whether the limit of this process is too small for its part of a log that its node
   * shares, so that nobody is to share one unless that is set. Each process may have set its own,
   * so all have to be told.
   */
  static boolean isCramped(ProcessGroup group, Settings settings) throws IOException {
    return settings.get(Settings.LAYOUT) == Layout.AUTO
        && !BackgroundMode.holdsLogs(settings, group.nodes().sharedWith(group.rank()).size());
  }

  /**
   * Decides what is shared.
   *
   * @param crowded whether processes of several nodes have their logs on one tier
   * @param cramped whether {@link #isCramped} in any process
   */
  static Sharing of(ProcessGroup group, Settings settings, boolean crowded, boolean cramped)
      throws IOException {
    return switch (settings.get(Settings.LAYOUT)) {
      case PROCESS -> new Sharing(false, crowded, "each process has a log, as log.layout says");
      case NODE -> new Sharing(true, crowded, "each node has a log, as log.layout says");
      case AUTO -> found(group.nodes(), group.size(), crowded, cramped);
    };
  }

  private static Sharing found(Nodes nodes, int processes, boolean crowded, boolean cramped) {
    if (nodes.count() == 1) {
      return apart(crowded, "all are on one node");
    }
    if (!crowded) {
      return apart(false, "each node has a tier of its own");
    }
    if (nodes.count() == processes) {
      return apart(true, "each node has one process");
    }
    if (cramped) {
      return apart(
          true,
          "nodes share a tier, but log.capacity of some process does not hold its blocks of a log"
              + " that its node shares; raise burstlog.log.capacity (BURSTLOG_LOG_CAPACITY) or lower"
              + " burstlog.log.block (BURSTLOG_LOG_BLOCK)");
    }
    return new Sharing(
        true, true, "each node has a log: nodes share a tier, which has fewer files so");
  }

  private static Sharing apart(boolean crowded, String because) {
    return new Sharing(false, crowded, "each process has a log: " + because);
  }
}
