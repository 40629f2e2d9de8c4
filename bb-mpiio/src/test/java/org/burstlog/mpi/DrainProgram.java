package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.RandomProgram;
import org.burstlog.drain.Strategy;
import org.burstlog.settings.Settings;
import org.burstlog.settings.Settings.DrainMode;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;

/** Drains in every rank of a job, some of which meet their end. */
final class DrainProgram {
  static final int TRANSFER = 4096;
  static final int TRANSFERS = 128;

  /** What the words of a failure are behind. */
  private static final Set<String> KEYS = Set.of("--told", "--break", "--mend");

  private final MpiGroup group;
  private final Path target;
  private final Path tier;

  private DrainProgram(MpiGroup group, Path target, Path tier) {
    this.group = group;
    this.target = target;
    this.tier = tier;
  }

  /**
   * Runs in every rank.
   *
   * @param args the target, the tier, what to do, and its arguments
   */
  public static void main(String[] args) throws Exception {
    try (MpiGroup group = MpiGroup.world()) {
      DrainProgram program = new DrainProgram(group, Path.of(args[0]), Path.of(args[1]));
      switch (args[2]) {
        case "random" -> program.random(Long.parseLong(args[3]), Integer.parseInt(args[4]));
        case "failure" -> program.fails(args[3], args[4], Arrays.asList(args));
        case "removed" -> program.removed(args[3]);
        case "differ" -> program.differ();
        case "no-room" -> program.noRoom();
        case "read-only" -> program.readOnly();
        case "throws" -> program.throwsBetweenPuts();
        case "killed" -> program.killed(args[3], Integer.parseInt(args[4]));
        default -> throw new IllegalArgumentException(args[2]);
      }
    }
  }

  private Settings settings(String strategy, String layout) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.toString())
        .set(Settings.LAYOUT, layout)
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.BLOCK, "16KiB")
        .set(Settings.STRATEGY, strategy)
        .set(Settings.DRAIN_BUFFER, "16KiB")
        .set(Settings.DRAIN_EXTENTS, "100")
        .set(Settings.DRAIN_STRIPE, "4096")
        .set(Settings.DRAIN_SERVERS, "3")
        .build();
  }

  /** Random programs, each by every strategy and with both kinds of log. */
  private void random(long seed, int programs) throws IOException {
    for (int i = 0; i < programs; i++) {
      for (Strategy strategy : Strategy.values()) {
        for (String layout : List.of("process", "node")) {
          random(seed + i, strategy.name().toLowerCase(Locale.ROOT), layout);
        }
      }
    }
  }

  private void random(long seed, String strategy, String layout) throws IOException {
    RandomProgram program = new RandomProgram(seed, group.size(), 12);
    SplittableRandom random = new SplittableRandom(seed);
    boolean drainAtEnd = random.nextBoolean();
    Settings settings =
        settings(strategy, layout).toBuilder()
            .set(Settings.DRAIN_MODE, random.nextBoolean() ? "background" : "foreground")
            .build();
    try (TargetFile file = MpiTarget.open(group, target, Mode.CREATE, MpiHints.none());
        BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
      List<BufferedArray> arrays = program.define(buffer);
      for (int epoch = 0; epoch < program.epochs(); epoch++) {
        program.put(arrays, epoch, group.rank());
        if (drainAtEnd || epoch < program.epochs() - 1) {
          boolean inTarget = buffer.handOver(DrainReason.FLUSH);
          assertThat(inTarget || settings.get(Settings.DRAIN_MODE) == DrainMode.BACKGROUND)
              .isTrue();
        }
      }
    }
    if (group.rank() == 0) {
      assertThat(Arrays.mismatch(Files.readAllBytes(target), program.expected()))
          .as(() -> "first difference, " + strategy + ", a log per " + layout + ", " + program)
          .isEqualTo(-1);
    }
    group.barrier();
  }

  /** What {@link #fails} leaves in the target. */
  static byte[] expected(int ranks) {
    ByteBuffer file = ByteBuffer.allocate(TRANSFER * TRANSFERS * ranks);
    for (int i = 0; i < TRANSFERS * ranks; i++) {
      Arrays.fill(file.array(), i * TRANSFER, (i + 1) * TRANSFER, (byte) (i * 7 + 1));
    }
    return file.array();
  }

  private void put(BurstBuffer buffer) throws IOException {
    long size = (long) TRANSFER * TRANSFERS * group.size();
    BufferedArray array = buffer.define(Array.rowMajor("u", 0, 1, ByteOrder.BIG_ENDIAN, size));
    byte[] values = new byte[TRANSFER];
    for (int i = 0; i < TRANSFERS; i++) {
      int number = i * group.size() + group.rank();
      Arrays.fill(values, (byte) (number * 7 + 1));
      array.put(Region.of(new long[] {(long) number * TRANSFER}, new long[] {TRANSFER}), values);
    }
  }

  /**
   * Every rank is told, keeps its log, refuses puts; once the cause is gone, a retry finishes.
   *
   * @param words what all must be told, what breaks the target in the middle of the drain, and what
   *     mends it, behind {@code --told}, {@code --break} and {@code --mend}
   */
  private void fails(String strategy, String layout, List<String> words) throws Exception {
    AtomicInteger writes = new AtomicInteger();
    TargetFile real = MpiTarget.open(group, target, Mode.UPDATE, MpiHints.none());
    TargetFile file =
        new HookedTarget(
            real,
            () -> {
              if (group.rank() == 0 && writes.getAndIncrement() == 2) {
                execute(behind("--break", words));
              }
            });
    try (file;
        BurstBuffer buffer = BurstBuffer.open(file, group, settings(strategy, layout))) {
      put(buffer);
      final long pending = buffer.pendingBytes();
      String told = "nothing";
      try {
        buffer.drain();
      } catch (DrainFailedException e) {
        told = String.valueOf(e.getMessage());
      }
      requireSame(told);
      assertThat(told).contains("draining to " + target + " failed: rank ");
      for (String word : behind("--told", words)) {
        assertThat(told).contains(word);
      }
      assertThat(buffer.pendingBytes()).isEqualTo(pending);
      assertThatThrownBy(() -> put(buffer))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining(told);
      if (group.rank() == 0) {
        execute(behind("--mend", words));
      }
      group.barrier();
      buffer.drain();
    }
    if (group.rank() == 0) {
      assertThat(Files.readAllBytes(target)).isEqualTo(expected(group.size()));
    }
  }

  private void requireSame(String told) throws IOException {
    for (byte[] each : group.gather(told.getBytes(StandardCharsets.UTF_8))) {
      assertThat(new String(each, StandardCharsets.UTF_8)).isEqualTo(told);
    }
  }

  /** The words behind one of the keys, up to the next; a command may have options of its own. */
  private static List<String> behind(String key, List<String> words) {
    int from = words.indexOf(key) + 1;
    return from == 0
        ? List.of()
        : words.subList(from, words.size()).stream().takeWhile(w -> !KEYS.contains(w)).toList();
  }

  private static void execute(List<String> command) throws IOException {
    if (command.isEmpty()) {
      return;
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.onExit().join().exitValue()).as(output).isZero();
  }

  /** The target is removed for good in the middle of the drain. */
  private void removed(String strategy) throws IOException {
    AtomicInteger writes = new AtomicInteger();
    TargetFile real = MpiTarget.open(group, target, Mode.CREATE, MpiHints.none());
    TargetFile file =
        new HookedTarget(
            real,
            () -> {
              if (group.rank() == 0 && writes.getAndIncrement() == 2) {
                Files.delete(target);
              }
            });
    try (file;
        BurstBuffer buffer = BurstBuffer.open(file, group, settings(strategy, "node"))) {
      put(buffer);
      buffer.drain();
    }
  }

  /** One rank has set something else than the others. */
  private void differ() throws IOException {
    String strategy = group.rank() == 1 ? "independent" : "collective";
    try (TargetFile file = MpiTarget.open(group, target, Mode.CREATE, MpiHints.none())) {
      String told = openingFails(file, settings(strategy, "node"));
      assertThat(told).contains("drain.strategy").contains("rank 1").contains("ranks 0, 2");
    }
  }

  /** The tier of the second node has no room for a log, so all write through. */
  private void noRoom() throws IOException {
    try (TargetFile file = MpiTarget.open(group, target, Mode.CREATE, MpiHints.none());
        BurstBuffer buffer = BurstBuffer.open(file, group, settings("auto", "node"))) {
      put(buffer);
      buffer.drain();
      assertThat(buffer.statistics().get(Counter.WRITTEN_THROUGH)).isEqualTo(TRANSFERS);
      assertThat(file.size()).isEqualTo((long) TRANSFER * TRANSFERS * group.size());
    }
    requireNoFilesOnTier();
  }

  /** The tier of the second node cannot be written. */
  private void readOnly() throws IOException {
    try (TargetFile file = MpiTarget.open(group, target, Mode.CREATE, MpiHints.none())) {
      assertThatThrownBy(() -> BurstBuffer.open(file, group, settings("auto", "node")))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining(
              group.rank() == 0 ? "opening the burst buffer failed: rank" : "rank 0 says why")
          .hasMessageContaining(group.rank() == 0 ? tier.toString() : target.toString());
    }
    requireNoFilesOnTier();
  }

  private void requireNoFilesOnTier() throws IOException {
    try (Stream<Path> left = Files.walk(tier)) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }

  private String openingFails(TargetFile file, Settings mine) throws IOException {
    String told = "nothing";
    try {
      BurstBuffer.open(file, group, mine).close();
    } catch (BurstlogException e) {
      told = String.valueOf(e.getMessage());
    }
    requireSame(told);
    return told;
  }

  private void throwsBetweenPuts() throws IOException {
    try (TargetFile file = MpiTarget.open(group, target, Mode.CREATE, MpiHints.none());
        BurstBuffer buffer = BurstBuffer.open(file, group, settings("auto", "node"))) {
      put(buffer);
      if (group.rank() == group.size() - 1) {
        throw new IllegalStateException("thrown between two puts");
      }
      put(buffer);
      buffer.drain();
    }
  }

  /** A rank that writes in every round ends in one of its writes, without a word. */
  private void killed(String strategy, int writes) throws IOException {
    boolean victim = group.rank() == (strategy.equals("exchange") ? 0 : group.size() - 1);
    AtomicInteger left = new AtomicInteger(victim ? writes : Integer.MAX_VALUE);
    TargetFile real = MpiTarget.open(group, target, Mode.CREATE, MpiHints.none());
    TargetFile file =
        new HookedTarget(
            real,
            () -> {
              if (left.getAndDecrement() == 0) {
                kill();
              }
            });
    try (BurstBuffer buffer = BurstBuffer.open(file, group, settings(strategy, "node"))) {
      put(buffer);
      buffer.drain();
    }
    throw new AssertionError("still alive");
  }

  private static void kill() throws IOException {
    String self = String.valueOf(ProcessHandle.current().pid());
    // A shell has it built in; the program of that name is not on every machine.
    new ProcessBuilder("sh", "-c", "kill -KILL " + self).start();
    while (true) {
      Thread.onSpinWait();
    }
  }
}
