package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.drain.DrainListener;
import org.burstlog.drain.DrainProgress;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Statistics;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drains that rest, and puts that are delayed or refused rather than stopped. */
class PacedDrainTest {
  private static final int ELEMENTS = 4096;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;

  @TempDir Path directory;

  private final Depot depot = new Depot(new Clocked());

  private Path path;
  private final AtomicLong now = new AtomicLong();

  /** How often threads that drain have looked at the clock. */
  private final AtomicLong looks = new AtomicLong();

  @BeforeEach
  void place() {
    path = directory.resolve("out");
  }

  private Settings.Builder settings() throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString())
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.DRAIN_MODE, "background");
  }

  @AfterEach
  void closeDepot() {
    depot.close();
  }

  /** A tier with a clock that stands until the test moves it. */
  private final class Clocked extends ForwardingStorage {
    Clocked() {
      super(new LocalStorage());
    }

    @Override
    public long nanoTime() {
      if (Thread.currentThread().getName().equals("burstlog-drain")) {
        looks.incrementAndGet();
      }
      return now.get();
    }
  }

  /** A target whose writes wait, fail, or take some time of the clock. */
  private final class HeldTarget extends ForwardingTarget {
    final AtomicInteger writes = new AtomicInteger();
    volatile CountDownLatch open = new CountDownLatch(0);
    volatile boolean fails;
    volatile long takes;

    HeldTarget(TargetFile real) {
      super(real);
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      writes.incrementAndGet();
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      if (fails) {
        throw new IOException("planned failure");
      }
      now.addAndGet(takes);
      super.write(extents, data);
    }
  }

  private static long[] values(int count, long value) {
    long[] values = new long[count];
    Arrays.fill(values, value);
    return values;
  }

  private static Region region(long first, long count) {
    return Region.of(new long[] {first}, new long[] {count});
  }

  private interface Work {
    void run() throws Exception;
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void until(Condition condition) throws IOException {
    while (!condition.holds()) {
      Thread.onSpinWait();
    }
  }

  /** Four ranks that put in bursts with ten seconds between. */
  @Nested
  class OfFourProcesses {
    private static final int RANKS = 4;
    private static final int LATE = 7;

    private final CyclicBarrier together = new CyclicBarrier(RANKS);

    private final class Rank {
      private final ProcessGroup group;
      private final HeldTarget target;
      private final BurstBuffer buffer;
      private final BufferedArray array;

      Rank(ProcessGroup group, Settings settings) throws IOException {
        this.group = group;
        target = new HeldTarget(PlainTarget.open(group, path, TargetFile.Mode.CREATE));
        buffer = BurstBuffer.open(target, group, settings, depot);
        array =
            buffer.define(
                Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, RANKS * ELEMENTS));
      }

      private void put(int first, int count, long value) throws IOException {
        array.put(region((long) group.rank() * ELEMENTS + first, count), values(count, value));
      }

      private void step(long value) throws IOException {
        put(0, ELEMENTS, value);
        assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
      }

      private long rests() {
        return buffer.statistics().get(Counter.RESTS);
      }

      /** One rank does something while the others do nothing. */
      private void alone(Work work) throws Exception {
        together.await();
        if (group.rank() == 0) {
          work.run();
        }
        together.await();
      }

      /** Two steps, from which the gap and the speed of drains are known. */
      private void learn() throws Exception {
        for (int i = 1; i <= 2; i++) {
          step(i);
          buffer.awaitDrained();
          alone(() -> now.addAndGet(10 * SECOND));
        }
      }

      /** Another one, which is handed over in the middle of a burst. */
      private void handOverAndGoOn() throws Exception {
        int writes = target.writes.get();
        long rests = rests();
        step(3);
        until(() -> rests() > rests);
        for (int i = 0; i < LATE; i++) {
          put(i, 1, 4);
          alone(() -> now.addAndGet(10 * MILLI));
        }
        assertThat(target.writes).hasValue(writes);
        assertThat(buffer.progress().handedOver()).isEqualTo(ELEMENTS * Long.BYTES);
        together.await();
      }
    }

    private interface RankWork {
      void run(Rank rank) throws Exception;
    }

    private void run(Settings settings, RankWork work) throws Exception {
      ThreadedGroup.run(
          RANKS,
          group -> {
            Rank rank = new Rank(group, settings);
            try {
              work.run(rank);
            } catch (Exception e) {
              throw new IOException(e);
            }
            rank.buffer.close();
            rank.target.close();
          });
      ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path));
      assertThat(file.capacity()).isEqualTo(RANKS * ELEMENTS * Long.BYTES);
      for (int i = 0; i < RANKS * ELEMENTS; i++) {
        assertThat(file.getLong(i * Long.BYTES)).isEqualTo(i % ELEMENTS < LATE ? 4 : 3);
      }
    }

    @Test
    void aDrainHoldsOffDuringABurstAndBeginsInTheGap() throws Exception {
      run(
          settings().build(),
          rank -> {
            rank.learn();
            rank.handOverAndGoOn();
            long begun = now.get();
            while (rank.group.rank() == 0 && rank.buffer.isDraining()) {
              now.addAndGet(5 * MILLI);
              long before = looks.get();
              until(() -> looks.get() > before + 2 * RANKS || !rank.buffer.isDraining());
            }
            until(() -> !rank.buffer.isDraining());
            assertThat(now.get() - begun).isLessThan(5 * SECOND);
          });
    }

    @Test
    void aDrainGoesOnWhenAllWaitForIt() throws Exception {
      run(
          settings().build(),
          rank -> {
            rank.learn();
            rank.handOverAndGoOn();
            rank.buffer.awaitDrained();
            assertThat(rank.buffer.progress().handedOver()).isZero();
          });
    }

    @Test
    void aDrainGoesOnWhenAnotherEpochIsHandedOver() throws Exception {
      run(
          settings().build(),
          rank -> {
            rank.learn();
            rank.handOverAndGoOn();
            assertThat(rank.buffer.handOver(DrainReason.FLUSH)).isFalse();
            assertThat(rank.buffer.statistics().get(Counter.STALLS_EPOCH)).isOne();
          });
    }

    @Test
    void aDrainRestsForNothingWhenTheJobEndsSoon() throws Exception {
      String soon = Instant.now().plusSeconds(30).toString();
      run(
          settings().set(Settings.DRAIN_DEADLINE, soon).set(Settings.DRAIN_RATE, "64KiB").build(),
          rank -> {
            rank.learn();
            rank.step(3);
            until(() -> !rank.buffer.isDraining());
            rank.put(0, LATE, 4);
            assertThat(rank.rests()).isZero();
          });
    }
  }

  @Nested
  @SuppressWarnings("NullAway.Init") // Each test opens it with settings of its own.
  class OfOneProcess {
    private static final int LOG = 1792 << 10;
    private static final int BLOCK = ELEMENTS * Long.BYTES;

    private final ProcessGroup group = new SoloGroup();
    private HeldTarget target;
    private BurstBuffer buffer;
    private BufferedArray array;
    private int blocks;

    private void open(Settings.Builder settings) throws IOException {
      target = new HeldTarget(PlainTarget.open(group, path, TargetFile.Mode.CREATE));
      buffer =
          BurstBuffer.open(target, group, settings.set(Settings.CAPACITY, "4MiB").build(), depot);
      array =
          buffer.define(Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, 400 * ELEMENTS));
    }

    private void put() throws IOException {
      array.put(region((long) blocks * ELEMENTS, ELEMENTS), values(ELEMENTS, blocks));
      blocks++;
    }

    private boolean offer() throws IOException {
      return array.offer(region((long) blocks * ELEMENTS, ELEMENTS), values(ELEMENTS, blocks));
    }

    private void handOver() throws IOException {
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
    }

    private long counted(Counter counter) {
      return buffer.statistics().get(counter);
    }

    /** A drain that waits in its write, and whose like has taken a second. */
    private void drainSlowly() throws IOException {
      target.takes = SECOND;
      for (int i = 0; i < 2; i++) {
        put();
        handOver();
        if (i == 0) {
          buffer.awaitDrained();
          target.open = new CountDownLatch(1);
        }
      }
      until(() -> target.writes.get() == 2);
    }

    private void fill(int percent) throws IOException {
      while (buffer.progress().pending() - buffer.progress().handedOver() + BLOCK
          <= (long) LOG * percent / 100) {
        put();
      }
    }

    private void closeAndCompare() throws IOException {
      target.fails = false;
      target.open.countDown();
      buffer.close();
      target.close();
      ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path));
      assertThat(file.capacity()).isEqualTo(blocks * BLOCK);
      for (int i = 0; i < blocks * ELEMENTS; i++) {
        assertThat(file.getLong(i * Long.BYTES)).isEqualTo(i / ELEMENTS);
      }
    }

    /** Goes on in a thread of its own, and tells whether that is interrupted in the end. */
    private FutureTask<Boolean> begin(Work work) {
      FutureTask<Boolean> task =
          new FutureTask<>(
              () -> {
                work.run();
                return Thread.interrupted();
              });
      new Thread(task, "program").start();
      return task;
    }

    private void passUntil(Condition condition) throws IOException {
      until(
          () -> {
            now.addAndGet(MILLI / 100);
            return condition.holds();
          });
    }

    @Test
    void aDrainKeepsToItsRateUntilSomebodyWaits() throws IOException {
      open(settings().set(Settings.DRAIN_RATE, "64KiB"));
      put();
      handOver();
      until(() -> counted(Counter.RESTS) == 1);
      assertThat(target.writes).hasValue(1);
      assertThat(buffer.isDraining()).isTrue();
      assertThat(buffer.progress().moved()).isEqualTo(BLOCK);
      put();
      closeAndCompare();
    }

    @Test
    void aDrainTellsHowFarItHasCome() throws IOException {
      open(settings());
      assertThat(buffer.progress()).isEqualTo(DrainProgress.NOTHING);
      drainSlowly();
      put();
      assertThat(buffer.progress())
          .isEqualTo(
              new DrainProgress(BLOCK, 0, 2 * BLOCK, Optional.of(Duration.ofSeconds(1)), false));
      closeAndCompare();
      assertThat(buffer.progress()).isEqualTo(DrainProgress.NOTHING);
    }

    @Test
    void putsAreDelayedBeforeTheyStop() throws Exception {
      open(settings());
      drainSlowly();
      fill(80);
      assertThat(counted(Counter.STALLS_DELAY)).isZero();
      FutureTask<Boolean> puts = begin(() -> fill(100));
      passUntil(puts::isDone);
      assertThat(puts.get()).isFalse();
      assertThat(counted(Counter.STALLS_DELAY)).isPositive();
      assertThat(counted(Counter.STALL_DELAY_NANOS)).isPositive();
      assertThat(counted(Counter.STALLS_FULL)).isZero();
      assertThat(buffer.isDraining()).isTrue();
      assertThat(buffer.statistics().report("out", 1)).contains("puts delayed");
      closeAndCompare();
    }

    @Test
    void anInterruptEndsADelayAndNothingElse() throws Exception {
      open(settings().set(Settings.DRAIN_DELAY_AT, "75%"));
      drainSlowly();
      fill(77);
      FutureTask<Boolean> puts =
          begin(
              () -> {
                Thread.currentThread().interrupt();
                put();
              });
      assertThat(puts.get()).isTrue();
      assertThat(counted(Counter.STALLS_DELAY)).isOne();
      closeAndCompare();
    }

    @Test
    void putsAreNotDelayedWhereThatIsSwitchedOff() throws IOException {
      open(settings().set(Settings.DRAIN_DELAY_AT, "100%"));
      drainSlowly();
      fill(100);
      assertThat(counted(Counter.STALLS_DELAY)).isZero();
      closeAndCompare();
    }

    @Test
    void putsAreNotDelayedWithoutADrain() throws IOException {
      open(settings());
      fill(95);
      assertThat(buffer.wouldStall(1)).isFalse();
      assertThat(counted(Counter.STALLS_DELAY)).isZero();
      closeAndCompare();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPutThatStopsGoesOnWhenTheDrainHasEnded(boolean fails) throws Exception {
      open(settings().set(Settings.DRAIN_DELAY_AT, "100%"));
      drainSlowly();
      FutureTask<Boolean> stopped =
          begin(
              () -> {
                while (counted(Counter.FULL_EVENTS) == 0) {
                  put();
                }
              });
      until(() -> counted(Counter.STALLS_FULL) == 1);
      target.fails = fails;
      target.open.countDown();
      if (fails) {
        assertThatThrownBy(stopped::get).hasMessageContaining("planned failure");
        assertThat(counted(Counter.STALL_FULL_NANOS)).isPositive();
        target.fails = false;
        assertThat(buffer.drain().records()).isPositive();
      } else {
        assertThat(stopped.get()).isFalse();
      }
      closeAndCompare();
    }

    @Test
    void anOfferIsAPutWhereNothingStalls() throws IOException {
      open(settings());
      assertThat(offer()).isTrue();
      blocks++;
      assertThat(counted(Counter.PUTS)).isOne();
      assertThat(counted(Counter.PUT_BYTES)).isEqualTo(BLOCK);
      drainSlowly();
      assertThat(offer()).isTrue();
      blocks++;
      closeAndCompare();
    }

    @ParameterizedTest
    @ValueSource(ints = {90, 100})
    void anOfferThatWouldStallDuringADrainChangesNothing(int percent) throws IOException {
      open(settings().set(Settings.DRAIN_DELAY_AT, percent == 100 ? "100%" : "85%"));
      drainSlowly();
      target.takes = 0;
      while (!buffer.wouldStall(BLOCK)) {
        put();
      }
      Statistics before = buffer.statistics();
      long pending = buffer.pendingBytes();
      assertThat(offer()).isFalse();
      assertThat(buffer.pendingBytes()).isEqualTo(pending);
      assertThat(buffer.statistics()).hasToString(before.toString());
      target.open.countDown();
      buffer.awaitDrained();
      if (percent < 100) {
        assertThat(offer()).isTrue();
        blocks++;
      }
      closeAndCompare();
    }

    @Test
    void anOfferDrainsNothingAndWritesNothingThrough() throws IOException {
      open(settings());
      fill(100);
      assertThat(offer()).isFalse();
      assertThat(array.offer(region(0, 300 * ELEMENTS), new long[300 * ELEMENTS])).isFalse();
      assertThat(target.writes).hasValue(0);
      closeAndCompare();
    }

    @Test
    void anOfferChecksItsArgumentsAsAPutDoes() throws IOException {
      open(settings());
      assertThatThrownBy(() -> array.offer(region(0, 2), new long[1]))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> array.offer(region(0, 2), new int[2]))
          .isInstanceOf(IllegalArgumentException.class);
      put();
      closeAndCompare();
    }
  }

  @Nested
  class AListener {
    private final List<String> told = new CopyOnWriteArrayList<>();
    private HeldTarget target;
    private BurstBuffer buffer;
    private BufferedArray array;

    @BeforeEach
    void open() throws IOException {
      ProcessGroup group = new SoloGroup();
      target = new HeldTarget(PlainTarget.open(group, path, TargetFile.Mode.CREATE));
      buffer = BurstBuffer.open(target, group, settings().build());
      array = buffer.define(Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, ELEMENTS));
    }

    @AfterEach
    void close() throws IOException {
      target.close();
    }

    private void handOver(int first) throws IOException {
      array.put(region(first, 10), values(10, first));
      assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
    }

    private class Noting implements DrainListener {
      @Override
      public void handedOver(int epoch, long bytes) {
        note("handed over " + epoch + " " + bytes);
      }

      @Override
      public void drained(int epoch, long bytes) {
        note("drained " + epoch + " " + bytes);
      }

      @Override
      public void failed(int epoch, long bytes, Throwable why) {
        assertThat(why).hasMessageContaining("planned failure");
        note("failed " + epoch + " " + bytes);
      }

      private void note(String what) {
        told.add(what);
        assertThat(Thread.currentThread().getName()).isEqualTo("burstlog-drain");
      }
    }

    @Test
    void isToldOnceOfEachEpoch() throws IOException {
      buffer.listen(new Noting());
      for (int i = 0; i < 3; i++) {
        handOver(10 * i);
      }
      array.put(region(0, 1), values(1, 0));
      buffer.close();
      // What the close drains was not handed over.
      assertThat(told)
          .containsExactly(
              "handed over 1 80",
              "drained 1 80",
              "handed over 2 80",
              "drained 2 80",
              "handed over 3 80",
              "drained 3 80");
    }

    @Test
    void isToldOfAFailureAndOfTheEndAllTheSame() throws IOException {
      buffer.listen(new Noting());
      target.fails = true;
      handOver(0);
      assertThatThrownBy(buffer::awaitDrained).hasMessageContaining("planned failure");
      assertThatThrownBy(buffer::drain).hasMessageContaining("planned failure");
      target.fails = false;
      assertThat(buffer.drain().records()).isZero();
      buffer.close();
      assertThat(told)
          .containsExactly("handed over 1 80", "failed 1 80", "failed 1 80", "drained 1 80");
    }

    @Test
    void hasNoPartInTheDrainWhateverItThrows() throws IOException {
      buffer.listen(
          new Noting() {
            @Override
            public void handedOver(int epoch, long bytes) {
              super.handedOver(epoch, bytes);
              throw new IllegalStateException("planned failure of the listener");
            }

            @Override
            public void drained(int epoch, long bytes) {
              super.drained(epoch, bytes);
              throw new AssertionError("planned failure of the listener");
            }
          });
      handOver(0);
      buffer.awaitDrained();
      handOver(10);
      buffer.close();
      assertThat(told).hasSize(4);
      assertThat(Files.size(path)).isEqualTo(20 * Long.BYTES);
    }

    @Test
    void isToldBesideOthers() throws IOException {
      buffer.listen(new Noting());
      buffer.listen(new Noting());
      handOver(0);
      buffer.close();
      assertThat(told).hasSize(4);
    }
  }
}
