package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.spare.SpareLog;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A log of a node of three processes, in which one session goes on after another. */
class NodeLogTest {
  private static final Path TIER = Path.of("/tier");
  private static final String NAME = LogName.ofNode(0, 0);
  private static final int PROCESSES = 3;

  private final FaultyStorage storage = new FaultyStorage(TIER, 1);
  private final LogOptions options = Session.options(Access.MAPPED);
  private final Pattern pattern = new Pattern(1, 300);
  private SessionDirectory directory;

  /** What each process has kept of the session before. */
  private List<SpareLog> kept = List.of();

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), 1);
  }

  @AfterEach
  void nothingIsLeftOpen() throws IOException {
    for (SpareLog log : kept) {
      log.close();
    }
    storage.close();
  }

  private LogMaker maker(LogOptions how) {
    return new LogMaker(
        directory, how, new DefinedArrays(), new SpareSessions(), name -> new HandHousekeeper());
  }

  /** One session as all its processes see it. */
  private final class Job {
    final long id;
    final LogOptions how;
    final List<LogWriter> logs = new ArrayList<>();

    Job(long id, LogOptions how) {
      this.id = id;
      this.how = how;
    }

    void open() throws IOException {
      if (kept.isEmpty()) {
        maker(how).create(NAME);
      }
      for (int lane = 0; lane < PROCESSES; lane++) {
        logs.add(open(lane));
      }
      kept = List.of();
    }

    LogWriter open(int lane) throws IOException {
      LogHeader header = Session.header(id, lane, PROCESSES);
      return kept.isEmpty()
          ? maker(how).open(NAME, header)
          : maker(how).reopen(kept.get(lane), header);
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
      List<SpareLog> spares = new ArrayList<>();
      for (LogWriter log : logs) {
        spares.add(Objects.requireNonNull(log.letGo()));
      }
      kept = spares;
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
  private void leave(long id, int each) throws IOException {
    Job job = new Job(id, options);
    job.open();
    job.put(each);
    job.reset();
    job.end();
  }

  @Test
  void theNextSessionNeedsNeitherFilesNorSpaceNorMappings() throws IOException {
    leave(1, 400);
    storage.failAt(null, 1, Fault.IO_ERROR, true);
    Job next = new Job(2, options);
    next.open();
    Set<Long> put = next.put(300);
    storage.heal();
    assertThat(next.found()).isEqualTo(put);
    next.reset();
    assertThat(next.found()).isEmpty();
    next.end();
  }

  @Test
  void oneSessionAfterAnotherFindsWhatWasPutIntoItAndNothingElse() throws IOException {
    for (long id = 1; id < 8; id++) {
      Job job = new Job(id, options);
      job.open();
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
      job.open();
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
      List<Scan> scans = Scan.of(storage, directory.meta(NAME), rows);
      for (int lane = 0; lane < PROCESSES; lane++) {
        assertThat(scans.get(lane).ids()).isEqualTo(put.get(lane));
      }
      job.reset();
      job.end();
    }
  }

  @Test
  void aLaneWithPendingRecordsIsGoodForNoSession() throws IOException {
    Job job = new Job(1, options);
    job.open();
    job.put(10);
    job.logs.get(0).reset();
    job.logs.get(2).reset();
    List<SpareLog> good = new ArrayList<>();
    for (LogWriter log : job.logs) {
      SpareLog spare = log.letGo();
      if (spare != null) {
        good.add(spare);
      }
    }
    kept = good;
    assertThat(good).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void lanesThatAreStillSpareHoldNothing(int first) throws IOException {
    leave(1, 100);
    Job next = new Job(2, options);
    next.logs.add(next.open(first));
    List<Scan> scans = Scan.of(storage, directory.meta(NAME), pattern);
    assertThat(scans).hasSize(PROCESSES).allSatisfy(scan -> assertThat(scan.ids()).isEmpty());
    for (int lane = 0; lane < PROCESSES; lane++) {
      if (lane != first) {
        next.logs.add(next.open(lane));
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
    assertThatThrownBy(() -> openOne(0, less))
        .hasMessageContaining("log.capacity is " + (least - 1) + " bytes")
        .hasMessageContaining(least + " are the least");
    try (LogWriter log = openOne(1, sized.withCapacity(least))) {
      assertThat(log.pendingBytes()).isZero();
    }
  }

  private LogWriter openOne(int place, LogOptions sized) throws IOException {
    String name = LogName.ofNode(0, place);
    maker(sized).create(name);
    return maker(sized).open(name, Session.header(1, 0, PROCESSES));
  }
}
