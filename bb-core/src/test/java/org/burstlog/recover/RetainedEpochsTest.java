package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is retained of files whose programs drained again and again before they closed them. */
class RetainedEpochsTest {
  private static final int ELEMENTS = 1 << 15;
  private static final long BYTES = 8L * ELEMENTS;
  private static final Array LAYOUT = Wreck.layout(ELEMENTS);
  private static final Region WHOLE = Region.of(new long[] {0}, new long[] {ELEMENTS});

  @TempDir Path directory;

  private Settings.Builder settings(int node) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier" + node)).toString())
        .set(Settings.RETAIN, "64MiB")
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.BLOCK, "64KiB");
  }

  private static Region region(long first, long count) {
    return Region.of(new long[] {first}, new long[] {count});
  }

  private static long[] values(long from, int count) {
    long[] values = new long[count];
    Arrays.setAll(values, i -> from + i);
    return values;
  }

  private static long[] content(Path target) throws IOException {
    long[] content = new long[ELEMENTS];
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(target));
    for (int i = 0; i < bytes.capacity() / 8; i++) {
      content[i] = bytes.getLong(8 * i);
    }
    return content;
  }

  private static Attachment attach(Path target, ProcessGroup group, Path tier, Storage storage)
      throws IOException {
    return Attachment.open(
        target,
        group,
        () -> LeftBehind.find(target, tier, group, storage),
        AttachPolicy.AUTO,
        RecoverPolicy.AUTO);
  }

  /** Reads a region as programs do that read alone; returns what came from logs. */
  private static long read(Attachment attachment, Path target, Region region, long[] into)
      throws IOException {
    long bytes = 8 * region.elements();
    long found;
    do {
      Arrays.fill(into, 0, (int) region.elements(), -1);
      found = attachment.read(LAYOUT, region, into, 0);
      if (found < bytes) {
        System.arraycopy(content(target), (int) region.start(0), into, 0, (int) region.elements());
        attachment.catchUp();
        found = attachment.read(LAYOUT, region, into, 0);
      }
    } while (!attachment.isStill());
    return found;
  }

  /** Reads all together with other processes; returns what came from logs. */
  private static long fetch(Attachment attachment, ProcessGroup group, Path target, long[] into)
      throws IOException {
    RegionFill fill = new RegionFill(LAYOUT, WHOLE, into, 0, BYTES);
    long[] content = content(target);
    boolean still;
    do {
      fill.clear();
      Arrays.fill(into, -1);
      assertThat(attachment.fetch(List.of(fill), Telling.of("reading"))).isNull();
      for (long gap = fill.gap(0); gap < BYTES; gap = fill.gap(gap + 8)) {
        into[(int) (gap / 8)] = content[(int) (gap / 8)];
      }
      still = group.min(attachment.isStill() ? 1 : 0) == 1;
    } while (!still);
    return fill.filled();
  }

  private static void assertSame(long[] found, long[] expected) {
    assertThat(Arrays.mismatch(found, expected)).as("first wrong element").isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,1,1,process,foreground",
    "4,4,3,3,process,foreground",
    "4,4,4,4,process,background",
    "4,4,5,5,node,foreground",
    "4,2,4,2,process,foreground",
    "4,2,5,3,node,background",
    "2,2,1,1,node,foreground"
  })
  void allThatWasWrittenBetweenFlushesIsReadFromLogs(
      int writers, int each, int readers, int perNode, String layout, String mode)
      throws Exception {
    Path target = directory.resolve("out");
    int part = ELEMENTS / writers / 4;
    ThreadedGroup.run(
        writers,
        each,
        group -> {
          Settings set =
              settings(group.rank() / each)
                  .set(Settings.LAYOUT, layout)
                  .set(Settings.DRAIN_MODE, mode)
                  .build();
          try (TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE);
              BurstBuffer buffer = BurstBuffer.open(file, group, set)) {
            BufferedArray array = buffer.define(LAYOUT);
            for (int epoch = 0; epoch < 4; epoch++) {
              int first = (epoch * group.size() + group.rank()) * part;
              array.put(region(first, part), values(first, part));
              assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
            }
            // Over what another process has put in the first epoch.
            int other = (group.rank() + 1) % group.size() * part;
            array.put(region(other, 7), values(-other, 7));
            assertThat(buffer.drain().bytes()).isNotNegative();
          }
        });
    long[] expected = content(target);
    assertThat(expected[6]).isIn(6L, -6L);
    ThreadedGroup.run(
        readers,
        perNode,
        group -> {
          try (Attachment attachment =
              Objects.requireNonNull(
                  BurstBuffer.attach(target, group, settings(group.rank() / perNode).build()))) {
            long[] found = new long[ELEMENTS];
            boolean whole = readers / perNode >= writers / each;
            if (attachment.isApart()) {
              assertThat(fetch(attachment, group, target, found)).isEqualTo(BYTES);
              assertSame(found, expected);
            }
            long alone = read(attachment, target, WHOLE, found);
            assertSame(found, expected);
            if (whole && !attachment.isApart()) {
              assertThat(alone).isEqualTo(BYTES);
            }
          }
        });
  }

  @Nested
  class IsKept {
    private static final int PART = ELEMENTS / 8;

    private final Path target = Path.of("out");

    private static Region part(long number) {
      return region(number * PART, PART);
    }

    /** Puts 8 epochs, each its own part, and closes; returns which parts are read from logs. */
    private String write(Settings settings, int epochs) throws IOException {
      Path file = directory.resolve(target);
      try (SoloGroup group = new SoloGroup()) {
        try (TargetFile open = PlainTarget.open(group, file, TargetFile.Mode.CREATE);
            BurstBuffer buffer = BurstBuffer.open(open, group, settings)) {
          BufferedArray array = buffer.define(LAYOUT);
          for (int epoch = 0; epoch < epochs; epoch++) {
            int first = epoch % 8 * PART;
            array.put(region(first, PART), values(epoch, PART));
            assertThat(buffer.drain().records()).isOne();
          }
          assertThat(buffer.statistics().get(Counter.FULL_EVENTS)).isZero();
          assertThat(buffer.statistics().get(Counter.WRITTEN_THROUGH)).isZero();
        }
        return kept(file, group, settings);
      }
    }

    private String kept(Path file, ProcessGroup group, Settings settings) throws IOException {
      StringBuilder kept = new StringBuilder();
      long[] expected = content(file);
      try (Attachment attachment =
          Objects.requireNonNull(BurstBuffer.attach(file, group, settings))) {
        for (int part = 0; part < 8; part++) {
          long[] found = new long[PART];
          long bytes = read(attachment, file, part(part), found);
          assertThat(found).isEqualTo(Arrays.copyOfRange(expected, part * PART, (part + 1) * PART));
          kept.append(bytes == 8 * PART ? 'x' : bytes == 0 ? '.' : '?');
        }
      }
      return kept.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "written"})
    void asMuchAsThereIsRoomForTheNewest(String access) throws IOException {
      Settings settings =
          settings(0).set(Settings.ACCESS, access).set(Settings.RETAIN, "116KiB").build();
      assertThat(write(settings, 8)).isEqualTo(".....xxx");
      assertThat(write(settings, 10)).isEqualTo("xx.....x");
      Settings more = settings.toBuilder().set(Settings.RETAIN, "1MiB").build();
      assertThat(write(more, 8)).isEqualTo("xxxxxxxx");
      assertThat(write(more, 11)).isEqualTo("xxxxxxxx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "written"})
    void inALimitedLogWithoutAPutThatFindsItFull(String access) throws IOException {
      Settings settings =
          settings(0).set(Settings.ACCESS, access).set(Settings.CAPACITY, "128KiB").build();
      assertThat(write(settings, 8)).endsWith("xx").startsWith("....");
    }

    @Test
    void behindWhatWasWrittenInAnotherWay() throws IOException {
      Path file = directory.resolve(target);
      Settings settings = settings(0).build();
      try (SoloGroup group = new SoloGroup()) {
        try (TargetFile open = PlainTarget.open(group, file, TargetFile.Mode.CREATE);
            BurstBuffer buffer = BurstBuffer.open(open, group, settings)) {
          BufferedArray array = buffer.define(LAYOUT);
          for (int part = 0; part < 8; part++) {
            array.put(part(part), values(part, PART));
            assertThat(buffer.drain().records()).isOne();
            if (part == 4) {
              buffer.spoil();
              ExtentList extents = new ExtentList();
              extents.add(0, 8);
              open.write(extents, ByteBuffer.allocate(8).putLong(0, 77));
            }
          }
        }
        assertThat(content(file)[0]).isEqualTo(77);
        assertThat(kept(file, group, settings)).isEqualTo(".....xxx");
      }
    }

    @Test
    void notBeforeWhatWasDiscarded() throws IOException {
      Path file = directory.resolve(target);
      Settings settings = settings(0).build();
      try (SoloGroup group = new SoloGroup()) {
        try (TargetFile open = PlainTarget.open(group, file, TargetFile.Mode.CREATE);
            BurstBuffer buffer = BurstBuffer.open(open, group, settings)) {
          BufferedArray array = buffer.define(LAYOUT);
          for (int part = 0; part < 8; part++) {
            array.put(part(part), values(part, PART));
            if (part == 3) {
              buffer.discard();
            } else {
              assertThat(buffer.drain().records()).isOne();
            }
          }
        }
        assertThat(kept(file, group, settings)).isEqualTo("....xxxx");
      }
    }

    @Test
    void byAllProcessesAlike() throws Exception {
      Path file = directory.resolve(target);
      // The log of the second process has room for its last epoch only.
      ThreadedGroup.run(
          2,
          group -> {
            Settings settings =
                settings(0).set(Settings.CAPACITY, group.rank() == 0 ? "0" : "80KiB").build();
            try (TargetFile open = PlainTarget.open(group, file, TargetFile.Mode.CREATE);
                BurstBuffer buffer = BurstBuffer.open(open, group, settings)) {
              BufferedArray array = buffer.define(LAYOUT);
              for (int part = 0; part < 4; part++) {
                int first = (2 * part + group.rank()) * PART;
                array.put(region(first, PART), values(part, PART));
                assertThat(buffer.drain().records()).isNotNegative();
              }
            }
          });
      try (SoloGroup group = new SoloGroup()) {
        assertThat(kept(file, group, settings(0).build())).isEqualTo("......xx");
      }
    }

    @Test
    void ofAProcessThatHadNothingInSomeEpochs() throws Exception {
      Path file = directory.resolve(target);
      ThreadedGroup.run(
          3,
          group -> {
            try (TargetFile open = PlainTarget.open(group, file, TargetFile.Mode.CREATE);
                BurstBuffer buffer = BurstBuffer.open(open, group, settings(0).build())) {
              BufferedArray array = buffer.define(LAYOUT);
              for (int part = 0; part < 8; part++) {
                if (part % 3 == group.rank()) {
                  array.put(part(part), values(part, PART));
                }
                assertThat(buffer.drain().records()).isNotNegative();
              }
            }
          });
      try (SoloGroup group = new SoloGroup()) {
        assertThat(kept(file, group, settings(0).build())).isEqualTo("xxxxxxxx");
      }
    }
  }

  @Test
  void whereTheTierIsFullItGivesWayToPuts() throws Exception {
    Path tier = Files.createDirectory(directory.resolve("small"));
    Path target = directory.resolve("out");
    Settings settings = settings(0).set(Settings.TIER, tier.toString()).build();
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < Effort.of(15, 1000); round++) {
      try (FaultyStorage storage = new FaultyStorage(tier, seed);
          Depot depot = new Depot(storage);
          SoloGroup group = new SoloGroup()) {
        storage.limitSpace(1500 << 10);
        try (TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE);
            BurstBuffer buffer = BurstBuffer.open(file, group, settings, depot)) {
          BufferedArray array = buffer.define(LAYOUT);
          for (int epoch = 0; epoch < 20; epoch++) {
            // An epoch alone has room, whatever the one before it has left.
            int puts = 1 + random.nextInt(30);
            for (int put = 0; put < puts; put++) {
              int first = random.nextInt(ELEMENTS - 4096);
              array.put(region(first, 4096), random.longs(4096).toArray());
            }
            assertThat(buffer.drain().records()).isPositive();
          }
          assertThat(buffer.statistics().get(Counter.WRITTEN_THROUGH)).as("seed %d", seed).isZero();
          assertThat(buffer.statistics().get(Counter.FULL_EVENTS)).as("seed %d", seed).isZero();
        }
        long[] found = new long[ELEMENTS];
        try (Attachment attachment = attach(target, group, tier, storage)) {
          read(attachment, target, WHOLE, found);
        }
        assertSame(found, content(target));
      }
    }
  }

  /** Programs that put, flush, spoil and discard, in every way that logs are written in. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void whateverAProgramDoesReadersFindWhatTheTargetHas(int ranks) throws Exception {
    for (int round = 0; round < Effort.of(12, 2000); round++) {
      long seed = Long.getLong("bb.test.seed", System.nanoTime());
      try {
        campaign(new Random(seed), ranks, round);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
  }

  private void campaign(Random random, int ranks, int round) throws Exception {
    Path target = directory.resolve("out" + round);
    int perNode = 1 + random.nextInt(ranks);
    long program = random.nextLong();
    String[] set = {
      random.nextBoolean() ? "process" : "node",
      random.nextBoolean() ? "background" : "foreground",
      new String[] {"64MiB", "400KiB", "2MiB", "800KiB"}[random.nextInt(4)],
      random.nextBoolean() ? "0" : 256 + random.nextInt(1000) + "KiB",
      random.nextBoolean() ? "mapped" : "auto"
    };
    boolean apart = random.nextBoolean();
    ThreadedGroup.run(
        ranks,
        perNode,
        group -> {
          Settings settings =
              settings(apart ? group.rank() / perNode : 0)
                  .set(Settings.LAYOUT, set[0])
                  .set(Settings.DRAIN_MODE, set[1])
                  .set(Settings.RETAIN, set[2])
                  .set(Settings.CAPACITY, set[3])
                  .set(Settings.ACCESS, set[4])
                  .build();
          run(group, target, settings, program);
        });
    long[] expected = content(target);
    int readers = 1 + random.nextInt(ranks + 1);
    int readersPerNode = 1 + random.nextInt(readers);
    ThreadedGroup.run(
        readers,
        readersPerNode,
        group -> {
          int node = apart ? group.rank() / readersPerNode : 0;
          try (Attachment attachment =
              Objects.requireNonNull(BurstBuffer.attach(target, group, settings(node).build()))) {
            long[] found = new long[ELEMENTS];
            if (attachment.isApart()) {
              assertThat(fetch(attachment, group, target, found)).isLessThanOrEqualTo(BYTES);
              assertSame(found, expected);
            }
            assertThat(read(attachment, target, WHOLE, found)).isLessThanOrEqualTo(BYTES);
            assertSame(found, expected);
          }
        });
  }

  private static void run(ProcessGroup group, Path target, Settings settings, long program)
      throws IOException {
    Random all = new Random(program);
    Random own = new Random(program + 1 + group.rank());
    int part = ELEMENTS / group.size();
    try (TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
      BufferedArray array = buffer.define(LAYOUT);
      int epochs = 1 + all.nextInt(12);
      for (int epoch = 0; epoch < epochs; epoch++) {
        // Other parts in each epoch, so that processes put over what others have put.
        int base = (group.rank() + epoch) % group.size() * part;
        int puts = own.nextInt(8);
        for (int put = 0; put < puts; put++) {
          int count = 1 + own.nextInt(part / 4);
          int stride = 1 + own.nextInt(3);
          int first = base + own.nextInt(part - (count - 1) * stride);
          Region region = Region.of(new long[] {first}, new long[] {count}, new long[] {stride});
          array.put(region, own.longs(count).toArray());
        }
        int then = all.nextInt(12);
        if (then == 0) {
          group.barrier();
          buffer.discard();
        } else if (then == 1) {
          assertThat(buffer.drain().bytes()).isNotNegative();
          if (group.rank() == 0) {
            buffer.spoil();
            ExtentList extents = new ExtentList();
            extents.add(8L * all.nextInt(ELEMENTS), 8);
            file.write(extents, ByteBuffer.allocate(8).putLong(0, epoch));
          } else {
            assertThat(all.nextInt(ELEMENTS)).isNotNegative();
          }
          group.barrier();
        } else if (then < 6) {
          assertThat(buffer.drain().bytes()).isNotNegative();
        } else {
          assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
        }
      }
    }
  }

  /** The first of two nodes puts, and then the other one puts over it. */
  @Nested
  class OverWhatAnotherNodeHas {
    private Path target;

    @BeforeEach
    void write() throws Exception {
      target = directory.resolve("out");
      ThreadedGroup.run(
          2,
          1,
          group -> {
            try (TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE);
                BurstBuffer buffer =
                    BurstBuffer.open(file, group, settings(group.rank()).build())) {
              BufferedArray array = buffer.define(LAYOUT);
              for (int rank = 0; rank < 2; rank++) {
                if (rank == group.rank()) {
                  array.put(WHOLE, values(100_000L * rank, ELEMENTS));
                }
                assertThat(buffer.drain().bytes()).isNotNegative();
              }
            }
          });
    }

    private void assertIsRead(int readers, long fromLogs) throws Exception {
      long[] expected = values(100_000, ELEMENTS);
      ThreadedGroup.run(
          readers,
          1,
          group -> {
            Path tier = directory.resolve("tier" + group.rank());
            try (Attachment attachment = attach(target, group, tier, new LocalStorage())) {
              long[] found = new long[ELEMENTS];
              if (attachment.isApart()) {
                assertThat(fetch(attachment, group, target, found)).isEqualTo(fromLogs);
                assertSame(found, expected);
              }
              assertThat(read(attachment, target, WHOLE, found)).isLessThanOrEqualTo(BYTES);
              assertSame(found, expected);
              group.barrier();
            }
          });
    }

    @Test
    void isReadOverIt() throws Exception {
      assertIsRead(2, BYTES);
    }

    @Test
    void isReadFromTheTargetWhereThatNodeIsNotThere() throws Exception {
      assertIsRead(1, 0);
    }

    @Test
    void isReadFromTheTargetWhereItIsDamaged() throws Exception {
      Path log;
      try (Stream<Path> all = Files.walk(directory.resolve("tier1"))) {
        log = all.filter(path -> path.toString().endsWith(".data")).findFirst().orElseThrow();
      }
      byte[] bytes = Files.readAllBytes(log);
      bytes[bytes.length / 2] ^= 1;
      Files.write(log, bytes);
      assertIsRead(2, 0);
    }

    @Test
    void isReadFromTheTargetWhereItsLogIsGone() throws Exception {
      try (Stream<Path> all = Files.walk(directory.resolve("tier1"))) {
        for (Path log :
            all.filter(path -> path.getFileName().toString().startsWith("r0")).toList()) {
          Files.delete(log);
        }
      }
      assertIsRead(2, 0);
    }
  }

  @Test
  void aProgramThatIsKilledHasNothingPendingOfWhatItKept() throws Exception {
    Path target = directory.resolve("out");
    Settings settings = settings(0).build();
    try (SoloGroup group = new SoloGroup()) {
      try (TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE)) {
        BurstBuffer buffer = BurstBuffer.open(file, group, settings);
        BufferedArray array = buffer.define(LAYOUT);
        for (int epoch = 0; epoch < 3; epoch++) {
          array.put(region(0, 100), values(epoch, 100));
          assertThat(buffer.drain().records()).isOne();
        }
        array.put(region(50, 10), values(-1, 10));
        buffer.leave();
      }
      TierSession session =
          SessionFinder.find(group, new LocalStorage(), List.of(directory.resolve("tier0"))).get(0);
      assertThat(session.state()).isEqualTo(SessionState.ORPHANED);
      Judgement judgement = Recovery.judge(group, new LocalStorage(), session, Progress.NONE);
      assertThat(judgement.records()).isOne();
      assertThat(Wreck.recover(session, RecoveryOptions.careful(Wreck.DRAIN)).outcome())
          .isEqualTo(RecoveryReport.Outcome.REPLAYED);
      assertThat(content(target)).startsWith(values(2, 50)).contains(-1, 8);
      assertThat(content(target)[61]).isEqualTo(63);
    }
  }

  /** Damage to what is kept of one epoch must not bring back what is older. */
  @Test
  void damageBringsNothingBack() throws Exception {
    Path target = directory.resolve("out");
    ThreadedGroup.run(
        2,
        group -> {
          try (TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE);
              BurstBuffer buffer = BurstBuffer.open(file, group, settings(0).build())) {
            BufferedArray array = buffer.define(LAYOUT);
            for (int epoch = 0; epoch < 5; epoch++) {
              int first = (group.rank() + epoch) % 2 * 600;
              array.put(region(first, 600), values(1000L * epoch, 600));
              assertThat(buffer.drain().bytes()).isPositive();
            }
          }
        });
    long[] expected = content(target);
    Path session = session();
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Path> files;
    try (Stream<Path> all = Files.list(session)) {
      // A session without a catalogue is removed.
      files = all.filter(file -> file.toString().contains("/r0")).sorted().toList();
    }
    for (int turn = 0; turn < Effort.of(300, 30_000); turn++) {
      Path damaged = files.get(random.nextInt(files.size()));
      byte[] good = Files.readAllBytes(damaged);
      byte[] bad = good.clone();
      int at = random.nextInt(good.length);
      bad[at] ^= (byte) (1 << random.nextInt(8));
      if (random.nextInt(4) == 0) {
        bad = Arrays.copyOf(bad, at);
      }
      Files.write(damaged, bad);
      long[] found = new long[1200];
      try (SoloGroup group = new SoloGroup();
          Attachment attachment =
              attach(target, group, directory.resolve("tier0"), new LocalStorage())) {
        assertThat(read(attachment, target, region(0, 1200), found)).isLessThanOrEqualTo(9600);
      }
      assertThat(Arrays.equals(found, 0, 1200, expected, 0, 1200))
          .as("seed %d, turn %d, %s at %d", seed, turn, damaged, at)
          .isTrue();
      Files.write(damaged, good);
    }
  }

  private Path session() throws IOException {
    try (Stream<Path> all = Files.walk(directory.resolve("tier0"), 2)) {
      return all.filter(path -> path.getFileName().toString().startsWith("out."))
          .findFirst()
          .orElseThrow();
    }
  }
}
