package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.option.DataPlace;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Fault;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Power is lost at any call or between two; of what was not synced the medium keeps what it likes.
 */
class PowerLossTest {
  private static final Path TIER = Path.of("/tier");
  private static final Path FAR = TIER.resolve("far");
  private static final Path FARTHER = TIER.resolve("farther");
  private static final int SEEDS = Effort.of(300, 10_000);

  private long firstSeed() {
    return Long.getLong("bb.test.seed", System.nanoTime());
  }

  /** One life of a log, from its opening to the loss of power. */
  private static final class Life {
    private final Random random;
    private final FaultyStorage storage;
    private final Pattern pattern;
    private final Durability durability;
    private final Access access;
    private final int lanes;
    private final List<DataPlace> places;

    /** Records that must be found, and those that may be. */
    private final Set<Long> promised = new LinkedHashSet<>();

    private final Set<Long> possible = new LinkedHashSet<>();

    /** Acknowledged, but not promised to survive before the next sync. */
    private final Set<Long> waiting = new LinkedHashSet<>();

    private boolean acknowledgedAny;

    Life(long seed, Durability durability, Access access, int lanes) {
      this.random = new Random(new SplittableRandom(seed).nextLong());
      this.storage = new FaultyStorage(TIER, seed);
      // In every other life some puts are so large that they are written and not stored.
      this.pattern = new Pattern(seed, (seed & 1) == 0 ? Pattern.ROW : 300);
      this.durability = durability;
      this.access = access;
      this.lanes = lanes;
      this.places = places();
    }

    /** Half of the lives have another tier for their data, behind the log's own or before it. */
    private List<DataPlace> places() {
      DataPlace far = new DataPlace(Optional.of(FAR), 0);
      return switch (random.nextInt(4)) {
        case 0 -> List.of(DataPlace.HOME, far);
        case 1 ->
            List.of(
                new DataPlace(Optional.of(FAR), 1 << 14),
                DataPlace.HOME,
                new DataPlace(Optional.of(FARTHER), 0));
        default -> List.of();
      };
    }

    private LogOptions options() {
      LogOptions small = Session.options(access).with(durability);
      return new LogOptions(
          small.access(),
          small.chunk(),
          small.block(),
          places.isEmpty() ? 0 : 1 << 18,
          small.spare(),
          durability,
          1 + random.nextInt(20_000),
          small.batchInterval(),
          places);
    }

    void live() throws IOException {
      storage.makeDirectory(FAR);
      storage.makeDirectory(FARTHER);
      storage.syncDirectory(TIER);
      Session session = Session.make(storage, TIER, lanes);
      session.create();
      if (random.nextInt(3) > 0) {
        storage.failAt(null, 1 + random.nextInt(200), Fault.IO_ERROR, true);
      }
      HandHousekeeper housekeeper = new HandHousekeeper();
      try {
        LogWriter log = session.open(random.nextInt(lanes), options(), housekeeper);
        use(log, housekeeper);
      } catch (IOException powerLost) {
        // the planned failure, from which on nothing had an effect any more
      }
      storage.crash();
      judge(session);
    }

    private void use(LogWriter log, HandHousekeeper housekeeper) throws IOException {
      int array = log.define(Pattern.ARRAY);
      int steps = random.nextInt(80);
      for (long i = 0; i < steps; i++) {
        switch (random.nextInt(20)) {
          case 0 -> reset(log);
          case 1 -> housekeeper.prepare();
          case 2, 3 -> storage.writeBackSome();
          case 4 -> {
            log.sync();
            synced();
          }
          case 5 -> {
            housekeeper.intervalPasses();
            if (housekeeper.failure() == null && durability == Durability.BATCH) {
              synced();
            }
          }
          default -> {
            possible.add(i);
            pattern.put(log, array, i);
            acknowledgedAny = true;
            waiting.add(i);
            if (durability == Durability.POWER) {
              synced();
            }
          }
        }
      }
    }

    private void synced() {
      promised.addAll(waiting);
      waiting.clear();
    }

    private void reset(LogWriter log) throws IOException {
      // Proven in the target by now: while the reset is under way they may be there or not.
      promised.clear();
      waiting.clear();
      log.reset();
      possible.clear();
    }

    private void judge(Session session) throws IOException {
      Set<Long> found = new LinkedHashSet<>();
      try {
        for (Scan scan : session.scan(pattern)) {
          found.addAll(scan.ids());
          if (durability != Durability.PROCESS) {
            assertThat(scan.verdict().damage()).as("a power loss is no damage").isEmpty();
          }
        }
      } catch (NoSuchFileException | DamagedLogException e) {
        boolean named = durability != Durability.PROCESS || !promised.isEmpty();
        assertThat(acknowledgedAny && named)
            .as("unreadable only before the first put, or when it was never synced: %s", e)
            .isFalse();
      }
      storage.close();
      assertThat(found).containsAll(promised);
      assertThat(possible).containsAll(found);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "POWER, MAPPED, 1",
    "POWER, WRITTEN, 1",
    "POWER, MAPPED, 2",
    "POWER, WRITTEN, 2",
    "BATCH, MAPPED, 1",
    "BATCH, WRITTEN, 1",
    "BATCH, MAPPED, 2",
    "BATCH, WRITTEN, 2"
  })
  void losesNothingThatWasSynced(Durability durability, Access access, int lanes) {
    long first = firstSeed();
    for (long seed = first; seed < first + SEEDS; seed++) {
      try {
        new Life(seed, durability, access, lanes).live();
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError("repeat it by -Dbb.test.seed=" + seed, e);
      }
    }
  }

  @Test
  void ofAnUnsyncedLogLeavesNothingWrong() {
    long first = firstSeed();
    for (long seed = first; seed < first + SEEDS; seed++) {
      for (Access access : List.of(Access.MAPPED, Access.WRITTEN)) {
        try {
          new Life(seed, Durability.PROCESS, access, 1).live();
        } catch (IOException | RuntimeException | AssertionError e) {
          throw new AssertionError("repeat it by -Dbb.test.seed=" + seed, e);
        }
      }
    }
  }
}
