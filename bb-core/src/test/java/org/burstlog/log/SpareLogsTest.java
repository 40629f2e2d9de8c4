package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.LogFullException;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.spare.SpareDirectory;
import org.burstlog.log.spare.SpareLogs;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Call;
import org.burstlog.storage.FaultyStorage.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SpareLogsTest {
  private static final Path TIER = Path.of("/tier");
  private static final Path OWN = TIER.resolve("burstlog-1000");
  private static final String NAME = LogName.ofProcess(0, 0);
  private static final long MIB = 1 << 20;

  private final FaultyStorage storage = new FaultyStorage(TIER, 1);
  private final SpareLogs spares = new SpareLogs();
  private final LogOptions options = Session.options(Access.MAPPED);
  private final Pattern pattern = new Pattern(1, 300);

  @AfterEach
  void endOfTheProcess() throws IOException {
    spares.end();
    assertThat(SpareDirectory.find(storage, OWN)).isEmpty();
    storage.close();
  }

  private SessionDirectory session(long id) throws IOException {
    return SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), id);
  }

  private LogWriter open(long session, LogOptions how) throws IOException {
    return ProcessLog.make(
        session(session),
        NAME,
        Session.header(session, 0, 1),
        how,
        new DefinedArrays(),
        spares,
        HandHousekeeper::new);
  }

  private void put(LogWriter log, long from, long to) throws IOException {
    int array = log.define(Pattern.ARRAY);
    for (long i = from; i < to; i++) {
      pattern.put(log, array, i);
    }
  }

  /** A whole session that leaves a spare log of about so many bytes. */
  private void leave(long session, long bytes, LogOptions how) throws IOException {
    LogWriter log = open(session, how);
    int array = log.define(Pattern.ARRAY);
    long before = log.allocated();
    for (long i = 0; log.allocated() < Math.max(bytes, before + 1); i++) {
      pattern.put(log, array, i);
    }
    log.reset();
    log.retire();
  }

  private Set<Long> found(long session) throws IOException {
    Set<Long> ids = new LinkedHashSet<>();
    for (Scan scan : Scan.of(storage, session(session).meta(NAME), pattern)) {
      assertThat(scan.header().session()).isEqualTo(session);
      assertThat(scan.verdict().damage()).isEmpty();
      assertThat(scan.verdict().torn()).isEmpty();
      ids.addAll(scan.ids());
    }
    return ids;
  }

  @Test
  void theNextLogNeedsNeitherFilesNorSpaceNorMappings() throws IOException {
    leave(1, MIB, options);
    storage.failAt(Call.CREATE, 1, Fault.IO_ERROR, true);
    storage.failAt(Call.ALLOCATE, 1, Fault.IO_ERROR, true);
    storage.failAt(Call.MAP, 1, Fault.IO_ERROR, true);
    LogWriter log = open(2, options);
    put(log, 0, 200);
    assertThat(log.pendingBytes()).isPositive();
    assertThat(log.allocated()).isGreaterThanOrEqualTo(MIB);
    storage.heal();
    log.delete();
  }

  @Test
  void nothingOfTheSessionBeforeIsFoundInIt() throws IOException {
    LogWriter first = open(1, options);
    put(first, 0, 150);
    first.reset();
    first.define(Pattern.ARRAY);
    put(first, 1000, 1100);
    first.reset();
    first.retire();
    assertThat(storage.list(session(1).path())).isEmpty();
    LogWriter second = open(2, options);
    assertThat(found(2)).isEmpty();
    put(second, 0, 3);
    assertThat(found(2)).containsExactly(0L, 1L, 2L);
    second.reset();
    assertThat(found(2)).isEmpty();
    put(second, 5, 7);
    second.close();
    assertThat(found(2)).containsExactly(5L, 6L);
  }

  @Test
  void aLogWithPendingRecordsIsNotKept() throws IOException {
    LogWriter log = open(1, options);
    put(log, 0, 3);
    log.retire();
    assertThat(spares.bytes()).isZero();
    assertThat(storage.list(session(1).path())).isEmpty();
  }

  @Test
  void noneIsKeptWhenNoneIsWanted() throws IOException {
    leave(1, MIB, options.withSpare(0));
    assertThat(spares.bytes()).isZero();
    assertThat(storage.list(session(1).path())).isEmpty();
  }

  @Test
  void aLogThatIsWrittenAndNotMappedIsNotKept() throws IOException {
    LogWriter log = open(1, options.with(Access.WRITTEN));
    log.retire();
    assertThat(spares.bytes()).isZero();
    assertThat(storage.list(session(1).path())).isEmpty();
  }

  @Test
  void whatIsBeyondTheLimitGoes() throws IOException {
    LogOptions limited = options.withSpare(MIB);
    leave(1, 3 * MIB, limited);
    assertThat(spares.bytes()).isBetween(MIB / 2, MIB);
    LogWriter first = open(2, limited);
    LogWriter second = open(3, limited);
    put(second, 0, 500);
    second.reset();
    second.retire();
    long ofSecond = spares.bytes();
    first.retire();
    assertThat(spares.bytes()).as("the older one went").isLessThanOrEqualTo(MIB);
    assertThat(ofSecond).isPositive();
    assertThat(SpareDirectory.find(storage, OWN))
        .singleElement()
        .satisfies(d -> assertThat(d.bytes()).isEqualTo(spares.bytes()))
        .satisfies(d -> assertThat(d.live()).isTrue());
  }

  @Test
  void theyAreGivenUpWhenTheTierIsFull() throws IOException {
    leave(1, MIB, options);
    LogWriter one = open(2, options);
    LogWriter two = open(3, options);
    one.retire();
    assertThat(spares.bytes()).isGreaterThanOrEqualTo(MIB);
    storage.limitSpace(spares.bytes() + two.allocated() + (1 << 14));
    put(two, 0, 300);
    assertThat(spares.bytes()).isZero();
    assertThat(found(3)).hasSize(300);
    two.delete();
  }

  @Test
  void theyAreGivenUpWhenALogCannotBeMade() throws IOException {
    leave(1, MIB, options);
    storage.limitSpace(spares.bytes());
    // One that cannot take the spare log over, as it has another way to write.
    LogWriter log =
        ProcessLog.make(
            session(2),
            NAME,
            Session.header(2, 0, 1),
            options.with(Access.WRITTEN),
            new DefinedArrays(),
            spares);
    put(log, 0, 10);
    assertThat(spares.bytes()).isZero();
    log.delete();
  }

  @Test
  void aLogWithACapacityTakesNoMoreOver() throws IOException {
    leave(1, 2 * MIB, options);
    LogWriter log = open(2, options.withCapacity(MIB));
    assertThat(log.allocated()).isLessThanOrEqualTo(MIB * 7 / 8);
    int array = log.define(Pattern.ARRAY);
    long puts = 0;
    try {
      for (; ; puts++) {
        pattern.put(log, array, puts);
      }
    } catch (LogFullException e) {
      assertThat(e).hasMessageContaining("log.capacity");
    }
    assertThat(log.allocated()).isLessThanOrEqualTo(MIB);
    assertThat(found(2)).hasSize((int) puts);
    log.delete();
  }

  @Test
  void thoseOfAnotherTierAreLeftAlone() throws IOException {
    leave(1, MIB, options);
    long before = spares.bytes();
    Path other = TIER.resolve("other");
    storage.makeDirectory(other);
    SessionDirectory elsewhere = SessionDirectory.make(storage, other, Path.of("/pfs/o.nc"), 2);
    LogWriter log =
        ProcessLog.make(
            elsewhere,
            NAME,
            Session.header(2, 0, 1),
            options,
            new DefinedArrays(),
            spares,
            HandHousekeeper::new);
    assertThat(log.allocated()).isLessThan(before);
    assertThat(spares.bytes()).isEqualTo(before);
    log.retire();
    assertThat(SpareDirectory.find(storage, other.resolve("burstlog-1000"))).hasSize(1);
    spares.end();
    assertThat(SpareDirectory.find(storage, other.resolve("burstlog-1000"))).isEmpty();
  }

  @Test
  void whatSomebodyHasCleanedAwayIsMadeAnew() throws IOException {
    leave(1, MIB, options);
    Path directory = SpareDirectory.find(storage, OWN).get(0).path();
    for (Path file : storage.list(directory)) {
      if (file.toString().endsWith(".meta")) {
        storage.delete(file);
      }
    }
    LogWriter log = open(2, options);
    put(log, 0, 20);
    assertThat(found(2)).hasSize(20);
    log.delete();
  }

  @Test
  void afterTheEndNoneIsKept() throws IOException {
    LogWriter log = open(1, options);
    spares.end();
    log.retire();
    assertThat(spares.bytes()).isZero();
  }

  @Test
  void whatADeadProcessHasLeftIsRemovedAndWhatALiveOneKeepsIsNot() throws IOException {
    leave(1, MIB, options);
    SpareDirectory mine = SpareDirectory.find(storage, OWN).get(0);
    Path dead = OWN.resolve("spare-0123456789abcdef");
    storage.makeDirectory(dead);
    storage.create(dead.resolve("1.data")).close();
    storage.create(dead.resolve("1.meta")).close();
    new SpareLogs().clean(session(2));
    assertThat(SpareDirectory.find(storage, OWN).stream().map(SpareDirectory::path))
        .containsExactly(mine.path());
    assertThat(mine.remove()).isFalse();
    assertThat(spares.bytes()).isPositive();
  }

  @Test
  void whateverFailsOnTheWayNothingIsLeftOpenOrFoundTwice() throws IOException {
    for (int call = 1; call < 120; call++) {
      FaultyStorage faulty = new FaultyStorage(TIER, call);
      SpareLogs own = new SpareLogs();
      faulty.failAt(null, call, Fault.IO_ERROR, false);
      for (long id = 1; id < 4; id++) {
        live(faulty, own, id);
      }
      own.end();
      faulty.close();
    }
  }

  private void live(FaultyStorage faulty, SpareLogs own, long id) throws IOException {
    LogWriter log;
    SessionDirectory directory;
    try {
      directory = SessionDirectory.make(faulty, TIER, Path.of("/pfs/out.nc"), id);
      log =
          ProcessLog.make(
              directory,
              NAME,
              Session.header(id, 0, 1),
              options,
              new DefinedArrays(),
              own,
              HandHousekeeper::new);
    } catch (IOException planned) {
      assertThat(planned).hasMessageContaining("planned failure");
      return;
    }
    try {
      put(log, 100 * id, 100 * id + 10);
      Set<Long> ids = new LinkedHashSet<>();
      for (Scan scan : List.copyOf(Scan.of(faulty, directory.meta(NAME), pattern))) {
        ids.addAll(scan.ids());
      }
      assertThat(ids).hasSize(10).allMatch(n -> n / 100 == id);
      log.reset();
    } catch (IOException planned) {
      assertThat(planned).hasMessageContaining("planned failure");
    } finally {
      try {
        log.retire();
      } catch (IOException planned) {
        assertThat(planned).hasMessageContaining("planned failure");
      }
    }
  }
}
