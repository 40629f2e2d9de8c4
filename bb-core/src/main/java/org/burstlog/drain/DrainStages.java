package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * The stages of one drain, in the order in which they come. Each returns the next one; what may
 * fail in one process is attempted, and the agreement that follows tells all.
 */
final class DrainStages {
  /** Pieces of a round, so that its description stays small beside its buffer. */
  private static final int PIECES_PER_EXTENT = 4;

  /**
   * From here on, a larger round makes independent writes no faster; a smaller one stays in the
   * processor's cache between gathering and writing.
   */
  private static final int LARGE_WRITE = 1 << 20;

  /** Where processes differ about what is in the target, so much is compared in one meeting. */
  private static final int SETTLED_AT_ONCE = 1 << 18;

  private final ProcessGroup group;
  private final TargetFile target;
  private final Pending log;
  private final DrainOptions options;
  private final Writers writers;
  private final Nodes nodes;
  private final Buffers buffers;
  private final TargetProof proof;
  private final DrainState state;
  private final long begin = System.nanoTime();
  private long proofBegin;
  private @Nullable Rounds rounds;
  private long written;

  DrainStages(
      ProcessGroup group,
      TargetFile target,
      Pending log,
      DrainOptions options,
      Writers writers,
      Nodes nodes,
      Buffers buffers,
      TargetProof proof) {
    this.group = group;
    this.target = target;
    this.log = log;
    this.options = options;
    this.writers = writers;
    this.nodes = nodes;
    this.buffers = buffers;
    this.proof = proof;
    this.state = new DrainState(group, target.path(), log);
  }

  Task<DrainReport> task() {
    return new StagedTask<>(Next.work(this::plan), state::moved, this::closeRounds);
  }

  private Next<DrainReport> plan() {
    final long planBegin = System.nanoTime();
    int pieces = Math.max(options.extents(), options.extents() * PIECES_PER_EXTENT);
    Limits limits = new Limits(options.buffer(), options.extents(), pieces);
    @Nullable Plan[] plan = new Plan[1];
    state.attempt(() -> plan[0] = Plan.of(log.index(), log.arrays(), limits));
    state.add(Phase.PLAN, System.nanoTime() - planBegin);
    Plan planned = plan[0];
    return state.met(() -> SharedFacts.begin(group, planned), facts -> choose(planned, facts));
  }

  private Next<DrainReport> choose(@Nullable Plan plan, SharedFacts facts) {
    if (plan == null || facts.failed()) {
      // What was gathered means nothing.
      return state.failed();
    }
    Choice choice = Choice.of(options, target, facts, nodes, !writers.ranks().isEmpty());
    if (facts.bytes() == 0) {
      return Next.work(() -> reset(plan, choice));
    }
    state.enter("writing");
    Rounds chosen = rounds(choice.strategy(), facts);
    rounds = chosen;
    return chosen.write(plan, () -> Next.work(() -> sync(plan, choice, facts.end())));
  }

  private Rounds rounds(Strategy strategy, SharedFacts facts) {
    return switch (strategy) {
      case EXCHANGE ->
          new ExchangeRounds(
              state,
              target,
              log,
              new Owners(Choice.striping(options, target, nodes), able()),
              buffers,
              options.buffer(),
              facts);
      case COLLECTIVE -> new CollectiveRounds(state, target, plan -> open(plan, options.buffer()));
      case INDEPENDENT, AUTO ->
          new IndependentRounds(
              state, target, plan -> open(plan, Math.min(options.buffer(), LARGE_WRITE)));
    };
  }

  private List<Integer> able() {
    return writers.ranks().isEmpty() ? nodes.leaders() : writers.ranks();
  }

  private @Nullable RoundSource open(Plan plan, int size) {
    @Nullable RoundSource[] source = new RoundSource[1];
    state.attempt(
        () ->
            source[0] =
                new RoundSource(plan, log.view(), size, () -> buffersFor(plan, size), state));
    return source[0];
  }

  private ByteBuffer[] buffersFor(Plan plan, int size) {
    // A small drain need not touch more memory than it has bytes.
    return buffers.two(Math.max(1, Math.min(plan.bytes(), size)));
  }

  /** When all agree behind it, each has written and synced its part, so all can be proven. */
  private Next<DrainReport> sync(Plan plan, Choice choice, long end) {
    closeRounds();
    long syncBegin = System.nanoTime();
    state.enter("syncing");
    state.attempt(this::syncOwn);
    state.add(Phase.SYNC, System.nanoTime() - syncBegin);
    return state.agreed(() -> Next.work(() -> prove(plan, choice, end)));
  }

  private void syncOwn() throws IOException {
    try {
      target.syncOwn();
    } catch (IOException e) {
      // That the file has lost its name explains more than that it cannot be opened by it.
      proof.requireNamed();
      throw e;
    }
  }

  private Next<DrainReport> prove(Plan plan, Choice choice, long end) {
    proofBegin = System.nanoTime();
    state.enter("proving");
    state.attempt(proof::requireNamed);
    long[] size = new long[1];
    state.attempt(() -> size[0] = -target.size());
    return state.least(size, least -> proveAtSize(plan, choice, end, -least[0]));
  }

  /**
   * Goes on when the target is long enough.
   *
   * @param size what it has for the process that knows of most: on many file systems of a network a
   *     process hears only later of what others have written behind its own
   */
  private Next<DrainReport> proveAtSize(Plan plan, Choice choice, long end, long size) {
    if (size < end) {
      state.attempt(
          () -> {
            throw TargetProof.tooShort(size, end);
          });
      return state.failed();
    }
    if (!log.proveContent()) {
      return proven(plan, choice);
    }
    int window = Math.min(options.buffer(), SETTLED_AT_ONCE);
    return new ContentProof(target, log, () -> buffersFor(plan, options.buffer()), state, window)
        .prove(plan, () -> proven(plan, choice));
  }

  private Next<DrainReport> proven(Plan plan, Choice choice) {
    state.add(Phase.PROVE, System.nanoTime() - proofBegin);
    return Next.work(() -> reset(plan, choice));
  }

  private Next<DrainReport> reset(Plan plan, Choice choice) {
    state.enter("resetting the log");
    state.attempt(log::reset);
    state.add(Phase.ALL, System.nanoTime() - begin);
    long[] nanos = state.nanos();
    return state.least(
        PhaseTimes.bothWays(nanos), least -> Next.done(report(plan, choice, nanos, least)));
  }

  private DrainReport report(Plan plan, Choice choice, long[] nanos, long[] least) {
    PhaseTimes[] extremes = PhaseTimes.extremes(least);
    return new DrainReport(
        plan.records(),
        plan.bytes(),
        plan.extents(),
        written,
        choice.strategy(),
        choice.reason(),
        PhaseTimes.of(nanos),
        extremes[0],
        extremes[1]);
  }

  private void closeRounds() {
    Rounds open = rounds;
    if (open != null) {
      rounds = null;
      open.close();
      written = open.count();
    }
  }
}
