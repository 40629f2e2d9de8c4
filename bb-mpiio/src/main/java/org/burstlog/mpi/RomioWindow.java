package org.burstlog.mpi;

import java.io.IOException;
import org.burstlog.group.ProcessGroup;

/**
 * How much of a file ROMIO's aggregators write in one turn: a buffer each, and by default there is
 * one of them on each node.
 */
final class RomioWindow {
  private static final long DEFAULT_BUFFER = 16 << 20;

  private RomioWindow() {}

  /** Collective. */
  static long of(ProcessGroup group, MpiHints hints) throws IOException {
    long nodes = group.nodes().count();
    // With a list of places there may be fewer of them than that; one there is always.
    long aggregators =
        hints.asMap().containsKey("cb_config_list")
            ? 1
            : Math.min(nodes, hints.number("cb_nodes", nodes));
    return aggregators * hints.number("cb_buffer_size", DEFAULT_BUFFER);
  }
}
