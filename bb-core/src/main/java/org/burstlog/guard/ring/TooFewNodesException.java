package org.burstlog.guard.ring;

import org.burstlog.BurstlogException;

/** There are not so many nodes that logs could be kept on others as was asked for. */
public final class TooFewNodesException extends BurstlogException {
  private static final long serialVersionUID = 1L;

  TooFewNodesException(int nodes, int losses) {
    super(
        "what "
            + (nodes == 1 ? "one node puts" : nodes + " nodes put")
            + " cannot survive the loss of "
            + (losses == 1 ? "one node" : losses + " nodes")
            + ", which takes "
            + (losses + 1)
            + " nodes at least; start the program on more nodes, or ask for less redundancy");
  }
}
