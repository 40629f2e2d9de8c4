package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.burstlog.array.Region;
import org.burstlog.log.file.DataView;
import org.burstlog.log.file.FreshSpace;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.read.LogVerdict.State;
import org.burstlog.storage.LocalStorage;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs of small puts, which are stored to mapped memory, and of large ones, which are written, in
 * every order: what is read is what was put, by this process and by one that knows only the files.
 */
class MixedSizesTest {
  private static final int STEPS = 60;

  @TempDir(factory = InMemory.class)
  Path tier;

  private final Pattern pattern = new Pattern(7, Pattern.ROW);
  private long next;

  @ParameterizedTest
  @CsvSource({"1, 32768", "3, 32768", "3, 2097152"})
  void inEveryOrder(int lanes, int block) throws IOException {
    long seed = new SecureRandom().nextLong();
    for (int round = 0; round < 25; round++) {
      try {
        run(tier.resolve("round" + round), lanes, block, new Random(seed + round));
      } catch (AssertionError | IOException | RuntimeException e) {
        throw new AssertionError("seed " + (seed + round), e);
      }
    }
  }

  private void run(Path place, int lanes, int block, Random random) throws IOException {
    LocalStorage storage = new LocalStorage();
    storage.makeDirectory(place);
    Session session = Session.make(storage, place, lanes);
    session.create();
    Set<Long> pending = new LinkedHashSet<>();
    LogOptions options = LogOptions.DEFAULT.with(Access.MAPPED).withSizes(1 << 16, block);
    try (LogWriter log = session.open(lanes - 1, options)) {
      int array = log.define(Pattern.ARRAY);
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(6)) {
          case 0, 1 -> put(log, array, random.nextInt(12), true, pending);
          case 2, 3 -> put(log, array, random.nextInt(200), false, pending);
          case 4 -> look(log, pending);
          default -> {
            log.reset();
            pending.clear();
          }
        }
      }
      look(log, pending);
    }
    List<Scan> scans = session.scan(pattern);
    assertThat(scans.get(lanes - 1).ids()).containsExactlyElementsOf(pending);
    assertThat(scans.get(lanes - 1).verdict().state()).isEqualTo(State.CLEAN);
  }

  private void put(LogWriter log, int array, int puts, boolean large, Set<Long> pending)
      throws IOException {
    for (int left = puts; left > 0; next++) {
      boolean fits = pattern.elements(next) * Long.BYTES >= FreshSpace.LARGE;
      if (fits == large) {
        pattern.put(log, array, next);
        pending.add(next);
        left--;
      }
    }
  }

  private void look(LogWriter log, Set<Long> pending) throws IOException {
    DataView view = log.view();
    Set<Long> found = new LinkedHashSet<>();
    for (int record = 0; record < log.index().size(); record++) {
      Region region = new Region(2);
      log.index().region(record, region);
      found.add(pattern.check(region, view, log.index().dataPosition(record)));
    }
    assertThat(found).containsExactlyElementsOf(pending);
  }
}
