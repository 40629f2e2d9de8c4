package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.OneThreadGroup;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Fault;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Power is lost, on the tier and at the target, while epochs are put, sealed, drained in the
 * background, and recovered. {@code -Dbb.test.seed=…} begins with a given seed, which tells
 * everything but how threads take turns.
 */
class EpochsPowerLossTest {
  private static final int SEEDS = Effort.of(40, 4000);
  private static final int ELEMENTS = 600;
  private static final int SECTOR = 512;
  private static final Array ARRAY =
      Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, ELEMENTS);

  @TempDir Path directory;

  /** A target that has in the file what it was told to write, and loses what was not synced. */
  private static final class VolatileTarget extends ForwardingTarget {
    private final boolean ofOneThread;
    private byte[] durable;
    private long callsLeft = Long.MAX_VALUE;

    VolatileTarget(TargetFile real, boolean ofOneThread) throws IOException {
      super(real);
      this.ofOneThread = ofOneThread;
      this.durable = Files.readAllBytes(real.path());
    }

    synchronized void failBehind(long calls) {
      callsLeft = calls;
    }

    private void enter() throws IOException {
      if (--callsLeft < 0) {
        throw new IOException("there is no power");
      }
    }

    @Override
    public Optional<TargetFile> aside() {
      return ofOneThread ? Optional.empty() : Optional.of(this);
    }

    @Override
    public synchronized void write(ExtentList extents, ByteBuffer data) throws IOException {
      enter();
      super.write(extents, data);
    }

    @Override
    public synchronized int read(long position, ByteBuffer into) throws IOException {
      enter();
      return super.read(position, into);
    }

    @Override
    public synchronized void sync() throws IOException {
      enter();
      super.sync();
      durable = Files.readAllBytes(path());
    }

    @Override
    public synchronized void syncOwn() throws IOException {
      enter();
      super.syncOwn();
      durable = Files.readAllBytes(path());
    }

    /** Leaves of each sector that was not synced what was there before or what was written. */
    synchronized void losePower(Random random) throws IOException {
      callsLeft = 0;
      byte[] now = Files.readAllBytes(path());
      int length = random.nextBoolean() ? now.length : Math.min(now.length, durable.length);
      byte[] left = Arrays.copyOf(durable, length);
      for (int at = 0; at < length; at += SECTOR) {
        if (random.nextBoolean()) {
          System.arraycopy(now, at, left, at, Math.min(SECTOR, length - at));
        }
      }
      Files.write(path(), left);
    }
  }

  /** What a file may hold: each put stores its own number in each element. */
  private static final class Expected {
    /** Of each element the number that was promised last, and those that came behind it. */
    private final List<Set<Long>> allowed = new ArrayList<>();

    /** Of each element the number that this life has put last; 0 for none. */
    private long[] last = {};

    /** Of each element the one that was put last when an epoch was handed over. */
    private long[] sealed = {};

    Expected() {
      for (int e = 0; e < ELEMENTS; e++) {
        allowed.add(new HashSet<>(Set.of(0L)));
      }
    }

    /** A new life knows nothing of what was put before and not promised. */
    void begin() {
      last = new long[ELEMENTS];
      sealed = new long[ELEMENTS];
    }

    /** From here on it may be there, whatever becomes of the put. */
    void allow(int first, int count, long number) {
      for (int e = first; e < first + count; e++) {
        allowed.get(e).add(number);
      }
    }

    void acknowledge(int first, int count, long number) {
      Arrays.fill(last, first, first + count, number);
    }

    /** What was put last survives from here on, and nothing that was put before it. */
    void promise(int first, int count) {
      for (int e = first; e < first + count; e++) {
        promise(e, last[e]);
      }
    }

    private void promise(int element, long number) {
      allowed.get(element).removeIf(earlier -> earlier < number);
    }

    void seal() {
      sealed = last.clone();
    }

    /** As {@link #promise(int, int)}, of what was handed over. */
    void promiseSealed() {
      for (int e = 0; e < ELEMENTS; e++) {
        promise(e, sealed[e]);
      }
    }

    void judge(Path file) throws IOException {
      ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
      for (int e = 0; e < ELEMENTS; e++) {
        boolean stored = (e + 1) * Long.BYTES <= content.capacity();
        assertThat(allowed.get(e))
            .as("element %d", e)
            .contains(stored ? content.getLong(e * Long.BYTES) : 0);
      }
    }
  }

  /** Some lives of a program with one file; each but the last ends as power is lost. */
  private final class Lives {
    private final long seed;
    private final Random random;
    private final boolean sliced;
    private final Settings settings;
    private final Path path;
    private final FaultyStorage storage;
    private final Expected expected = new Expected();
    private long numbers;

    Lives(long seed, String layout, String durability, boolean sliced) throws IOException {
      this.seed = seed;
      this.random = new Random(new SplittableRandom(seed).nextLong());
      this.sliced = sliced;
      this.path = directory.resolve("out-" + seed);
      Path tier = directory.resolve("tier-" + seed);
      this.storage = new FaultyStorage(tier, seed);
      this.settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, tier.toString())
              .set(Settings.LAYOUT, layout)
              .set(Settings.DURABILITY, durability)
              .set(Settings.ACCESS, random.nextBoolean() ? "mapped" : "written")
              .set(Settings.CHUNK, "64KiB")
              .set(Settings.BLOCK, "64KiB")
              .set(Settings.SPARE, random.nextBoolean() ? "1MiB" : "0")
              .set(Settings.RETAIN, List.of("0", "64KiB", "1MiB").get(random.nextInt(3)))
              .set(Settings.DRAIN_MODE, "background")
              .set(Settings.DRAIN_EPOCHS, "" + (1 + random.nextInt(3)))
              .set(Settings.DRAIN_BUFFER, "4KiB")
              .build();
    }

    void live() throws IOException {
      Files.createFile(path);
      for (int lives = 1 + random.nextInt(4); lives > 0; lives--) {
        storage.failAt(null, 1L + random.nextInt(120), Fault.IO_ERROR, /* forEver= */ true);
        live(random.nextInt(60), random.nextInt(3) == 0 ? random.nextInt(20) : Long.MAX_VALUE);
        storage.crash();
      }
      recover();
      expected.judge(path);
      Files.delete(path);
      storage.close();
    }

    /** Ends without power, be it at a call that fails for want of it, or between two. */
    private void live(int steps, long targetCalls) throws IOException {
      try (ProcessGroup solo = new SoloGroup()) {
        ProcessGroup group = sliced ? new OneThreadGroup(solo) : solo;
        VolatileTarget target =
            new VolatileTarget(PlainTarget.open(group, path, Mode.UPDATE), sliced);
        target.failBehind(targetCalls);
        BurstBuffer buffer = null;
        try {
          buffer = BurstBuffer.open(target, group, settings, new Depot(storage));
          use(buffer, steps);
          if (random.nextInt(4) == 0) {
            buffer.close();
            expected.promise(0, ELEMENTS);
          }
        } catch (IOException e) {
          requireNoPower(e);
        }
        target.losePower(random);
        if (buffer != null) {
          leave(buffer);
        }
        target.close();
      }
    }

    /** Stops the threads of a program whose power is gone. */
    private static void leave(BurstBuffer buffer) {
      try {
        buffer.leave();
      } catch (IOException e) {
        requireNoPower(e);
      }
    }

    private static void requireNoPower(IOException e) {
      assertThat(e.toString()).containsAnyOf("planned failure", "there is no power");
    }

    private void use(BurstBuffer buffer, int steps) throws IOException {
      expected.begin();
      BufferedArray array = buffer.define(ARRAY);
      boolean safe = settings.get(Settings.DURABILITY).name().equals("POWER");
      for (int i = 0; i < steps; i++) {
        switch (random.nextInt(12)) {
          case 0, 1 -> {
            expected.seal();
            if (buffer.handOver(DrainReason.FLUSH)) {
              expected.promiseSealed();
            }
          }
          case 2 -> {
            buffer.awaitDrained();
            expected.promiseSealed();
          }
          case 3 -> storage.writeBackSome();
          case 4 -> {
            buffer.drain();
            expected.promise(0, ELEMENTS);
          }
          default -> put(array, safe);
        }
      }
    }

    private void put(BufferedArray array, boolean safe) throws IOException {
      int first = random.nextInt(ELEMENTS);
      int count = 1 + random.nextInt(ELEMENTS - first);
      long[] values = new long[count];
      numbers++;
      Arrays.fill(values, numbers);
      expected.allow(first, count, numbers);
      array.put(Region.of(new long[] {first}, new long[] {count}), values);
      expected.acknowledge(first, count, numbers);
      if (safe) {
        expected.promise(first, count);
      }
    }

    private void recover() throws IOException {
      try (SoloGroup group = new SoloGroup();
          Depot depot = new Depot(storage);
          TargetFile target = PlainTarget.open(group, path, Mode.UPDATE)) {
        BurstBuffer.open(target, group, settings, depot).close();
        List<Path> tier = List.of(settings.get(Settings.TIER).orElseThrow());
        for (TierSession session : SessionFinder.find(group, storage, tier)) {
          Set<SessionState> ends =
              EnumSet.of(SessionState.RECOVERED, SessionState.EMPTY, SessionState.RETAINED);
          boolean over = ends.contains(session.state());
          assertThat(over).as("%s is left, %s", session, session.state()).isTrue();
        }
      }
    }

    @Override
    public String toString() {
      return "repeat it by -Dbb.test.seed=" + seed;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "process, power, true",
    "process, power, false",
    "process, batch, true",
    "process, batch, false",
    "node, power, true",
    "node, power, false",
    "node, batch, true",
    "node, batch, false"
  })
  void nothingThatWasPromisedIsLost(String layout, String durability, boolean sliced)
      throws IOException {
    Long given = Long.getLong("bb.test.seed");
    long first = given == null ? new SplittableRandom().nextLong() : given;
    for (long seed = first; seed < first + (given == null ? SEEDS : 1); seed++) {
      Lives lives = new Lives(seed, layout, durability, sliced);
      try {
        lives.live();
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError(lives.toString(), e);
      }
    }
  }
}
