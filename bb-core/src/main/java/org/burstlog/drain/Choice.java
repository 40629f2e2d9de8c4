package org.burstlog.drain;

import java.util.Optional;
import org.burstlog.group.Nodes;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;

/**
 * Which strategy a drain takes, and why; the same in every process, as it follows from what all
 * know. Each put without a log chooses too, so the reason is put into words only when it is read.
 *
 * @param strategy any but {@link Strategy#AUTO}
 * @param ground why
 * @param facts what it follows from
 * @param nodes how many nodes the processes are on
 */
record Choice(Strategy strategy, Ground ground, SharedFacts facts, int nodes) {
  /** From this mean length on, an extent is worth a request of its own to a local file system. */
  private static final long WORTH_A_REQUEST = 8 << 10;

  /** Stripes of a file system that does not say how large they are. */
  static final long USUAL_STRIPE = 1 << 20;

  /** Why a strategy is taken. */
  enum Ground {
    SET,
    DEALT,
    ONE_PROCESS,
    NOT_COMBINED,
    STRIPED,
    SEVERAL_NODES,
    ONE_NODE,
    INTERLEAVED
  }

  /**
   * Chooses.
   *
   * @param dealt whether it was planned who writes, because other files are drained as well
   */
  static Choice of(
      DrainOptions options, TargetFile target, SharedFacts facts, Nodes nodes, boolean dealt) {
    if (options.strategy() != Strategy.AUTO) {
      return new Choice(options.strategy(), Ground.SET, facts, nodes.count());
    }
    Ground ground =
        dealt && facts.processes() > 1 ? Ground.DEALT : ground(options, target, facts, nodes);
    Strategy strategy =
        switch (ground) {
          case DEALT, STRIPED, SEVERAL_NODES, INTERLEAVED -> Strategy.EXCHANGE;
          default -> Strategy.INDEPENDENT;
        };
    return new Choice(strategy, ground, facts, nodes.count());
  }

  private static Ground ground(
      DrainOptions options, TargetFile target, SharedFacts facts, Nodes nodes) {
    if (facts.processes() == 1) {
      return Ground.ONE_PROCESS;
    }
    if (told(options, target).isPresent()) {
      return Ground.STRIPED;
    }
    if (!target.can(TargetFile.Capability.COLLECTIVE_BUFFERING)) {
      return Ground.NOT_COMBINED;
    }
    if (nodes.count() > 1) {
      return Ground.SEVERAL_NODES;
    }
    boolean apart = !facts.overlapping() || facts.mean() >= WORTH_A_REQUEST;
    return apart ? Ground.ONE_NODE : Ground.INTERLEAVED;
  }

  /** Returns the reason, for people. */
  String reason() {
    String extents = "extents of " + facts.mean() + " bytes on average";
    String written = "each stripe is written by one process alone; " + extents;
    String on = nodes + (nodes == 1 ? " node" : " nodes");
    return switch (ground) {
      case SET -> "as set by drain.strategy";
      case DEALT -> "planned together with other files: " + written;
      case ONE_PROCESS -> "one process";
      case NOT_COMBINED -> "the target does not combine requests";
      case STRIPED -> on + " and a striped target: " + written;
      case SEVERAL_NODES -> on + ": " + written;
      case ONE_NODE ->
          "one node, where requests cost little and nobody takes locks away: " + extents;
      case INTERLEAVED -> "one node, and processes write between each other: " + extents;
    };
  }

  /** Tells whether it would be an exchange whatever the records are. */
  static boolean exchanges(DrainOptions options, TargetFile target, Nodes nodes, int processes) {
    return switch (options.strategy()) {
      case EXCHANGE -> true;
      case AUTO ->
          processes > 1
              && (told(options, target).isPresent()
                  || (nodes.count() > 1 && target.can(TargetFile.Capability.COLLECTIVE_BUFFERING)));
      case COLLECTIVE, INDEPENDENT -> false;
    };
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
