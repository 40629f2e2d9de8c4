package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.spare.SpareLogs;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Fault;
import org.burstlog.testing.Effort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A process, or several of a node that share a log, write one file after another through the same
 * log, until they die at some call, or power is lost. In each session's directory there may be
 * found what was put into it since its last reset, all that was promised, and nothing else.
 */
class SparePowerLossTest {
  private static final Path TIER = Path.of("/tier");
  private static final int SEEDS = Effort.of(300, 15_000);
  private static final int SESSIONS = 4;

  /** One process, or those of a node. */
  private static final class Life {
    private final Random random;
    private final FaultyStorage storage;
    private final Pattern pattern;
    private final LogOptions options;
    private final boolean power;
    private final List<SpareLogs> spares = new ArrayList<>();
    private final String name;

    /** Of the session that is open or was last. */
    private final Set<Long> promised = new LinkedHashSet<>();

    private final Set<Long> possible = new LinkedHashSet<>();
    private long session;

    Life(long seed, int lanes, Durability durability, boolean power) {
      this.random = new Random(new SplittableRandom(seed).nextLong());
      this.storage = new FaultyStorage(TIER, seed);
      this.pattern = new Pattern(seed, (seed & 3) == 0 ? Pattern.ROW : 300);
      this.options = Session.options(Access.MAPPED).with(durability);
      this.power = power;
      this.name = lanes == 1 ? LogName.ofProcess(0, 0) : LogName.ofNode(0, 0);
      for (int i = 0; i < lanes; i++) {
        spares.add(new SpareLogs());
      }
    }

    void live() throws IOException {
      storage.failAt(null, 1 + random.nextInt(250), Fault.IO_ERROR, true);
      try {
        for (session = 1; session <= SESSIONS; session++) {
          promised.clear();
          possible.clear();
          use();
        }
        session = SESSIONS;
      } catch (IOException dead) {
        // from here on, nothing it did had an effect any more
      }
      if (power) {
        storage.crash();
      } else {
        storage.heal();
      }
      for (long id = 1; id <= session; id++) {
        judge(id);
      }
    }

    private void use() throws IOException {
      SessionDirectory directory =
          SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), session);
      List<HandHousekeeper> housekeepers =
          Stream.generate(HandHousekeeper::new).limit(spares.size()).toList();
      if (spares.size() > 1) {
        NodeLogTest.Sharers sharers =
            new NodeLogTest.Sharers(directory, session, options, spares, housekeepers);
        sharers.open();
        use(sharers.logs, housekeepers);
        sharers.end();
      } else {
        LogHeader header = Session.header(session, 0, 1);
        HandHousekeeper housekeeper = housekeepers.get(0);
        LogWriter log =
            ProcessLog.make(
                directory,
                name,
                header,
                options,
                new DefinedArrays(),
                spares.get(0),
                () -> housekeeper);
        use(List.of(log), housekeepers);
        log.retire();
      }
    }

    private void use(List<LogWriter> logs, List<HandHousekeeper> housekeepers) throws IOException {
      List<Integer> arrays = logs.stream().map(log -> log.define(Pattern.ARRAY)).toList();
      for (long i = random.nextInt(40); i > 0; i--) {
        int lane = random.nextInt(logs.size());
        switch (random.nextInt(12)) {
          case 0 -> reset(logs);
          case 1 -> housekeepers.get(lane).prepare();
          case 2 -> storage.writeBackSome();
          default -> {
            possible.add(1000 * session + i);
            pattern.put(logs.get(lane), arrays.get(lane), 1000 * session + i);
            promised.add(1000 * session + i);
          }
        }
      }
      reset(logs);
    }

    private void reset(List<LogWriter> logs) throws IOException {
      promised.clear();
      for (LogWriter log : logs) {
        log.reset();
      }
      possible.clear();
    }

    private void judge(long id) throws IOException {
      Set<Long> found = new LinkedHashSet<>();
      Path meta = SessionDirectory.join(storage, TIER, Path.of("/pfs/out.nc"), id).meta(name);
      boolean last = id == session;
      try {
        for (Scan scan : Scan.of(storage, meta, pattern)) {
          if (scan.header().session() == id) {
            found.addAll(scan.ids());
          } else {
            assertThat(power && options.durability() == Durability.PROCESS)
                .as("the log of session %x in the place of %x", scan.header().session(), id)
                .isTrue();
          }
        }
      } catch (NoSuchFileException | DamagedLogException e) {
        boolean mayBeGone = !last || promised.isEmpty() || !mustSurvive();
        assertThat(mayBeGone).as("session %d is unreadable: %s", id, e).isTrue();
        return;
      }
      if (last) {
        assertThat(possible).containsAll(found);
        if (mustSurvive()) {
          assertThat(found).containsAll(promised);
        }
      } else {
        assertThat(found).as("records of session %d, which has ended", id).isEmpty();
      }
    }

    private boolean mustSurvive() {
      return !power || options.durability() == Durability.POWER;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, PROCESS, false",
    "1, POWER, false",
    "1, PROCESS, true",
    "1, POWER, true",
    "3, PROCESS, false",
    "3, POWER, false",
    "3, PROCESS, true",
    "3, POWER, true"
  })
  void noSessionSeesWhatIsOfAnother(int lanes, Durability durability, boolean power) {
    long first = Long.getLong("bb.test.seed", System.nanoTime());
    for (long seed = first; seed < first + SEEDS; seed++) {
      try {
        new Life(seed, lanes, durability, power).live();
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError("repeat it by -Dbb.test.seed=" + seed, e);
      }
    }
  }
}
