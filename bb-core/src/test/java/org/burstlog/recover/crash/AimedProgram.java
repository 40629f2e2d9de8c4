package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.burstlog.array.Array;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.cli.SuppressForbidden;
import org.burstlog.depot.Depot;
import org.burstlog.group.OneThreadGroup;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.Storage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;

/**
 * A program that writes two files through a burst buffer, the second one twice, or recovers what
 * such a program has left. It tells a {@link Line} where it is, and what it puts a {@link Ledger}.
 */
final class AimedProgram implements AutoCloseable {
  static final int FILES = 2;

  private static final int EPOCHS = 3;

  /**
   * How it writes.
   *
   * @param seed of what it puts
   * @param layout as in the settings
   * @param access as in the settings
   * @param durability as in the settings
   * @param strategy how it drains, as in the settings
   * @param mode whether it waits for drains, as in the settings
   * @param threads who takes the steps of drains that it does not wait for: "own" threads, threads
   *     that are "met" inside its calls, or its calls and "none"
   * @param ranks how many processes it has, as threads of one
   * @param ranksPerNode how many of them share a node
   */
  record Plan(
      long seed,
      String layout,
      String access,
      String durability,
      String strategy,
      String mode,
      String threads,
      int ranks,
      int ranksPerNode) {
    static Plan random(long seed) {
      Random random = new Random(seed);
      int ranks = random.nextBoolean() ? 1 : 2 + random.nextInt(2);
      return new Plan(
          seed,
          random.nextBoolean() ? "process" : "node",
          random.nextInt(3) > 0 ? "mapped" : "written",
          List.of("process", "batch", "power").get(random.nextInt(3)),
          List.of("independent", "exchange", "auto").get(random.nextInt(3)),
          random.nextBoolean() ? "foreground" : "background",
          List.of("own", "met", "none").get(random.nextInt(3)),
          ranks,
          1 + random.nextInt(ranks));
    }

    Settings.Builder settings(Path tier) {
      return Settings.builder()
          .set(Settings.SWITCH, "on")
          .set(Settings.TIER, tier.toString())
          .set(Settings.LAYOUT, layout)
          .set(Settings.ACCESS, access)
          .set(Settings.DURABILITY, durability)
          .set(Settings.STRATEGY, strategy)
          .set(Settings.DRAIN_MODE, mode)
          .set(Settings.BATCH_BYTES, "2KiB")
          .set(Settings.SPARE, "2MiB")
          .set(Settings.RETAIN, seed % 2 == 0 ? "1MiB" : "0")
          // So small that logs grow.
          .set(Settings.CHUNK, "16KiB")
          .set(Settings.BLOCK, "16KiB")
          .set(Settings.DRAIN_BUFFER, "16KiB")
          .set(Settings.DRAIN_EXTENTS, "20");
    }
  }

  private final Path directory;
  private final Plan plan;
  private final Line line;
  private final Ledger ledger;
  private final Storage storage;
  private final Depot depot;
  private final Settings settings;

  AimedProgram(Path directory, Plan plan, Line line) throws IOException {
    this.directory = directory;
    this.plan = plan;
    this.line = line;
    this.ledger = Ledger.open(directory.resolve("ledger"));
    this.storage = new AimedStorage(line);
    this.depot = new Depot(storage);
    this.settings = plan.settings(tier(directory)).build();
  }

  @Override
  public void close() {
    depot.close();
  }

  static Path tier(Path directory) {
    return directory.resolve("tier");
  }

  static Path target(Path directory, int file) {
    return directory.resolve("out" + file + ".bin");
  }

  static Work work(long seed, int file) {
    return new Work(seed + file);
  }

  /** Arguments: what to do, directory, aim, seed. */
  @SuppressForbidden("what went wrong is told to who started the process")
  public static void main(String[] args) throws Exception {
    Line line = new Line(Line.Aim.parse(args[2]));
    Path directory = Path.of(args[1]);
    Plan plan = Plan.random(Long.parseLong(args[3]));
    try (AimedProgram program = new AimedProgram(directory, plan, line)) {
      program.run(args[0]);
    } catch (Throwable e) {
      e.printStackTrace();
      // Ranks that wait for the one that failed must not keep the process alive.
      Runtime.getRuntime().halt(1);
    }
  }

  private void run(String verb) throws Exception {
    switch (verb) {
      case "write" -> write();
      case "resume" -> resume();
      case "recover" -> recover();
      case "everything" -> {
        write();
        resume();
        recover();
      }
      default -> throw new IllegalArgumentException(verb);
    }
  }

  /** Writes a file, and another one twice, in the spare session that the one before has left. */
  void write() throws Exception {
    run(
        group -> {
          write(group, 0, Mode.CREATE);
          write(group, 1, Mode.CREATE);
          write(group, 1, Mode.UPDATE);
        });
  }

  /** Goes on with the second file, which recovers what a crash has left for it. */
  void resume() throws Exception {
    boolean exists = Files.exists(target(directory, 1));
    run(group -> write(group, 1, exists ? Mode.UPDATE : Mode.CREATE));
  }

  /** Recovers everything. */
  void recover() throws Exception {
    run(
        group ->
            Rescuer.recover(
                group,
                tier(directory),
                storage,
                (g, path, mode) -> new AimedTarget(PlainTarget.open(g, path, mode), line, false)));
  }

  private void run(RankProgram program) throws Exception {
    if (plan.ranks == 1) {
      try (SoloGroup alone = new SoloGroup()) {
        program.run(alone);
      }
    } else {
      ThreadedGroup.run(plan.ranks, plan.ranksPerNode, program);
    }
  }

  private void write(ProcessGroup threads, int file, Mode mode) throws IOException {
    ProcessGroup group = plan.threads.equals("own") ? threads : new OneThreadGroup(threads);
    enter(group, Line.Phase.RECOVER);
    try (TargetFile target = PlainTarget.open(group, target(directory, file), mode);
        BurstBuffer buffer =
            BurstBuffer.open(
                new AimedTarget(target, line, plan.threads.equals("met")),
                group,
                settings,
                depot)) {
      List<BufferedArray> arrays = new ArrayList<>();
      for (Array array : Work.ARRAYS) {
        arrays.add(buffer.define(array));
      }
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        enter(group, Line.Phase.PUT);
        put(arrays, file, group.rank(), epoch);
        if (epoch < EPOCHS - 1) {
          enter(group, Line.Phase.DRAIN);
          line.arrive(Boundary.WITHIN_DRAIN);
          boolean waited = buffer.handOver(DrainReason.FLUSH);
          assert waited == plan.mode.equals("foreground");
          line.arrive(Boundary.RESET);
        }
      }
      enter(group, Line.Phase.CLOSE);
    }
    line.arrive(Boundary.CLOSE);
  }

  private void put(List<BufferedArray> arrays, int file, int rank, int epoch) throws IOException {
    Work work = work(plan.seed, file);
    long number = ledger.begun(file, rank);
    for (int left = work.puts(rank, epoch); left > 0; left--) {
      number++;
      line.arrive(Boundary.PUT);
      line.arrive(Boundary.WITHIN_PUT);
      ledger.begin(file, rank, number);
      work.put(arrays, rank, number);
      line.arrive(Boundary.PUT);
      ledger.acknowledge(file, rank, number);
      line.arrive(Boundary.PUT);
    }
  }

  /** All of a group do the same next. */
  private void enter(ProcessGroup group, Line.Phase phase) throws IOException {
    group.barrier();
    line.enter(phase);
    group.barrier();
  }
}
