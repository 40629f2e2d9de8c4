package org.burstlog.drain;

import java.util.Optional;
import org.burstlog.group.Nodes;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;

/**
 * Which strategy a drain takes, and why; the same in every process, as it follows from what all
 * know.
 *
 * @param strategy any but {@link Strategy#AUTO}
 * @param reason for people
 */
record Choice(Strategy strategy, String reason) {
  /** From this mean length on, an extent is worth a request of its own to a local file system. */
  private static final long WORTH_A_REQUEST = 8 << 10;

  /** Stripes of a file system that does not say how large they are. */
  static final long USUAL_STRIPE = 1 << 20;

  static Choice of(DrainOptions options, TargetFile target, SharedFacts facts, Nodes nodes) {
    if (options.strategy() != Strategy.AUTO) {
      return new Choice(options.strategy(), "as set by drain.strategy");
    }
    if (facts.processes() == 1) {
      return new Choice(Strategy.INDEPENDENT, "one process");
    }
    boolean told = told(options, target).isPresent();
    if (!told && !target.can(TargetFile.Capability.COLLECTIVE_BUFFERING)) {
      return new Choice(Strategy.INDEPENDENT, "the target does not combine requests");
    }
    String extents = "extents of " + facts.mean() + " bytes on average";
    if (told || nodes.count() > 1) {
      return new Choice(
          Strategy.EXCHANGE,
          nodes.count()
              + (nodes.count() == 1 ? " node" : " nodes")
              + (told ? " and a striped target: " : ": ")
              + "each stripe is written by one process alone; "
              + extents);
    }
    if (!facts.overlapping() || facts.mean() >= WORTH_A_REQUEST) {
      return new Choice(
          Strategy.INDEPENDENT,
          "one node, where requests cost little and nobody takes locks away: " + extents);
    }
    return new Choice(
        Strategy.EXCHANGE, "one node, and processes write between each other: " + extents);
  }

  /** How the target is spread over servers, as far as it or the settings say. */
  private static Optional<Striping> told(DrainOptions options, TargetFile target) {
    Optional<Striping> known = target.striping();
    if (options.stripe() == 0 && options.servers() == 0) {
      return known;
    }
    long stripe =
        options.stripe() > 0 ? options.stripe() : known.map(Striping::stripe).orElse(USUAL_STRIPE);
    int servers =
        options.servers() > 0 ? options.servers() : known.map(Striping::servers).orElse(0);
    return servers == 0 ? Optional.empty() : Optional.of(new Striping(stripe, servers));
  }

  /** What stripes are taken to be. */
  static Striping striping(DrainOptions options, TargetFile target, Nodes nodes) {
    return told(options, target)
        .orElseGet(
            () ->
                new Striping(
                    options.stripe() > 0 ? options.stripe() : USUAL_STRIPE, nodes.count()));
  }
}
