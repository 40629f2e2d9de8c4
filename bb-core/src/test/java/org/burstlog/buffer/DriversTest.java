package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.RandomProgram;
import org.burstlog.drain.Strategy;
import org.burstlog.group.OneThreadGroup;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds whoever takes the steps of drains. */
class DriversTest {
  private static final int PROGRAMS = Effort.of(4, 400);
  private static final int ELEMENTS = 1000;
  private static final Array ARRAY =
      Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, ELEMENTS);

  /** Who takes them. */
  enum Way {
    CALLER(false, "foreground", "the program waits for drains"),
    THREAD(false, "background", "drains go on in a thread"),
    SLICES(true, "background", "drains go on inside the program's calls"),
    HELPED(true, "background", "drains go on in a thread, which meets");

    private final boolean forOneThread;
    private final String mode;
    private final String explained;

    Way(boolean forOneThread, String mode, String explained) {
      this.forOneThread = forOneThread;
      this.mode = mode;
      this.explained = explained;
    }

    /** A group as MPI gives it where drains are to go this way. */
    ProcessGroup group(ProcessGroup threads) {
      return forOneThread ? new OneThreadGroup(threads) : threads;
    }

    /** A target as it is where drains are to go this way. */
    TestTarget target(ProcessGroup group, Path path, TargetFile.Mode opened) throws IOException {
      return new TestTarget(PlainTarget.open(group, path, opened), this == SLICES);
    }
  }

  /**
   * Fails when it is told to; may belong to one thread, as a target that is written by MPI does.
   */
  private static final class TestTarget extends ForwardingTarget {
    private final boolean ofOneThread;
    private final Thread thread = Thread.currentThread();
    volatile boolean fails;

    TestTarget(TargetFile real, boolean ofOneThread) {
      super(real);
      this.ofOneThread = ofOneThread;
    }

    @Override
    public Optional<TargetFile> aside() {
      return ofOneThread ? Optional.empty() : Optional.of(this);
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      if (ofOneThread && Thread.currentThread() != thread) {
        throw new AssertionError("written by " + Thread.currentThread());
      }
      if (fails) {
        throw new IOException("planned failure");
      }
      super.write(extents, data);
    }
  }

  @TempDir Path directory;

  private Settings.Builder settings(Way way) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString())
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.DRAIN_MODE, way.mode);
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

  static Stream<Arguments> jobs() {
    return Stream.of(Way.values())
        .flatMap(
            way ->
                Stream.of(1, 2, 4)
                    .flatMap(
                        ranks ->
                            Stream.of(Strategy.INDEPENDENT, Strategy.EXCHANGE)
                                .map(strategy -> Arguments.of(way, ranks, strategy))));
  }

  @ParameterizedTest(name = "{0}, {1} ranks, {2}")
  @MethodSource("jobs")
  void theFileIsWhatTheProgramsWrote(Way way, int ranks, Strategy strategy) throws Exception {
    long seed = new SplittableRandom().nextLong();
    for (int i = 0; i < PROGRAMS; i++) {
      run(seed + i, way, ranks, strategy);
    }
  }

  private void run(long seed, Way way, int ranks, Strategy strategy) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    RandomProgram program = new RandomProgram(seed, ranks, 12);
    Settings settings =
        settings(way)
            .set(Settings.DRAIN_EPOCHS, "" + (1 + random.nextInt(3)))
            .set(Settings.STRATEGY, strategy.name().toLowerCase(Locale.ROOT))
            .set(Settings.DRAIN_BUFFER, (4 << random.nextInt(6)) + "KiB")
            .set(Settings.DRAIN_STRIPE, "" + random.nextInt(1, 9000))
            .set(Settings.DRAIN_SERVERS, "" + random.nextInt(6))
            .set(Settings.DRAIN_SHARE, "" + random.nextInt(25, 101))
            .set(Settings.DRAIN_RATE, random.nextInt(3) == 0 ? "1MiB" : "0")
            .build();
    Path path = directory.resolve("out-" + seed);
    try {
      ThreadedGroup.run(
          ranks,
          1 + random.nextInt(ranks),
          group -> write(way.group(group), program, way, path, settings, seed));
    } catch (Exception | AssertionError e) {
      throw new AssertionError(program.toString() + settings, e);
    }
    assertThat(Arrays.mismatch(Files.readAllBytes(path), program.expected()))
        .as(() -> "first difference, " + program + settings)
        .isEqualTo(-1);
    Files.delete(path);
  }

  private static void write(
      ProcessGroup group, RandomProgram program, Way way, Path path, Settings settings, long seed)
      throws IOException {
    SplittableRandom all = new SplittableRandom(seed);
    SplittableRandom own = new SplittableRandom(seed + group.rank());
    try (TargetFile target = way.target(group, path, TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
      List<BufferedArray> arrays = program.define(buffer);
      for (int epoch = 0; epoch < program.epochs(); epoch++) {
        program.put(arrays, epoch, group.rank());
        // Processes come by different numbers of times.
        for (int i = own.nextInt(20); i > 0; i--) {
          assertThat(buffer.isDraining() && way == Way.CALLER).isFalse();
        }
        switch (all.nextInt(4)) {
          case 0 -> assertThat(buffer.drain().bytes()).isNotNegative();
          case 1 -> {
            assertThat(buffer.handOver(DrainReason.FLUSH)).isEqualTo(way == Way.CALLER);
            buffer.awaitDrained();
            assertThat(buffer.isDraining()).isFalse();
          }
          default -> assertThat(buffer.handOver(DrainReason.FLUSH)).isEqualTo(way == Way.CALLER);
        }
      }
    }
  }

  /** What one rank of two does with a file. */
  private interface Rank {
    void run(ProcessGroup group, TestTarget target, BurstBuffer buffer, BufferedArray array)
        throws Exception;
  }

  private void two(Way way, Settings settings, Rank rank) throws Exception {
    Path path = directory.resolve("out");
    ThreadedGroup.run(
        2,
        threads -> {
          ProcessGroup group = way.group(threads);
          try (TestTarget target = way.target(group, path, TargetFile.Mode.CREATE)) {
            BurstBuffer buffer = BurstBuffer.open(target, group, settings);
            rank.run(group, target, buffer, buffer.define(ARRAY));
            buffer.close();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void whoDrainsIsExplained(Way way) throws Exception {
    two(
        way,
        settings(way).build(),
        (group, target, buffer, array) -> {
          assertThat(buffer.handOver(DrainReason.FLUSH)).isEqualTo(way == Way.CALLER);
          assertThat(buffer.explain()).startsWith(way.explained);
        });
  }

  @ParameterizedTest
  @EnumSource
  void aFailureIsToldByTheNextCallThatNeedsTheDrainAndNothingIsLost(Way way) throws Exception {
    two(
        way,
        settings(way).build(),
        (group, target, buffer, array) -> {
          target.fails = group.rank() == 1;
          put(array, 10 * group.rank(), 10, 1);
          if (way == Way.CALLER) {
            assertThatThrownBy(() -> buffer.handOver(DrainReason.FLUSH))
                .isInstanceOf(DrainFailedException.class);
          } else {
            assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
            put(array, 10 * group.rank() + 5, 10, 2);
            assertThatThrownBy(buffer::awaitDrained).hasMessageContaining("planned failure");
            put(array, 10 * group.rank() + 6, 1, 3);
            assertThatThrownBy(() -> buffer.handOver(DrainReason.FLUSH))
                .isInstanceOf(DrainFailedException.class)
                .hasMessageContaining("rank 1")
                .hasMessageContaining("planned failure");
          }
          assertThatThrownBy(() -> put(array, 0, 1, 9)).hasMessageContaining("last drain failed");
          target.fails = false;
          assertThat(buffer.drain().records()).isPositive();
          put(array, 40 + group.rank(), 1, 4);
        });
    Path path = directory.resolve("out");
    assertThat(element(path, 4)).isEqualTo(1);
    assertThat(element(path, 19)).isEqualTo(way == Way.CALLER ? 1 : 2);
    assertThat(element(path, 16)).isEqualTo(way == Way.CALLER ? 1 : 3);
    assertThat(element(path, 41)).isEqualTo(4);
  }

  @Nested
  class InsideTheProgramsCalls {
    @ParameterizedTest
    @EnumSource(names = {"SLICES", "HELPED"})
    void aProcessThatMakesNoCallKeepsNobodyWaiting(Way way) throws Exception {
      CountDownLatch computed = new CountDownLatch(1);
      two(
          way,
          settings(way).build(),
          (group, target, buffer, array) -> {
            put(array, 10 * group.rank(), 10, 1);
            assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
            if (group.rank() == 1) {
              // Computes, or waits for the other by other means than this library.
              computed.await();
              return;
            }
            for (int i = 0; i < 1000; i++) {
              put(array, 100 + i % 900, 1, i);
              assertThat(buffer.isDraining()).isTrue();
            }
            computed.countDown();
          });
      assertThat(element(directory.resolve("out"), 15)).isEqualTo(1);
      assertThat(element(directory.resolve("out"), 100)).isEqualTo(900);
    }

    @ParameterizedTest
    @EnumSource(names = {"SLICES", "HELPED"})
    void aLogThatIsFullOfOtherPlacesWaitsForNobody(Way way) throws Exception {
      CountDownLatch computed = new CountDownLatch(1);
      Settings settings = settings(way).set(Settings.CAPACITY, "2MiB").build();
      Array more = Array.rowMajor("y", 1 << 20, Long.BYTES, ByteOrder.BIG_ENDIAN, ELEMENTS);
      two(
          way,
          settings,
          (group, target, buffer, array) -> {
            BufferedArray behind = buffer.define(more);
            put(array, 10 * group.rank(), 10, 1);
            assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
            if (group.rank() == 1) {
              computed.await();
              return;
            }
            for (int i = 1; i <= 300; i++) {
              put(behind, 0, ELEMENTS, i);
            }
            assertThat(buffer.statistics().get(Counter.FULL_EVENTS)).isPositive();
            assertThat(buffer.isDraining()).isTrue();
            computed.countDown();
          });
      assertThat(element(directory.resolve("out"), 1 << 17)).isEqualTo(300);
    }

    @Test
    void aLogThatIsFullOfTheSamePlacesWaitsForTheEpochBefore() throws Exception {
      Settings settings = settings(Way.SLICES).set(Settings.CAPACITY, "2MiB").build();
      two(
          Way.SLICES,
          settings,
          (group, target, buffer, array) -> {
            put(array, 0, ELEMENTS, 1);
            assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
            if (group.rank() == 0) {
              for (int i = 1; i <= 300; i++) {
                put(array, 0, ELEMENTS, i);
              }
            }
            buffer.awaitDrained();
          });
      assertThat(element(directory.resolve("out"), ELEMENTS - 1)).isEqualTo(300);
    }

    @Test
    void theProgramIsToldWhatTheyTook() throws Exception {
      two(
          Way.SLICES,
          settings(Way.SLICES).build(),
          (group, target, buffer, array) -> {
            put(array, 10 * group.rank(), 10, 1);
            assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
            while (buffer.isDraining()) {
              Thread.onSpinWait();
            }
            assertThat(buffer.statistics().get(Counter.SLICE_NANOS)).isPositive();
            assertThat(buffer.statistics().drains(DrainReason.FLUSH)).isEqualTo(1);
            assertThat(buffer.statistics().get(Counter.DRAIN_WAIT_NANOS)).isZero();
          });
    }

    @Test
    void aThreadWritesWhatNoCallOfTheProgramIsNeededFor() throws Exception {
      Path path = directory.resolve("out");
      two(
          Way.HELPED,
          settings(Way.HELPED).build(),
          (group, target, buffer, array) -> {
            put(array, 10 * group.rank(), 10, 1 + group.rank());
            assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
            // No call of the library until it is there.
            while (Files.size(path) < 20 * Long.BYTES || element(path, 19) != 2) {
              Thread.onSpinWait();
            }
            assertThat(buffer.statistics().get(Counter.SLICE_NANOS)).isZero();
          });
    }
  }
}
