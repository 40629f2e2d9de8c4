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
    long nodes;
    try (ProcessGroup node = group.node()) {
      nodes = group.sum(node.rank() == 0 ? 1 : 0);
    }
    // With a list of places there may be fewer of them than that; one there is always.
    long aggregators =
        hints.asMap().containsKey("cb_config_list")
            ? 1
            : Math.min(nodes, number(hints, "cb_nodes", nodes));
    return aggregators * number(hints, "cb_buffer_size", DEFAULT_BUFFER);
  }

  /** What is no number, ROMIO leaves out too. */
  private static long number(MpiHints hints, String key, long otherwise) {
    String text = hints.asMap().getOrDefault(key, "");
    try {
      long value = Long.parseLong(text);
      return value > 0 ? value : otherwise;
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
