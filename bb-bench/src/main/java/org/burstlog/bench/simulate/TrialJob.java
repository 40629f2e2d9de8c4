package org.burstlog.bench.simulate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.drain.Drain;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Pending;
import org.burstlog.drain.Task;
import org.burstlog.group.GroupException;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;
import org.jspecify.annotations.Nullable;

/**
 * A job of a trial: processes that drain the epochs of some logs one after the other, until all are
 * in the target or one of them is killed.
 */
final class TrialJob {
  /** A drain that fails is begun again; faults end before so many. */
  private static final int MOST_ATTEMPTS = 4;

  private final TrialPlan plan;
  private final TrialFile file;
  private final Machine machine;
  private final DrainOptions options;
  private final IntFunction<ByteBuffer> memory;
  private final Plant plant;
  private final List<Array> arrays;
  private final Ranks ranks;
  private final Hall hall;
  private final Servers servers;
  private final Random random;

  /** What is drained together, one after the other. */
  private final List<Turn> turns;

  private final int[] turn;
  private final int[] attempts;
  private final @Nullable Task<?>[] tasks;

  /** By turn and attempt, how it went for whoever has come to its end first. */
  private final List<String> verdicts = new ArrayList<>();

  private long killAt = -1;
  private boolean wholeNode;
  private boolean over;
  private @Nullable Violation violation;

  /**
   * An epoch of some logs.
   *
   * @param epoch which
   * @param logs one a process; null where a process has none
   * @param released whether they were released already
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  record Turn(int epoch, @Nullable TrialLog[] logs, boolean released) {}

  TrialJob(Trial trial, int size, List<Turn> turns) {
    plan = trial.plan();
    file = trial.file();
    machine = trial.machine();
    options = trial.options();
    memory = trial.memory();
    plant = trial.plant();
    random = trial.random();
    this.turns = turns;
    arrays =
        List.of(Array.rowMajor("a", trial.base(), Long.BYTES, ByteOrder.BIG_ENDIAN, plan.elements));
    ranks = new Ranks(size, random);
    hall = new Hall(ranks, machine);
    servers = new Servers(machine, hall.nodes().count());
    turn = new int[size];
    attempts = new int[size];
    tasks = new Task<?>[size];
    file.begin(size);
  }

  /** A process is killed at a step, perhaps with all of its node. */
  void killAt(long step, boolean withNode) {
    killAt = step;
    wholeNode = withNode;
  }

  /** A message of the exchange with this number is cut short, which ends the group. */
  void tear(int exchange) {
    hall.tear(exchange);
  }

  void slow(int server, double factor) {
    servers.slow(server, factor);
  }

  /** Runs; returns whether all came to the end. */
  boolean run() throws IOException {
    ranks.run(this::step, hall::nextEnd);
    Violation found = violation;
    if (found != null) {
      throw found;
    }
    int waits = ranks.waiting();
    if (waits >= 0) {
      throw new Violation("rank " + waits + " waits in vain");
    }
    return !over;
  }

  private Task.Progress step(int rank) throws IOException {
    if (ranks.steps() == killAt) {
      kill(rank);
      return Task.Progress.DONE;
    }
    if (turn[rank] == turns.size()) {
      return Task.Progress.DONE;
    }
    try {
      Task<?> task = tasks[rank];
      if (task == null) {
        tasks[rank] = begin(rank);
        return Task.Progress.WORKED;
      }
      Task.Progress made = task.step();
      Violation found = violation;
      if (found != null) {
        throw found;
      }
      if (made == Task.Progress.DONE) {
        ended(rank, "done");
        turn[rank]++;
        attempts[rank] = 0;
      }
      return made == Task.Progress.WAITS ? made : Task.Progress.WORKED;
    } catch (DrainFailedException e) {
      ended(rank, "failed: " + BurstlogException.messageOf(e));
      if (++attempts[rank] == MOST_ATTEMPTS) {
        throw new Violation(
            "a drain fails though all faults are over: " + BurstlogException.messageOf(e));
      }
      return Task.Progress.WORKED;
    } catch (GroupException e) {
      over = true;
      return Task.Progress.DONE;
    }
  }

  /** Every process gets the same verdict. */
  private void ended(int rank, String verdict) {
    tasks[rank] = null;
    String which = "turn " + turn[rank] + ", attempt " + attempts[rank] + ": ";
    for (String other : verdicts) {
      if (other.startsWith(which) && !other.equals(which + verdict)) {
        throw new Violation(which + "rank " + rank + " has " + verdict + ", others " + other);
      }
    }
    if (!verdicts.contains(which + verdict)) {
      verdicts.add(which + verdict);
    }
  }

  private void kill(int rank) {
    over = true;
    for (int other = 0; other < ranks.size(); other++) {
      if (other == rank || (wholeNode && hall.node(other) == hall.node(rank))) {
        ranks.kill(other);
        if (wholeNode) {
          file.tear(other, random.nextDouble());
          lose(other);
        }
      }
    }
    hall.breakUp("rank " + rank + " has gone", ranks.latest());
  }

  /** The first job's logs lie on the nodes that wrote them; a recovery's were moved away. */
  private void lose(int rank) {
    for (Turn each : turns) {
      TrialLog log = each.logs[rank];
      if (log != null && plan.ranks == ranks.size() && log.rank == rank) {
        plan.lose(log);
        return;
      }
    }
  }

  private Task<DrainReport> begin(int rank) throws IOException {
    Turn now = turns.get(turn[rank]);
    TrialLog log = now.logs[rank];
    boolean has = log != null && log.has(now.epoch, now.released);
    return Drain.of(
            new SimulatedGroup(hall, machine, rank, true),
            new SimulatedTarget(Path.of("trial"), hall, machine, servers, rank, file),
            has ? new Records(log, now.epoch) : new NoData.Records(new RecordIndex(), arrays),
            options,
            memory)
        .begin();
  }

  private final class Records implements Pending {
    private final TrialLog log;
    private final int epoch;

    Records(@Nullable TrialLog log, int epoch) {
      this.log = Objects.requireNonNull(log);
      this.epoch = epoch;
    }

    @Override
    public RecordIndex index() {
      return log.records(epoch);
    }

    @Override
    public List<Array> arrays() {
      return arrays;
    }

    @Override
    public DataView view() {
      if (plant == Plant.RELEASE_BEFORE_PROOF) {
        reset();
      }
      return log.data(epoch);
    }

    @Override
    public void reset() {
      if (!log.isReleased(epoch)) {
        try {
          plan.check(file, log, epoch);
        } catch (Violation e) {
          // A drain takes it for a failure of its own, and may go well the next time.
          violation = e;
          throw e;
        }
        log.release(epoch);
      }
    }
  }
}
