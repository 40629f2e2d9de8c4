package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.spare.SpareDirectory;
import org.burstlog.log.spare.SpareLogs;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Call;
import org.burstlog.storage.FaultyStorage.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of a node of three processes, which write one file after another. */
class NodeLogTest {
  private static final Path TIER = Path.of("/tier");
  private static final Path OWN = TIER.resolve("burstlog-1000");
  private static final String NAME = LogName.ofNode(0, 0);
  private static final int PROCESSES = 3;

  private final FaultyStorage storage = new FaultyStorage(TIER, 1);
  private final LogOptions options = Session.options(Access.MAPPED);
  private final Pattern pattern = new Pattern(1, 300);
  private final List<SpareLogs> processes =
      List.of(new SpareLogs(), new SpareLogs(), new SpareLogs());

  @AfterEach
  void endOfTheProcesses() throws IOException {
    processes.forEach(SpareLogs::end);
    assertThat(SpareDirectory.find(storage, OWN)).isEmpty();
    storage.close();
  }

  /** The processes that share a log, and what they do together. */
  static final class Sharers {
    final List<NodeLog> lanes = new ArrayList<>();
    final List<LogWriter> logs = new ArrayList<>();

    Sharers(
        SessionDirectory directory,
        long session,
        LogOptions options,
        List<SpareLogs> processes,
        List<HandHousekeeper> housekeepers) {
      for (int i = 0; i < processes.size(); i++) {
        HandHousekeeper housekeeper = housekeepers.get(i);
        lanes.add(
            new NodeLog(
                directory,
                NAME,
                Session.header(session, i, processes.size()),
                options,
                new DefinedArrays(),
                processes.get(i),
                () -> housekeeper));
      }
    }

    /** Returns whether a spare log was used. */
    boolean open() throws IOException {
      Set<Long> found = new LinkedHashSet<>();
      for (NodeLog lane : lanes) {
        found.add(lane.find());
      }
      boolean again = found.size() == 1 && !found.contains(0L);
      if (!place(again)) {
        again = false;
        assertThat(place(false)).isTrue();
      }
      for (NodeLog lane : lanes) {
        logs.add(lane.open());
      }
      return again;
    }

    boolean place(boolean again) throws IOException {
      boolean placed = true;
      for (NodeLog lane : lanes) {
        placed &= lane.place(again);
      }
      return placed;
    }

    void end() throws IOException {
      boolean kept = true;
      for (NodeLog lane : lanes) {
        kept &= lane.release();
      }
      for (NodeLog lane : lanes) {
        lane.end(kept);
      }
      if (!kept) {
        for (NodeLog lane : lanes) {
          lane.delete();
        }
      }
    }

    /** As a session ends, in which a process goes on with the next step when one has failed. */
    void endWhateverFails() {
      boolean[] kept = {true};
      for (NodeLog lane : lanes) {
        kept[0] &= attempt(() -> kept[0] &= lane.release());
      }
      boolean good = kept[0];
      for (NodeLog lane : lanes) {
        attempt(() -> lane.end(good));
      }
      for (NodeLog lane : good ? List.<NodeLog>of() : lanes) {
        attempt(lane::delete);
      }
    }

    private interface Step {
      void run() throws IOException;
    }

    private static boolean attempt(Step step) {
      try {
        step.run();
        return true;
      } catch (IOException planned) {
        assertThat(planned).hasMessageContaining("planned failure");
        return false;
      }
    }
  }

  /** One session as all its processes see it. */
  private final class Job {
    final long id;
    final SessionDirectory directory;
    final Sharers sharers;
    final List<LogWriter> logs;

    Job(long id, LogOptions how) throws IOException {
      this.id = id;
      directory = SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), id);
      List<HandHousekeeper> housekeepers =
          Stream.generate(HandHousekeeper::new).limit(PROCESSES).toList();
      sharers = new Sharers(directory, id, how, processes, housekeepers);
      logs = sharers.logs;
    }

    boolean open() throws IOException {
      return sharers.open();
    }

    /** Puts so many records into each lane, and returns what they are called. */
    Set<Long> put(int each) throws IOException {
      Set<Long> ids = new LinkedHashSet<>();
      for (int lane = 0; lane < PROCESSES; lane++) {
        LogWriter log = logs.get(lane);
        int array = log.define(Pattern.ARRAY);
        for (int i = 0; i < each; i++) {
          long record = (id * PROCESSES + lane) * 10_000 + i;
          pattern.put(log, array, record);
          ids.add(record);
        }
      }
      return ids;
    }

    void reset() throws IOException {
      for (LogWriter log : logs) {
        log.reset();
      }
    }

    void end() throws IOException {
      sharers.end();
      assertThat(storage.list(directory.path())).isEmpty();
    }

    Set<Long> found() throws IOException {
      Set<Long> ids = new LinkedHashSet<>();
      List<Scan> scans = Scan.of(storage, directory.meta(NAME), pattern);
      assertThat(scans).hasSize(PROCESSES);
      for (Scan scan : scans) {
        assertThat(scan.header().session()).isEqualTo(id);
        assertThat(scan.verdict().damage()).isEmpty();
        assertThat(scan.verdict().torn()).isEmpty();
        ids.addAll(scan.ids());
      }
      return ids;
    }
  }

  /** A whole session that puts so much into each lane. */
  private void leave(long id, int each, LogOptions how) throws IOException {
    Job job = new Job(id, how);
    job.open();
    job.put(each);
    job.reset();
    job.end();
  }

  private long kept() {
    return processes.stream().mapToLong(SpareLogs::bytes).sum();
  }

  @Test
  void theNextSessionNeedsNeitherFilesNorSpaceNorMappings() throws IOException {
    leave(1, 400, options);
    storage.failAt(Call.CREATE, 1, Fault.IO_ERROR, true);
    storage.failAt(Call.ALLOCATE, 1, Fault.IO_ERROR, true);
    storage.failAt(Call.MAP, 1, Fault.IO_ERROR, true);
    Job next = new Job(2, options);
    assertThat(next.open()).isTrue();
    Set<Long> put = next.put(300);
    assertThat(next.found()).isEqualTo(put);
    storage.heal();
    next.reset();
    assertThat(next.found()).isEmpty();
    next.end();
  }

  @Test
  void oneSessionAfterAnotherFindsWhatWasPutIntoItAndNothingElse() throws IOException {
    for (long id = 1; id < 8; id++) {
      Job job = new Job(id, options);
      assertThat(job.open()).isEqualTo(id > 1);
      assertThat(job.found()).isEmpty();
      job.put((int) (37 * id % 300));
      job.reset();
      assertThat(job.put(20)).isEqualTo(job.found());
      job.reset();
      job.end();
    }
  }

  @Test
  void largePutsThatEndInsideOfAPieceAreFollowedByOthers() throws IOException {
    LogOptions large = LogOptions.DEFAULT.with(Access.MAPPED).withSizes(1 << 22, 1 << 22);
    Pattern rows = new Pattern(2, Pattern.ROW);
    for (long id = 1; id < 4; id++) {
      Job job = new Job(id, large);
      assertThat(job.open()).isEqualTo(id > 1);
      List<Set<Long>> put = new ArrayList<>();
      for (int lane = 0; lane < PROCESSES; lane++) {
        LogWriter log = job.logs.get(lane);
        int array = log.define(Pattern.ARRAY);
        Set<Long> ids = new LinkedHashSet<>();
        for (long i = 0; i < 60 * id; i++) {
          long record = (id * PROCESSES + lane) * 1000 + i;
          rows.put(log, array, record);
          ids.add(record);
        }
        put.add(ids);
      }
      List<Scan> scans = Scan.of(storage, job.directory.meta(NAME), rows);
      for (int lane = 0; lane < PROCESSES; lane++) {
        assertThat(scans.get(lane).ids()).isEqualTo(put.get(lane));
      }
      job.reset();
      job.end();
    }
  }

  @Test
  void aLogThatOneProcessHasGivenUpIsMadeAnew() throws IOException {
    leave(1, 100, options);
    SessionDirectory any = SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), 7);
    assertThat(processes.get(1).giveUp(any)).isTrue();
    Job next = new Job(2, options);
    assertThat(next.open()).isFalse();
    assertThat(kept()).isZero();
    assertThat(next.put(50)).isEqualTo(next.found());
    next.reset();
    next.end();
    Job after = new Job(3, options);
    assertThat(after.open()).isTrue();
    after.end();
  }

  @Test
  void whoGivesItUpFreesTheSpaceOfAll() throws IOException {
    long empty = 1 << 30;
    storage.limitSpace(empty);
    leave(1, 400, options);
    assertThat(storage.usableSpace(TIER)).isLessThan(empty - (1 << 19));
    SessionDirectory any = SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), 7);
    assertThat(processes.get(2).giveUp(any)).isTrue();
    assertThat(storage.usableSpace(TIER)).isGreaterThan(empty - (1 << 14));
  }

  @Test
  void aLogWithPendingRecordsInOneLaneIsNotKept() throws IOException {
    Job job = new Job(1, options);
    job.open();
    job.put(10);
    job.logs.get(0).reset();
    job.logs.get(2).reset();
    job.end();
    assertThat(kept()).isZero();
    assertThat(SpareDirectory.find(storage, OWN)).isEmpty();
  }

  @Test
  void logsOfOtherBlocksAreMadeAnew() throws IOException {
    leave(1, 100, options);
    Job other = new Job(2, options.withSizes(1 << 16, 1 << 16));
    assertThat(other.open()).isFalse();
    assertThat(other.put(50)).isEqualTo(other.found());
    other.reset();
    other.end();
  }

  @Test
  void noneIsKeptWhenNoneIsWanted() throws IOException {
    leave(1, 100, options.withSpare(0));
    assertThat(kept()).isZero();
  }

  @Test
  void whatIsBeyondTheLimitIsNotKept() throws IOException {
    leave(1, 400, options.withSpare(1 << 15));
    assertThat(kept()).isZero();
    assertThat(SpareDirectory.find(storage, OWN)).isEmpty();
  }

  @Test
  void whatSomebodyHasCleanedAwayIsMadeAnew() throws IOException {
    leave(1, 100, options);
    Path directory = SpareDirectory.find(storage, OWN).get(0).path();
    for (Path file : storage.list(directory)) {
      if (file.toString().endsWith(".meta")) {
        storage.delete(file);
      }
    }
    Job next = new Job(2, options);
    assertThat(next.open()).isFalse();
    assertThat(next.put(50)).isEqualTo(next.found());
    next.reset();
    next.end();
  }

  @Test
  void spareLogsGiveWayToOneThatIsMade() throws IOException {
    SessionDirectory directory = SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), 1);
    String own = LogName.ofProcess(0, 0);
    LogWriter before =
        ProcessLog.make(
            directory,
            own,
            Session.header(1, 0, 1),
            options,
            new DefinedArrays(),
            processes.get(0),
            HandHousekeeper::new);
    int array = before.define(Pattern.ARRAY);
    for (long i = 0; i < 300; i++) {
      pattern.put(before, array, i);
    }
    before.reset();
    before.retire();
    assertThat(kept()).isPositive();
    storage.limitSpace(kept());
    Job next = new Job(2, options);
    assertThat(next.open()).isFalse();
    assertThat(kept()).isZero();
    assertThat(next.put(5)).isEqualTo(next.found());
    next.reset();
    next.end();
  }

  @Test
  void whateverFailsOnTheWayNothingIsLeftOpenOrFoundTwice() throws IOException {
    for (int call = 1; call < 200; call++) {
      FaultyStorage faulty = new FaultyStorage(TIER, call);
      List<SpareLogs> own = List.of(new SpareLogs(), new SpareLogs(), new SpareLogs());
      faulty.failAt(null, call, Fault.IO_ERROR, false);
      for (long id = 1; id < 4; id++) {
        live(faulty, own, id);
      }
      own.forEach(SpareLogs::end);
      faulty.close();
    }
  }

  private void live(FaultyStorage faulty, List<SpareLogs> own, long id) throws IOException {
    SessionDirectory directory;
    try {
      directory = SessionDirectory.make(faulty, TIER, Path.of("/pfs/out.nc"), id);
    } catch (IOException planned) {
      assertThat(planned).hasMessageContaining("planned failure");
      return;
    }
    List<HandHousekeeper> housekeepers =
        Stream.generate(HandHousekeeper::new).limit(PROCESSES).toList();
    Durability durability = id == 2 ? Durability.POWER : Durability.PROCESS;
    Sharers sharers = new Sharers(directory, id, options.with(durability), own, housekeepers);
    try {
      sharers.open();
      for (LogWriter log : sharers.logs) {
        int array = log.define(Pattern.ARRAY);
        for (long i = 0; i < 5; i++) {
          pattern.put(log, array, 100 * id + 10L * sharers.logs.indexOf(log) + i);
        }
      }
      Set<Long> ids = new LinkedHashSet<>();
      for (Scan scan : Scan.of(faulty, directory.meta(NAME), pattern)) {
        ids.addAll(scan.ids());
      }
      assertThat(ids).hasSize(5 * PROCESSES).allMatch(n -> n / 100 == id);
      for (LogWriter log : sharers.logs) {
        log.reset();
      }
    } catch (IOException planned) {
      assertThat(planned).hasMessageContaining("planned failure");
    } finally {
      sharers.endWhateverFails();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void lanesThatAreStillSpareHoldNothing(int first) throws IOException {
    leave(1, 100, options);
    Job next = new Job(2, options);
    for (NodeLog lane : next.sharers.lanes) {
      assertThat(lane.find()).isEqualTo(1);
    }
    next.sharers.place(true);
    next.logs.add(next.sharers.lanes.get(first).open());
    List<Scan> scans = Scan.of(storage, next.directory.meta(NAME), pattern);
    assertThat(scans).hasSize(PROCESSES).allSatisfy(scan -> assertThat(scan.ids()).isEmpty());
    for (int lane = 0; lane < PROCESSES; lane++) {
      if (lane != first) {
        next.logs.add(next.sharers.lanes.get(lane).open());
      }
    }
    next.end();
  }

  @ParameterizedTest
  @CsvSource({
    "MAPPED, 65536",
    "MAPPED, 1048576",
    "MAPPED, 2097152",
    "MAPPED, 8388608",
    "WRITTEN, 1048576"
  })
  void theLeastThatIsToldHoldsALogAndNothingLessDoes(Access access, long block) throws IOException {
    LogOptions sized = options.with(access).withSizes(options.chunk(), block);
    long least = LogFiles.least(sized, PROCESSES);
    LogOptions less = sized.withCapacity(least - 1);
    assertThatThrownBy(() -> openOne(1, less))
        .hasMessageContaining("log.capacity is " + (least - 1) + " bytes")
        .hasMessageContaining(least + " are the least");
    try (LogWriter log = openOne(2, sized.withCapacity(least))) {
      assertThat(log.pendingBytes()).isZero();
    }
  }

  private LogWriter openOne(long session, LogOptions sized) throws IOException {
    SessionDirectory directory =
        SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), session);
    NodeLog lane =
        new NodeLog(
            directory,
            NAME,
            Session.header(session, 0, PROCESSES),
            sized,
            new DefinedArrays(),
            new SpareLogs(),
            HandHousekeeper::new);
    lane.find();
    lane.place(false);
    return lane.open();
  }
}
