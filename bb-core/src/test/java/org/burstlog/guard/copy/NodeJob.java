package org.burstlog.guard.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.depot.Depot;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.recover.Progress;
import org.burstlog.recover.Recovery;
import org.burstlog.recover.RecoveryOptions;
import org.burstlog.recover.RecoveryOptions.Choice;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.TierSession;
import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;

/** A job on several nodes, each with a tier of its own, whose threads are processes. */
final class NodeJob {
  static final int ELEMENTS = 1 << 14;
  static final Array LAYOUT =
      Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, new long[] {ELEMENTS});

  final Path directory;
  final Path target;
  final int ranks;
  final int perNode;
  private final List<String> settings = new ArrayList<>();
  private boolean spilling;

  /** What a process does with the open file. */
  interface Life {
    void live(BurstBuffer buffer, BufferedArray array, ProcessGroup group) throws Exception;
  }

  NodeJob(Path directory, int ranks, int perNode, String... settings) {
    this.directory = directory;
    this.target = directory.resolve("out");
    this.ranks = ranks;
    this.perNode = perNode;
    this.settings.addAll(List.of(settings));
  }

  int nodes() {
    return (ranks + perNode - 1) / perNode;
  }

  Path tier(int node) throws IOException {
    return Files.createDirectories(directory.resolve("tier" + node));
  }

  /** Has most data of each node go to a second tier of its own. */
  NodeJob spilling() {
    spilling = true;
    return this;
  }

  private String tiers(int node) throws IOException {
    return spilling
        ? tier(node)
            + ":"
            + 64 * perNode
            + "KiB,"
            + Files.createDirectories(directory.resolve("far" + node))
        : tier(node).toString();
  }

  Settings settings(int rank) throws IOException {
    Settings.Builder builder =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tiers(rank / perNode))
            .set(Settings.CHUNK, "64KiB")
            .set(Settings.BLOCK, "64KiB")
            .set(Settings.COPIES, "1")
            .set(Settings.DURABILITY, "node")
            .set(Settings.DOMAIN, "n" + rank / perNode)
            .set(Settings.COPIES_NETWORK, "127.0.0.0/8");
    for (int i = 0; i < settings.size(); i += 2) {
      String key = settings.get(i);
      Setting<?> setting =
          Settings.all().stream().filter(s -> s.key().equals(key)).findFirst().orElseThrow();
      builder.set(setting, settings.get(i + 1));
    }
    return builder.build();
  }

  static Region region(long first, long count) {
    return Region.of(new long[] {first}, new long[] {count});
  }

  static long[] values(long from, int count) {
    long[] values = new long[count];
    Arrays.setAll(values, i -> from + i);
    return values;
  }

  /**
   * Puts at random into the own part of each process, and hands over now and then.
   *
   * @param own what all that is drawn follows from
   * @param expected gets what was put
   */
  static Life randomPuts(long own, int turns, long[] expected) {
    return (buffer, array, group) -> {
      Random together = new Random(own);
      Random alone = new Random(own + group.rank());
      int part = ELEMENTS / group.size();
      for (int turn = 1; turn <= turns; turn++) {
        int puts = alone.nextInt(5);
        for (int put = 0; put < puts; put++) {
          int count = 1 + alone.nextInt(part);
          int first = part * group.rank() + alone.nextInt(part - count + 1);
          long[] values = values(1_000_000L * turn + 100_000L * put, count);
          array.put(region(first, count), values);
          System.arraycopy(values, 0, expected, first, count);
        }
        if (together.nextInt(4) == 0) {
          assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
        }
      }
    };
  }

  /** Runs it on a new file. */
  void run(Life life) throws Exception {
    run(TargetFile.Mode.CREATE, new Depot(new LocalStorage()), life);
  }

  void run(TargetFile.Mode mode, Depot depot, Life life) throws Exception {
    run(mode, rank -> depot, life);
  }

  /** Runs it, where each process has a depot of its own. */
  void run(TargetFile.Mode mode, java.util.function.IntFunction<Depot> depots, Life life)
      throws Exception {
    ThreadedGroup.run(
        ranks,
        perNode,
        group -> {
          try (TargetFile file = PlainTarget.open(group, target, mode);
              BurstBuffer buffer =
                  BurstBuffer.open(
                      file, group, settings(group.rank()), depots.apply(group.rank()))) {
            life.live(buffer, buffer.define(LAYOUT), group);
          }
        });
  }

  /** Runs it, and it is killed at the end: its logs stay as they are. */
  void crash(Life life) throws Exception {
    run(
        (buffer, array, group) -> {
          life.live(buffer, array, group);
          group.barrier();
          buffer.leave();
        });
  }

  /** A node is lost with its tier. */
  void lose(int node) throws IOException {
    try (Stream<Path> all = Files.walk(tier(node))) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  List<Path> tiers() throws IOException {
    List<Path> tiers = new ArrayList<>();
    for (int node = 0; node < nodes(); node++) {
      tiers.add(tier(node));
    }
    return tiers;
  }

  List<TierSession> sessions() throws IOException {
    try (SoloGroup group = new SoloGroup()) {
      return SessionFinder.find(group, new LocalStorage(), tiers());
    }
  }

  /** Recovers what is on all tiers, on a machine that was never part of the job. */
  RecoveryReport recover(Choice... choices) throws IOException {
    Storage storage = new LocalStorage();
    try (SoloGroup group = new SoloGroup()) {
      TierSession session = SessionFinder.find(group, storage, tiers()).get(0);
      RecoveryOptions options =
          new RecoveryOptions(
              Optional.empty(),
              Set.of(choices),
              new DrainOptions(1 << 20, 1024, Strategy.INDEPENDENT),
              Progress.NONE);
      return new Recovery(group, storage, PlainTarget.SYSTEM, options).recover(session);
    }
  }

  /** What is on all tiers, for messages. */
  String tree() {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.map(Path::toString).collect(java.util.stream.Collectors.joining("\n"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  long[] content() throws IOException {
    long[] content = new long[ELEMENTS];
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(target));
    for (int i = 0; i < bytes.capacity() / Long.BYTES; i++) {
      content[i] = bytes.getLong(Long.BYTES * i);
    }
    return content;
  }
}
