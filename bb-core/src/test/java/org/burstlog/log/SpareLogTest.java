package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.LogFullException;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.spare.SpareLog;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Call;
import org.burstlog.storage.FaultyStorage.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A log of one process, in which one session goes on after another. */
class SpareLogTest {
  private static final Path TIER = Path.of("/tier");
  private static final String NAME = LogName.ofProcess(0, 0);
  private static final long MIB = 1 << 20;

  private final FaultyStorage storage = new FaultyStorage(TIER, 1);
  private final LogOptions options = Session.options(Access.MAPPED);
  private final Pattern pattern = new Pattern(1, 300);
  private SessionDirectory directory;

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), 1);
  }

  @AfterEach
  void nothingIsLeftOpen() {
    storage.close();
  }

  private LogMaker maker(LogOptions how) {
    return new LogMaker(
        directory, how, new DefinedArrays(), new SpareSessions(), name -> new HandHousekeeper());
  }

  private LogWriter make(long session, LogOptions how) throws IOException {
    return maker(how).make(NAME, Session.header(session, 0, 1));
  }

  private LogWriter reopen(SpareLog spare, long session, LogOptions how) throws IOException {
    return maker(how).reopen(spare, Session.header(session, 0, 1));
  }

  private void put(LogWriter log, long from, long to) throws IOException {
    int array = log.define(Pattern.ARRAY);
    for (long i = from; i < to; i++) {
      pattern.put(log, array, i);
    }
  }

  /** Ends a log whose records are in the target. */
  private static SpareLog end(LogWriter log) throws IOException {
    log.reset();
    return Objects.requireNonNull(log.letGo());
  }

  private Set<Long> found(long session) throws IOException {
    Set<Long> ids = new LinkedHashSet<>();
    for (Scan scan : Scan.of(storage, directory.meta(NAME), pattern)) {
      assertThat(scan.header().session()).isEqualTo(session);
      assertThat(scan.verdict().damage()).isEmpty();
      assertThat(scan.verdict().torn()).isEmpty();
      ids.addAll(scan.ids());
    }
    return ids;
  }

  @Test
  void theNextSessionNeedsNeitherFilesNorSpaceNorMappings() throws IOException {
    LogWriter first = make(1, options);
    put(first, 0, 900);
    SpareLog spare = end(first);
    storage.failAt(null, 1, Fault.IO_ERROR, true);
    LogWriter log = reopen(spare, 2, options);
    put(log, 0, 200);
    assertThat(log.pendingBytes()).isPositive();
    storage.heal();
    log.delete();
  }

  @Test
  void nothingOfTheSessionBeforeIsFoundInIt() throws IOException {
    LogWriter first = make(1, options);
    put(first, 0, 150);
    first.reset();
    put(first, 1000, 1100);
    LogWriter second = reopen(end(first), 2, options);
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
  void aLogWithPendingRecordsIsGoodForNone() throws IOException {
    LogWriter log = make(1, options);
    put(log, 0, 3);
    assertThat(log.letGo()).isNull();
    assertThat(log.letGo()).as("again").isNull();
    assertThat(found(1)).hasSize(3);
  }

  @Test
  void soIsOneWhoseLastSyncHasFailed() throws IOException {
    LogWriter log = make(1, options);
    put(log, 0, 3);
    log.reset();
    storage.failAt(Call.FORCE_MAPPING, 1, Fault.IO_ERROR, false);
    try {
      log.sync();
      log.reset();
    } catch (IOException planned) {
      assertThat(planned).hasMessageContaining("planned failure");
    }
    storage.heal();
    SpareLog spare = log.letGo();
    if (spare != null) {
      spare.close();
    }
  }

  @Test
  void noneIsGoodWhenNoneIsWanted() throws IOException {
    assertThat(make(1, options.withSpare(0)).letGo()).isNull();
  }

  @Test
  void aLogThatIsWrittenAndNotMappedIsGoodForNone() throws IOException {
    assertThat(make(1, options.with(Access.WRITTEN)).letGo()).isNull();
  }

  @Test
  void aLogWithACapacityTakesNoMoreThanThat() throws IOException {
    LogOptions limited = options.withCapacity(MIB);
    LogWriter first = make(1, limited);
    put(first, 0, 100);
    LogWriter log = reopen(end(first), 2, limited);
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
  void whateverFailsWhenItIsOpenedNothingIsLeftOpen() throws IOException {
    for (int call = 1; call < 8; call++) {
      LogOptions durable = options.with(org.burstlog.log.option.Durability.POWER);
      LogWriter first = make(1, durable);
      put(first, 0, 10);
      SpareLog spare = end(first);
      storage.failAt(null, call, Fault.IO_ERROR, false);
      try (LogWriter log = reopen(spare, 2, durable)) {
        assertThat(log.pendingBytes()).isZero();
      } catch (IOException planned) {
        assertThat(planned).hasMessageContaining("planned failure");
      }
      storage.heal();
      LogWriter.delete(directory, NAME);
    }
  }
}
