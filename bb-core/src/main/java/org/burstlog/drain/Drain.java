package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.LogWriter;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Moves the pending records of all processes to the target.
 *
 * <p>Plan, agree on what all know, write round by round, sync, prove, and only then reset the logs.
 * Before each collective write the processes agree that none has failed, so an error in one reaches
 * all within a round and nobody waits for a process that will not come. Running it again, or after
 * it stopped halfway, leaves the same file.
 */
public final class Drain {
  /** Pieces of a round, so that its description stays small beside its buffer. */
  private static final int PIECES_PER_EXTENT = 4;

  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);
  private static final ExtentList NOWHERE = new ExtentList();

  private final ProcessGroup group;
  private final TargetFile target;
  private final Pending log;
  private final DrainOptions options;
  private ByteBuffer @Nullable [] buffers;

  /**
   * Prepares for drains of one log.
   *
   * @param group the processes that share the target
   * @param target the target
   * @param log this process's log
   * @param options how to drain
   */
  public Drain(ProcessGroup group, TargetFile target, LogWriter log, DrainOptions options) {
    this(group, target, Pending.of(log), options);
  }

  /**
   * Prepares for drains of records that need not be those of a log being written.
   *
   * @param group the processes that share the target
   * @param target the target
   * @param pending this process's records
   * @param options how to drain
   */
  public Drain(ProcessGroup group, TargetFile target, Pending pending, DrainOptions options) {
    this.group = group;
    this.target = target;
    this.log = pending;
    this.options = options;
  }

  /**
   * Drains. Collective.
   *
   * @return what it did here
   * @throws DrainFailedException in every process, when any met an error; the logs are kept
   * @throws IOException when the group itself cannot be used any more
   */
  public DrainReport run() throws IOException {
    return new Run().run();
  }

  private ByteBuffer[] buffers() {
    ByteBuffer[] two = buffers;
    if (two == null) {
      two =
          new ByteBuffer[] {
            ByteBuffer.allocateDirect(options.buffer()), ByteBuffer.allocateDirect(options.buffer())
          };
      buffers = two;
    }
    return two;
  }

  /** Work that may fail in this process alone. */
  private interface Step {
    void run() throws IOException;
  }

  /** One drain, its failure and its numbers. */
  private final class Run {
    private @Nullable Throwable failure;
    private String phase = "planning";
    private int[] touched = {};
    private @Nullable Plan plan;
    private long rounds;
    private long waitNanos;
    private long agreeNanos;
    private long writeNanos;
    private long syncNanos;

    DrainReport run() throws IOException {
      long begin = System.nanoTime();
      int pieces = Math.max(options.extents(), options.extents() * PIECES_PER_EXTENT);
      Limits limits = new Limits(options.buffer(), options.extents(), pieces);
      attempt(() -> plan = Plan.of(log.index(), log.arrays(), limits));
      final long planNanos = System.nanoTime() - begin;
      SharedFacts facts = SharedFacts.gather(group, plan);
      agree();
      Plan planned = plan;
      if (planned == null) {
        throw new IllegalStateException("neither planned nor failed");
      }
      SharedFacts.Choice choice = facts.choose(options.strategy(), target);
      long gatherNanos = 0;
      if (facts.bytes() > 0) {
        gatherNanos = write(planned, choice.strategy() == Strategy.COLLECTIVE);
        sync(facts.end());
      }
      phase = "resetting the log";
      attempt(log::reset);
      agree();
      return new DrainReport(
          planned.records(),
          planned.bytes(),
          planned.extents(),
          rounds,
          choice.strategy(),
          choice.reason(),
          planNanos,
          gatherNanos,
          waitNanos,
          agreeNanos,
          writeNanos,
          syncNanos);
    }

    private long write(Plan planned, boolean collective) throws IOException {
      phase = "writing";
      attempt(() -> buffers());
      agree();
      try (RoundSource source = new RoundSource(planned, log.view(), buffers())) {
        if (collective) {
          while (writeTogether(source)) {
            rounds++;
          }
        } else {
          attempt(
              () -> {
                for (var slot = take(source); slot != null; slot = take(source)) {
                  rounds++;
                  write(slot, false);
                }
              });
          agree();
        }
        return source.gatherNanos();
      }
    }

    /** Takes part in one round; false when no process has anything left. */
    private boolean writeTogether(RoundSource source) throws IOException {
      RoundSource.@Nullable Slot[] slot = new RoundSource.Slot[1];
      attempt(() -> slot[0] = take(source));
      long[] state = {failure == null ? 0 : 1, slot[0] == null ? 0 : 1};
      long begin = System.nanoTime();
      group.max(state);
      agreeNanos += System.nanoTime() - begin;
      if (state[0] != 0) {
        throw together();
      }
      if (state[1] == 0) {
        return false;
      }
      attempt(() -> write(slot[0], true));
      return true;
    }

    private RoundSource.@Nullable Slot take(RoundSource source) throws IOException {
      long begin = System.nanoTime();
      RoundSource.Slot slot = source.take();
      waitNanos += System.nanoTime() - begin;
      if (slot != null) {
        touched = slot.round.arrays();
      }
      return slot;
    }

    private void write(RoundSource.@Nullable Slot slot, boolean collective) throws IOException {
      long begin = System.nanoTime();
      if (!collective && slot != null) {
        target.write(slot.extents(), slot.buffer);
      } else if (slot != null) {
        target.writeAll(slot.extents(), slot.buffer);
      } else {
        target.writeAll(NOWHERE, NOTHING.duplicate());
      }
      writeNanos += System.nanoTime() - begin;
    }

    private void sync(long end) throws IOException {
      long begin = System.nanoTime();
      touched = new int[0];
      phase = "syncing";
      attempt(target::sync);
      agree();
      phase = "proving";
      attempt(
          () -> {
            long size = target.size();
            if (size < end) {
              throw new IOException(
                  "it is "
                      + size
                      + " bytes long and must be at least "
                      + end
                      + "; a write was lost");
            }
          });
      boolean reported = target.can(TargetFile.Capability.REPORTS_WRITE_ERRORS);
      if (failure == null && (!reported || log.proveContent())) {
        attempt(() -> new ContentProof(target, log.view(), buffers()).check(plan));
      }
      agree();
      syncNanos = System.nanoTime() - begin;
    }

    private void attempt(Step step) {
      try {
        step.run();
      } catch (Throwable e) {
        // Even an error of the virtual machine: the others wait for this process to say so.
        failure = e;
      }
    }

    private void agree() throws IOException {
      long begin = System.nanoTime();
      boolean failed = group.max(failure == null ? 0 : 1) != 0;
      agreeNanos += System.nanoTime() - begin;
      if (failed) {
        throw together();
      }
    }

    private DrainFailedException together() throws IOException {
      List<String> names = new ArrayList<>();
      List<Array> arrays = log.arrays();
      if (failure != null) {
        IntStream.of(touched).mapToObj(i -> arrays.get(i).name()).forEach(names::add);
      }
      Path path = target.path();
      return Verdict.of(group, "draining to " + path, phase, names, failure);
    }
  }
}
