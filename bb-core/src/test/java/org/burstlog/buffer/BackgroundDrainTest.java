package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.RandomProgram;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.StorageFile;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.testing.Effort;
import org.burstlog.testing.Held;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Epochs that go to the target while the program goes on. */
class BackgroundDrainTest {
  private static final int PROGRAMS = Effort.of(4, 400);
  private static final int ELEMENTS = 1000;
  private static final Array ARRAY =
      Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, ELEMENTS);

  @TempDir Path directory;

  private Settings.Builder settings() throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString())
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.DRAIN_MODE, "background");
  }

  private static void put(BufferedArray array, int first, int count, long value)
      throws IOException {
    long[] values = new long[count];
    Arrays.fill(values, value);
    array.put(Region.of(new long[] {first}, new long[] {count}), values);
  }

  private static long element(Path path, int index) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(path)).getLong(index * Long.BYTES);
  }

  /** A target whose writes wait, or fail, as a test says. */
  private static final class HeldTarget extends ForwardingTarget {
    volatile CountDownLatch open = new CountDownLatch(1);
    volatile boolean fails;

    HeldTarget(TargetFile real) {
      super(real);
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      if (fails) {
        throw new IOException("planned failure");
      }
      super.write(extents, data);
    }
  }

  @Nested
  class OfOneProcess {
    private Path path;
    private final ProcessGroup group = new SoloGroup();
    private HeldTarget target;
    private BurstBuffer buffer;
    private BufferedArray array;

    @BeforeEach
    void begin() throws IOException {
      path = directory.resolve("out");
      open(settings().build());
    }

    private void open(Settings settings) throws IOException {
      target = new HeldTarget(PlainTarget.open(group, path, TargetFile.Mode.CREATE));
      buffer = BurstBuffer.open(target, group, settings);
      array = buffer.define(ARRAY);
    }

    private void close() throws IOException {
      buffer.close();
      target.close();
    }

    @Test
    void theProgramGoesOnWhileAnEpochIsDrained() throws IOException {
      put(array, 0, ELEMENTS, 1);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      assertThat(buffer.isDraining()).isTrue();
      put(array, 10, 10, 2);
      assertThat(buffer.pendingBytes()).isEqualTo((ELEMENTS + 10) * Long.BYTES);
      target.open.countDown();
      buffer.awaitDrained();
      assertThat(buffer.isDraining()).isFalse();
      assertThat(buffer.pendingBytes()).isEqualTo(10 * Long.BYTES);
      assertThat(element(path, 10)).isEqualTo(1);
      close();
      assertThat(element(path, 10)).isEqualTo(2);
      assertThat(element(path, 20)).isEqualTo(1);
      assertThat(buffer.statistics().get(Counter.SEALS)).isEqualTo(1);
    }

    @Test
    void aReadSeesTheLastPutOfAnyEpoch() throws IOException {
      close();
      open(settings().set(Settings.DRAIN_EPOCHS, "2").build());
      put(array, 0, 30, 1);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      put(array, 10, 20, 2);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      put(array, 20, 10, 3);
      long[] read = new long[40];
      Region region = Region.of(new long[] {0}, new long[] {40});
      assertThat(array.readPending(region, read, 0)).isPositive();
      for (int i = 0; i < 40; i++) {
        assertThat(read[i]).as("element %d", i).isEqualTo(i < 10 ? 1 : i < 20 ? 2 : i < 30 ? 3 : 0);
      }
      target.open.countDown();
      close();
      assertThat(element(path, 9)).isEqualTo(1);
      assertThat(element(path, 19)).isEqualTo(2);
      assertThat(element(path, 29)).isEqualTo(3);
    }

    @Test
    void anotherEpochIsSealedOnlyWhenThereAreFewerThanTheLimit() throws Exception {
      put(array, 0, 10, 1);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      put(array, 0, 10, 2);
      CountDownLatch over = new CountDownLatch(1);
      Thread second =
          new Thread(
              () -> {
                try {
                  assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
                over.countDown();
              });
      second.start();
      while (second.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      assertThat(over.getCount()).isEqualTo(1);
      target.open.countDown();
      second.join();
      assertThat(over.getCount()).isZero();
      close();
      assertThat(element(path, 0)).isEqualTo(2);
      assertThat(buffer.statistics().get(Counter.STALL_EPOCH_NANOS)).isPositive();
    }

    @Test
    void afterAFailedDrainPutsGoOnUntilAnotherEpochWouldHaveToBeSealed() throws IOException {
      target.fails = true;
      target.open.countDown();
      put(array, 0, 10, 1);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      assertThatThrownBy(buffer::awaitDrained).hasMessageContaining("planned failure");
      put(array, 5, 10, 2);
      assertThatThrownBy(() -> buffer.handOver(DrainReason.FLUSH))
          .isInstanceOf(DrainFailedException.class)
          .hasMessageContaining("planned failure");
      assertThatThrownBy(() -> put(array, 0, 1, 3)).hasMessageContaining("the last drain failed");
      target.fails = false;
      assertThat(buffer.drain().records()).isEqualTo(1);
      put(array, 20, 1, 4);
      close();
      assertThat(element(path, 4)).isEqualTo(1);
      assertThat(element(path, 5)).isEqualTo(2);
      assertThat(element(path, 20)).isEqualTo(4);
    }

    @Test
    void manySealsTakeNoMoreFilesMappingsOrThreads() throws IOException {
      target.open.countDown();
      seal(50);
      Held before = Held.now();
      seal(Effort.of(1000, 10_000));
      Held after = Held.now();
      // Some of another thread of this machine, perhaps, but not one a seal.
      assertThat(after.files()).as("files").isLessThan(before.files() + 20);
      assertThat(after.mappings()).as("mappings").isLessThan(before.mappings() + 20);
      assertThat(after.threads()).as("threads").isLessThan(before.threads() + 20);
      close();
    }

    private void seal(int times) throws IOException {
      for (int i = 0; i < times; i++) {
        put(array, i % ELEMENTS, 1, i);
        assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      }
    }

    @Test
    void whatIsDiscardedIsInNoEpoch() throws IOException {
      target.fails = true;
      target.open.countDown();
      put(array, 0, 10, 1);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      put(array, 5, 10, 2);
      buffer.discard();
      assertThat(buffer.pendingBytes()).isZero();
      target.fails = false;
      put(array, 0, 1, 7);
      close();
      assertThat(Files.size(path)).isEqualTo(Long.BYTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "node"})
    void aFullLogWaitsForTheEpochBefore(String layout) throws IOException {
      close();
      open(
          settings()
              .set(Settings.LAYOUT, layout)
              .set(Settings.BLOCK, "64KiB")
              .set(Settings.CAPACITY, "2MiB")
              .build());
      target.open.countDown();
      for (int round = 1; round <= 400; round++) {
        put(array, 0, ELEMENTS, round);
        if (round % 190 == 0) {
          assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
        }
      }
      close();
      assertThat(element(path, 0)).isEqualTo(400);
      assertThat(buffer.statistics().get(Counter.FULL_EVENTS)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "node"})
    void aSessionOfTwoEpochsIsRecoveredInTheirOrder(String layout) throws IOException {
      close();
      open(settings().set(Settings.LAYOUT, layout).build());
      target.fails = true;
      target.open.countDown();
      put(array, 0, ELEMENTS, 1);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      put(array, 10, 10, 2);
      buffer.leave();
      target.close();
      target = new HeldTarget(PlainTarget.open(group, path, TargetFile.Mode.UPDATE));
      target.open.countDown();
      buffer = BurstBuffer.open(target, group, settings().build());
      assertThat(buffer.recovered()).hasSize(1);
      close();
      assertThat(element(path, 9)).isEqualTo(1);
      assertThat(element(path, 10)).isEqualTo(2);
      assertThat(element(path, 20)).isEqualTo(1);
    }

    @Test
    void aSessionThatLacksTheLogOfItsLaterEpochIsNotRecoveredInSilence() throws IOException {
      target.fails = true;
      target.open.countDown();
      put(array, 0, 10, 1);
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      put(array, 0, 10, 2);
      buffer.leave();
      target.close();
      try (Stream<Path> files = Files.walk(directory.resolve("tier"))) {
        for (Path file : files.filter(f -> f.toString().contains("r00000.1.")).toList()) {
          Files.delete(file);
        }
      }
      target = new HeldTarget(PlainTarget.open(group, path, TargetFile.Mode.UPDATE));
      Settings again = settings().build();
      assertThatThrownBy(() -> BurstBuffer.open(target, group, again))
          .hasMessageContaining("behind epoch 1, which is sealed, of rank 0 is missing");
      target.close();
    }
  }

  /** What a process has in a sealed epoch, and another has perhaps put over in a later one. */
  @Nested
  class WhereAnotherProcessHasHandedOverANewerValue {
    private static final Region ELEMENT = Region.of(new long[] {0}, new long[] {1});
    private final CountDownLatch handedOver = new CountDownLatch(2);
    private final CountDownLatch looked = new CountDownLatch(2);

    /** Rank 1 puts 1 and hands it over, then rank 0 puts 2 and hands that over. */
    private void run(boolean fails, Look look) throws Exception {
      Path path = directory.resolve("out");
      Settings settings = settings().set(Settings.DRAIN_EPOCHS, "2").build();
      ThreadedGroup.run(
          2,
          group -> {
            HeldTarget target =
                new HeldTarget(PlainTarget.open(group, path, TargetFile.Mode.CREATE));
            target.open = fails ? handedOver : looked;
            target.fails = fails;
            try (target;
                BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
              BufferedArray array = buffer.define(ARRAY);
              for (int rank = 1; rank >= 0; rank--) {
                if (group.rank() == rank) {
                  put(array, 0, 1, 2 - rank);
                }
                assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
              }
              handedOver.countDown();
              try {
                look.at(group.rank(), buffer, array);
              } finally {
                target.fails = false;
                looked.countDown();
              }
            }
          });
      assertThat(element(path, 0)).isEqualTo(2);
    }

    private interface Look {
      void at(int rank, BurstBuffer buffer, BufferedArray array) throws IOException;
    }

    private static long pending(BufferedArray array, long[] read) throws IOException {
      return array.readPending(ELEMENT, read, 0);
    }

    @Test
    void itsOwnIsNotTakenForTheLast() throws Exception {
      run(
          /* fails= */ false,
          (rank, buffer, array) -> {
            if (rank == 1) {
              assertThat(pending(array, new long[1])).isZero();
            }
          });
    }

    @Test
    void itsOwnOfTheLastEpochThatIsSealedIsTheLast() throws Exception {
      run(
          /* fails= */ false,
          (rank, buffer, array) -> {
            if (rank == 0) {
              long[] read = new long[1];
              assertThat(pending(array, read)).isEqualTo(Long.BYTES);
              assertThat(read).containsExactly(2);
            }
          });
    }

    @Test
    void itsOwnThatIsNotSealedIsTheLast() throws Exception {
      run(
          /* fails= */ false,
          (rank, buffer, array) -> {
            put(array, 0, 1, 2);
            long[] read = new long[1];
            assertThat(pending(array, read)).isEqualTo(Long.BYTES);
            assertThat(read).containsExactly(2);
          });
    }

    @Test
    void itsOwnIsNotTakenForTheLastWhereTheDrainHasFailed() throws Exception {
      run(
          /* fails= */ true,
          (rank, buffer, array) -> {
            assertThatThrownBy(buffer::awaitDrained).hasMessageContaining("planned failure");
            if (rank == 1) {
              assertThat(pending(array, new long[1])).isZero();
              assertThatThrownBy(() -> array.awaitVisible(ELEMENT))
                  .hasMessageContaining("planned failure");
            }
          });
    }
  }

  @Test
  void whyTheProgramWaitsIsToldOnceHoweverManyFilesThereAre() throws IOException {
    Settings small = settings().set(Settings.CAPACITY, "1MiB").build();
    try (Told told = Told.by("org.burstlog");
        Depot depot = new Depot(new LocalStorage());
        ProcessGroup group = new SoloGroup()) {
      for (int file = 0; file < 3; file++) {
        Path path = directory.resolve("out" + file);
        try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
            BurstBuffer buffer = BurstBuffer.open(target, group, small, depot)) {
          assertThat(buffer.explain()).startsWith("the program waits for drains");
        }
      }
      assertThat(told.messages())
          .filteredOn(message -> message.contains("though drain.mode is background"))
          .hasSize(1);
    }
  }

  /** A tier that takes no second log. */
  private static final class OneLogStorage extends ForwardingStorage {
    private final IOException why;

    OneLogStorage(IOException why) {
      super(new LocalStorage());
      this.why = why;
    }

    @Override
    public StorageFile create(Path file) throws IOException {
      if (file.toString().endsWith(".1.meta")) {
        throw why;
      }
      return super.create(file);
    }
  }

  static Stream<Arguments> refusals() {
    return Stream.of("process", "node")
        .flatMap(
            layout ->
                Stream.of(
                    Arguments.of(layout, new NoSpaceException("full", null), " is full; free"),
                    Arguments.of(
                        layout,
                        new FileSystemException("r.1.meta", null, "Read-only file system"),
                        " cannot be written: Read-only file system; choose")));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whyThereIsNoLogForAnotherEpochIsTold(String layout, IOException why, String told)
      throws Exception {
    Settings settings = settings().set(Settings.LAYOUT, layout).build();
    Path path = directory.resolve("out");
    try (Told warnings = Told.by("org.burstlog");
        Depot depot = new Depot(new OneLogStorage(why))) {
      ThreadedGroup.run(
          2,
          group -> {
            try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
                BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot)) {
              put(buffer.define(ARRAY), 0, ELEMENTS, 1);
              assertThat(buffer.handOver(DrainReason.FLUSH)).isTrue();
              assertThat(buffer.explain()).doesNotContain("opening");
            }
          });
      assertThat(warnings.messages())
          .singleElement(InstanceOfAssertFactories.STRING)
          .startsWith(path + ": the program waits for drains")
          .contains("making a log for another epoch failed: ")
          .contains("tier " + directory.resolve("tier") + told)
          .endsWith("until it is closed and opened again");
    }
    assertThat(element(path, ELEMENTS - 1)).isEqualTo(1);
  }

  /** What two ranks with a log of their own, or one together, say of their drains. */
  private List<String> explain(Settings... ofRanks) throws Exception {
    String[] explained = new String[2];
    ThreadedGroup.run(
        2,
        group -> {
          Settings settings = ofRanks[group.rank() % ofRanks.length];
          try (TargetFile target =
                  PlainTarget.open(group, directory.resolve("out"), TargetFile.Mode.CREATE);
              BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
            put(buffer.define(ARRAY), 0, ELEMENTS, 1);
            explained[group.rank()] = buffer.explain();
          }
        });
    return List.of(explained);
  }

  @ParameterizedTest
  @CsvSource({
    "auto, 2MiB, 4MiB, 1",
    "auto, 2MiB, 8MiB, 3",
    "auto, 8MiB, 7MiB, 1",
    "mapped, 1MiB, 4MiB, 3"
  })
  void drainsStayInTheForegroundWhereALimitHoldsOneLogOfANodeOnly(
      String access, String block, String capacity, int epochs) throws Exception {
    Settings settings =
        settings()
            .set(Settings.LAYOUT, "node")
            .set(Settings.ACCESS, access)
            .set(Settings.BLOCK, block)
            .set(Settings.CAPACITY, capacity)
            .set(Settings.DRAIN_EPOCHS, Integer.toString(epochs))
            .build();
    long set = settings.get(Settings.CAPACITY);
    assertThat(explain(settings))
        .allSatisfy(
            why ->
                assertThat(why)
                    .startsWith("the program waits for drains: log.capacity is " + set)
                    .contains("too few for " + (epochs + 1) + " logs"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"process", "node"})
  void drainsStayInTheForegroundInAllProcessesWhereTheLimitOfOneIsTooSmall(String layout)
      throws Exception {
    Settings.Builder large = settings().set(Settings.LAYOUT, layout);
    List<String> why = explain(large.build(), large.set(Settings.CAPACITY, "7MiB").build());
    if (layout.equals("process")) {
      assertThat(why)
          .isNotEmpty()
          .allSatisfy(text -> assertThat(text).startsWith("drains go on in a thread"));
      why = explain(large.build(), large.set(Settings.CAPACITY, "1MiB").build());
    }
    List<String> told = why;
    assertThat(told.get(0)).contains("log.capacity of another process is too small for 2 logs");
    assertThat(told.get(1)).contains("log.capacity is ");
  }

  static Stream<Arguments> jobs() {
    return Stream.of(1, 2, 4)
        .flatMap(
            ranks ->
                Stream.of(Strategy.INDEPENDENT, Strategy.EXCHANGE, Strategy.COLLECTIVE)
                    .flatMap(
                        strategy ->
                            Stream.of("process", "node")
                                .map(layout -> Arguments.of(ranks, strategy, layout))));
  }

  /** What the epochs of random programs leave in the file, or in logs that are then recovered. */
  @ParameterizedTest(name = "{0} ranks, {1}, a log per {2}")
  @MethodSource("jobs")
  void theFileIsWhatTheProgramsWrote(int ranks, Strategy strategy, String layout) throws Exception {
    long seed = new SplittableRandom().nextLong();
    for (int i = 0; i < PROGRAMS; i++) {
      run(seed + i, ranks, strategy, layout);
    }
  }

  private void run(long seed, int ranks, Strategy strategy, String layout) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    RandomProgram program = new RandomProgram(seed, ranks, 12);
    Settings settings =
        settings()
            .set(Settings.LAYOUT, layout)
            .set(Settings.BLOCK, "16KiB")
            .set(Settings.DRAIN_EPOCHS, "" + (1 + random.nextInt(3)))
            .set(Settings.STRATEGY, strategy.name().toLowerCase(Locale.ROOT))
            .set(Settings.DRAIN_BUFFER, (4 << random.nextInt(6)) + "KiB")
            .set(Settings.DRAIN_STRIPE, "" + random.nextInt(1, 9000))
            .set(Settings.DRAIN_SERVERS, "" + random.nextInt(6))
            .build();
    Path path = directory.resolve("out-" + seed);
    int ranksPerNode = 1 + random.nextInt(ranks);
    boolean crashes = random.nextBoolean();
    String described = ranksPerNode + " ranks a node, " + program + settings;
    try {
      ThreadedGroup.run(
          ranks, ranksPerNode, group -> write(group, program, path, settings, crashes));
    } catch (Exception | AssertionError e) {
      throw new AssertionError(described, e);
    }
    assertThat(Arrays.mismatch(Files.readAllBytes(path), program.expected()))
        .as(() -> "first difference, " + described)
        .isEqualTo(-1);
    Files.delete(path);
  }

  private static void write(
      ProcessGroup group, RandomProgram program, Path path, Settings settings, boolean crashes)
      throws IOException {
    try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE)) {
      BurstBuffer buffer = BurstBuffer.open(target, group, settings);
      List<BufferedArray> arrays = program.define(buffer);
      for (int epoch = 0; epoch < program.epochs(); epoch++) {
        program.put(arrays, epoch, group.rank());
        if (epoch < program.epochs() - 1) {
          boolean inTarget = buffer.handOver(DrainReason.FLUSH);
          assertThat(inTarget).isEqualTo(settings.get(Settings.STRATEGY) == Strategy.COLLECTIVE);
        }
      }
      if (crashes) {
        buffer.leave();
      } else {
        buffer.close();
      }
    }
    if (crashes) {
      try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.UPDATE);
          BurstBuffer recovered = BurstBuffer.open(target, group, settings)) {
        assertThat(recovered.pendingBytes()).isZero();
      }
    }
  }
}
