package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.LogWriter;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetIdentity;
import org.jspecify.annotations.Nullable;

/**
 * Moves the pending records of all processes to the target.
 *
 * <p>Plan, agree on what all know, write round by round, sync, prove, and only then reset the logs.
 * Before each round the processes agree that none has failed, so an error in one reaches all within
 * a round and nobody waits for a process that will not come. Running it again, or after it stopped
 * halfway, leaves the same file.
 */
public final class Drain {
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
  private final Buffers buffers = new Buffers();
  private final Nodes nodes;

  /** The inode of the target as its path named it when this was made. */
  private final OptionalLong inode;

  private Drain(
      ProcessGroup group, TargetFile target, Pending pending, DrainOptions options, Nodes nodes) {
    this.group = group;
    this.target = target;
    this.log = pending;
    this.options = options;
    this.nodes = nodes;
    this.inode = TargetIdentity.inode(target.path());
  }

  /**
   * Prepares for drains of one log. Collective.
   *
   * @param group the processes that share the target
   * @param target the target
   * @param log this process's log
   * @param options how to drain, the same in every process
   * @return what drains it
   * @throws IOException when the group cannot be used any more
   */
  public static Drain of(ProcessGroup group, TargetFile target, LogWriter log, DrainOptions options)
      throws IOException {
    return of(group, target, Pending.of(log), options);
  }

  /**
   * Prepares for drains of records that need not be those of a log being written. Collective.
   *
   * @param group the processes that share the target
   * @param target the target
   * @param pending this process's records
   * @param options how to drain, the same in every process
   * @return what drains them
   * @throws IOException when the group cannot be used any more
   */
  public static Drain of(
      ProcessGroup group, TargetFile target, Pending pending, DrainOptions options)
      throws IOException {
    return new Drain(group, target, pending, options, group.nodes());
  }

  /**
   * Drains. Collective. Nobody puts meanwhile.
   *
   * @return what it did here
   * @throws DrainFailedException in every process, when any met an error; the logs are kept
   * @throws IOException when the group itself cannot be used any more
   */
  public DrainReport run() throws IOException {
    final long begin = System.nanoTime();
    Progress progress = new Progress(group, target.path(), log);
    Plan planned = plan(progress);
    SharedFacts facts = SharedFacts.gather(group, planned);
    if (facts.failed()) {
      // What was gathered means nothing.
      progress.agree();
    }
    Plan plan = require(planned);
    Choice choice = Choice.of(options, target, facts, nodes);
    long rounds = 0;
    if (facts.bytes() > 0) {
      progress.enter("writing");
      rounds = rounds(choice.strategy(), progress, facts.bytes()).write(plan);
      sync(progress, plan, facts.end());
    }
    progress.enter("resetting the log");
    progress.attempt(log::reset);
    progress.add(Phase.ALL, System.nanoTime() - begin);
    long[] nanos = progress.nanos();
    PhaseTimes[] extremes = PhaseTimes.extremes(progress, nanos);
    return new DrainReport(
        plan.records(),
        plan.bytes(),
        plan.extents(),
        rounds,
        choice.strategy(),
        choice.reason(),
        PhaseTimes.of(nanos),
        extremes[0],
        extremes[1]);
  }

  private @Nullable Plan plan(Progress progress) {
    long begin = System.nanoTime();
    int pieces = Math.max(options.extents(), options.extents() * PIECES_PER_EXTENT);
    Limits limits = new Limits(options.buffer(), options.extents(), pieces);
    @Nullable Plan[] plan = new Plan[1];
    progress.attempt(() -> plan[0] = Plan.of(log.index(), log.arrays(), limits));
    progress.add(Phase.PLAN, System.nanoTime() - begin);
    return plan[0];
  }

  private static Plan require(@Nullable Plan plan) {
    if (plan == null) {
      throw new IllegalStateException("neither planned nor failed");
    }
    return plan;
  }

  private Rounds rounds(Strategy strategy, Progress progress, long bytes) {
    return switch (strategy) {
      case EXCHANGE ->
          new ExchangeRounds(
              progress,
              target,
              log,
              new Owners(Choice.striping(options, target, nodes), nodes.leaders()),
              buffers,
              options.buffer(),
              bytes);
      case COLLECTIVE ->
          new CollectiveRounds(progress, target, plan -> open(plan, progress, options.buffer()));
      case INDEPENDENT, AUTO ->
          new IndependentRounds(
              progress,
              target,
              plan -> open(plan, progress, Math.min(options.buffer(), LARGE_WRITE)));
    };
  }

  private @Nullable RoundSource open(Plan plan, Progress progress, int size) {
    @Nullable RoundSource[] source = new RoundSource[1];
    progress.attempt(
        () ->
            source[0] =
                new RoundSource(plan, log.view(), size, () -> buffersFor(plan, size), progress));
    return source[0];
  }

  private ByteBuffer[] buffersFor(Plan plan, int size) {
    // A small drain need not touch more memory than it has bytes.
    return buffers.two(Math.max(1, Math.min(plan.bytes(), size)));
  }

  private void sync(Progress progress, Plan plan, long end) throws IOException {
    long begin = System.nanoTime();
    progress.enter("syncing");
    // It waits for the others, so what they wrote can be proven without another meeting.
    progress.attempt(target::sync);
    long synced = System.nanoTime();
    progress.add(Phase.SYNC, synced - begin);
    progress.enter("proving");
    progress.attempt(this::requireNamed);
    progress.attempt(() -> requireSize(end));
    if (log.proveContent()) {
      int window = Math.min(options.buffer(), SETTLED_AT_ONCE);
      new ContentProof(target, log, () -> buffersFor(plan, options.buffer()), progress, window)
          .prove(plan);
    } else {
      progress.agree();
    }
    progress.add(Phase.PROVE, System.nanoTime() - synced);
  }

  /** A file that has lost its name takes every write and keeps none that anybody will find. */
  private void requireNamed() throws IOException {
    if (inode.isPresent() && !inode.equals(TargetIdentity.inode(target.path()))) {
      throw new IOException(
          "it was removed or replaced since it was opened, and what is written to it is lost; end the"
              + " job, and 'bb recover' brings the records into it by --target when it was renamed,"
              + " and else into a new one by --create-target");
    }
  }

  private void requireSize(long end) throws IOException {
    long size = target.size();
    if (size < end) {
      throw new IOException(
          "it is " + size + " bytes long and must be at least " + end + "; a write was lost");
    }
  }
}
