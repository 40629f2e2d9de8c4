package org.burstlog.bench.simulate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.burstlog.BurstlogException;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.jspecify.annotations.Nullable;

/**
 * Some processes with data, and faults while they drain it; then a recovery of what they left, that
 * may be killed, too, and one that is not. Everything is drawn from one seed, so a seed that fails
 * does so again.
 *
 * <p>Laws: what was acknowledged is in the target in the end, the last put of each element; a log
 * is released only when its part is durable there; every process gets the same verdict of a drain;
 * nobody waits in vain; once faults are over, a drain succeeds. A node takes its logs with it, as
 * no copies are kept here, and nothing is asked of these.
 */
final class Trial {
  private static final int MOST_RANKS = 6;

  private final Plant plant;
  private final Random random;
  private final Machine machine;
  private final DrainOptions options;
  private final int base;
  private final TrialPlan plan;
  private final TrialFile file;
  private final Memory memory = new Memory();
  private final List<String> faults = new ArrayList<>();

  private Trial(long seed, Plant plant) {
    this.plant = plant;
    random = new Random(seed);
    int ranks = 1 + random.nextInt(MOST_RANKS);
    long stripe = Long.BYTES * (1L + random.nextInt(128));
    machine =
        new Machine()
            .with(Parameter.RANKS_PER_NODE, 1 + random.nextInt(3))
            .with(Parameter.SERVERS, 1 + random.nextInt(4))
            .with(Parameter.STRIPE, (double) stripe)
            .with(Parameter.NOISE_US, random.nextInt(100));
    options =
        new DrainOptions(1 << (10 + random.nextInt(6)), 1 + random.nextInt(64), Strategy.EXCHANGE);
    base = random.nextInt(200);
    plan = new TrialPlan(random, ranks);
    file = new TrialFile(base, plan.elements);
  }

  /**
   * Tries a seed.
   *
   * @return what was wrong, and null when nothing was
   */
  static @Nullable String of(long seed, Plant plant) {
    Trial trial = new Trial(seed, plant);
    try {
      trial.run();
      return null;
    } catch (Violation | IOException | IllegalStateException e) {
      return BurstlogException.messageOf(e) + "; faults " + trial.faults;
    }
  }

  TrialPlan plan() {
    return plan;
  }

  TrialFile file() {
    return file;
  }

  Machine machine() {
    return machine;
  }

  DrainOptions options() {
    return options;
  }

  IntFunction<ByteBuffer> memory() {
    return memory;
  }

  Plant plant() {
    return plant;
  }

  Random random() {
    return random;
  }

  int base() {
    return base;
  }

  private void run() throws IOException {
    List<TrialJob.Turn> turns = new ArrayList<>();
    for (int epoch = 0; epoch < plan.epochs; epoch++) {
      turns.add(new TrialJob.Turn(epoch, plan.logs.clone(), false));
    }
    TrialJob job = new TrialJob(this, plan.ranks, turns);
    draw(job);
    boolean ended = job.run();
    for (int i = 0; !ended && i < 2; i++) {
      file.failAfter(-1);
      file.settle();
      int ranks = 1 + random.nextInt(plan.ranks);
      TrialJob recovery = new TrialJob(this, ranks, left(ranks));
      if (i == 0 && random.nextInt(3) == 0) {
        kill(recovery, false);
      }
      ended = recovery.run();
    }
    if (!ended) {
      // Only a recovery that was killed may have left something.
      file.settle();
      ended = new TrialJob(this, 1, left(1)).run();
    }
    if (!ended) {
      throw new Violation("a recovery without faults did not end");
    }
    plan.check(file);
  }

  private void draw(TrialJob job) {
    int servers = (int) machine.get(Parameter.SERVERS);
    if (random.nextInt(4) == 0) {
      double factor = 1 + 50 * random.nextDouble();
      job.slow(random.nextInt(servers), factor);
      faults.add("slow server");
    }
    if (random.nextInt(4) == 0) {
      file.failAfter(random.nextInt(8));
      faults.add("failed write");
    }
    if (random.nextInt(6) == 0) {
      job.tear(random.nextInt(6));
      faults.add("torn message");
    }
    if (random.nextInt(2) == 0) {
      kill(job, random.nextBoolean());
    }
    if (plant == Plant.LOST_WINDOW) {
      file.loseAfter(random.nextInt(6));
    }
  }

  private void kill(TrialJob job, boolean withNode) {
    int step = 1 + random.nextInt(plan.ranks * plan.epochs * 60);
    job.killAt(step, withNode);
    faults.add((withNode ? "node lost at step " : "killed at step ") + step);
  }

  /** The epochs that are left, the oldest first, and their logs in turn over the processes. */
  private List<TrialJob.Turn> left(int ranks) {
    List<TrialJob.Turn> turns = new ArrayList<>();
    for (int epoch = 0; epoch < plan.epochs; epoch++) {
      add(turns, epoch, ranks, false);
    }
    if (plant == Plant.REPLAYED_TWICE) {
      add(turns, 0, ranks, true);
    }
    return turns;
  }

  private void add(List<TrialJob.Turn> turns, int epoch, int ranks, boolean released) {
    for (int first = 0; first < plan.ranks; first += ranks) {
      @Nullable TrialLog[] logs = new TrialLog[ranks];
      for (int rank = 0; rank < ranks && first + rank < plan.ranks; rank++) {
        logs[rank] = plan.logs[first + rank];
      }
      turns.add(new TrialJob.Turn(epoch, logs, released));
    }
  }

  /** New memory for each who asks, without anything in it. */
  private static final class Memory implements IntFunction<ByteBuffer> {
    private static final ThreadLocal<List<ByteBuffer>> SPARE =
        ThreadLocal.withInitial(ArrayList::new);
    private int used;

    @Override
    public ByteBuffer apply(int size) {
      List<ByteBuffer> spare = SPARE.get();
      if (used == spare.size()) {
        spare.add(ByteBuffer.allocateDirect(size));
      } else if (spare.get(used).capacity() < size) {
        spare.set(used, ByteBuffer.allocateDirect(size));
      }
      ByteBuffer given = spare.get(used++).slice(0, size);
      for (int i = 0; i < size; i++) {
        given.put(i, (byte) 0);
      }
      return given;
    }
  }
}
