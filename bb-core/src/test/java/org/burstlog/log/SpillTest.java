package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.burstlog.array.Region;
import org.burstlog.log.file.DataView;
import org.burstlog.log.file.SpillNotes;
import org.burstlog.log.option.DataPlace;
import org.burstlog.log.option.LogFullException;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.read.LogVerdict.State;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Call;
import org.burstlog.storage.FaultyStorage.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A log whose data goes on in other tiers. */
class SpillTest {
  private static final Path TIER = Path.of("/near");
  private static final Path FAR = TIER.resolve("far");
  private static final Path FARTHER = TIER.resolve("farther");
  private static final long CAPACITY = 1 << 19;

  private final FaultyStorage storage = new FaultyStorage(TIER, 1);
  private final Pattern pattern = new Pattern(11, 4000);

  @BeforeEach
  void makeTiers() throws IOException {
    storage.makeDirectory(FAR);
    storage.makeDirectory(FARTHER);
  }

  @AfterEach
  void nothingIsOpen() throws IOException {
    storage.close();
  }

  private static DataPlace at(Path tier, long limit) {
    return new DataPlace(Optional.of(tier), limit);
  }

  private static LogOptions options(Access access, DataPlace... places) {
    return Session.options(access).withCapacity(CAPACITY).withPlaces(List.of(places));
  }

  /** Puts records, numbered from one on, until there are so many. */
  private void put(LogWriter log, long first, long count) throws IOException {
    int array = log.define(Pattern.ARRAY);
    for (long i = first; i < first + count; i++) {
      pattern.put(log, array, i);
    }
  }

  private static List<Long> ids(long first, long count) {
    return LongStream.range(first, first + count).boxed().toList();
  }

  private void checkPending(LogWriter log, long records) throws IOException {
    DataView view = log.view();
    RecordIndex index = log.index();
    assertThat(index.size()).isEqualTo(records);
    Region region = new Region(2);
    for (int i = 0; i < records; i++) {
      index.region(i, region);
      pattern.check(region, view, index.dataPosition(i));
    }
  }

  private List<Path> spilled(Path tier) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path file : storage.listIfThere(storage.own(tier))) {
      if (SpillNotes.isOne(file)) {
        files.add(file);
      }
    }
    return files;
  }

  @ParameterizedTest
  @CsvSource({"MAPPED, 1", "WRITTEN, 1", "MAPPED, 2", "WRITTEN, 2"})
  void whatDoesNotFitGoesToTheNextTierAndIsFound(Access access, int lanes) throws IOException {
    Session session = Session.make(storage, TIER, lanes);
    session.create();
    LogOptions options = options(access, DataPlace.HOME, at(FAR, 1 << 17), at(FARTHER, 0));
    LogWriter log = session.open(lanes - 1, options);
    put(log, 0, 300);
    assertThat(log.spilled()).isGreaterThan(log.pendingBytes() - CAPACITY);
    assertThat(spilled(FAR)).hasSize(1);
    assertThat(spilled(FARTHER)).hasSize(1);
    checkPending(log, 300);
    log.close();
    Scan scan = session.scan(pattern).get(lanes - 1);
    assertThat(scan.ids()).containsExactlyElementsOf(ids(0, 300));
    assertThat(scan.verdict().state()).isEqualTo(State.CLEAN);
  }

  @ParameterizedTest
  @EnumSource(value = Access.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void dataMayBeginOnAnotherTierThanTheLog(Access access) throws IOException {
    Session session = Session.make(storage, TIER, 1);
    session.create();
    LogOptions options = options(access, at(FAR, 1 << 16), DataPlace.HOME, at(FARTHER, 0));
    LogWriter log = session.open(0, options);
    for (int generation = 0; generation < 3; generation++) {
      put(log, generation * 1000L, 300);
      checkPending(log, 300);
      assertThat(spilled(FAR)).hasSize(1);
      assertThat(spilled(FARTHER)).hasSize(1);
      if (generation < 2) {
        log.reset();
      }
    }
    log.close();
    assertThat(session.scan(pattern).get(0).ids()).containsExactlyElementsOf(ids(2000, 300));
  }

  @ParameterizedTest
  @EnumSource(value = Access.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void theNextGenerationBeginsAtHomeAndUsesTheSameFile(Access access) throws IOException {
    Session session = Session.make(storage, TIER, 1);
    session.create();
    LogWriter log = session.open(0, options(access, DataPlace.HOME, at(FAR, 0)));
    put(log, 0, 300);
    List<Path> before = spilled(FAR);
    log.reset();
    put(log, 500, 10);
    checkPending(log, 10);
    put(log, 510, 290);
    checkPending(log, 300);
    assertThat(spilled(FAR)).isEqualTo(before).hasSize(1);
    log.close();
    assertThat(session.scan(pattern).get(0).ids()).containsExactlyElementsOf(ids(500, 300));
  }

  @Test
  void aTierThatCannotBeUsedIsPassedOver() throws IOException {
    Session session = Session.make(storage, TIER, 1);
    session.create();
    DataPlace gone = at(TIER.resolve("gone"), 0);
    LogWriter log = session.open(0, options(Access.MAPPED, DataPlace.HOME, gone, at(FAR, 0)));
    put(log, 0, 300);
    assertThat(spilled(FAR)).hasSize(1);
    log.close();
    assertThat(session.scan(pattern).get(0).ids()).hasSize(300);
  }

  @Test
  void whenAllAreFullTheLogIs() throws IOException {
    Session session = Session.make(storage, TIER, 1);
    session.create();
    LogWriter log = session.open(0, options(Access.MAPPED, DataPlace.HOME, at(FAR, 1 << 16)));
    int array = log.define(Pattern.ARRAY);
    long count = 0;
    try {
      while (count < 1000) {
        pattern.put(log, array, count);
        count++;
      }
    } catch (LogFullException e) {
      assertThat(e).hasMessageContaining("last of its tiers").hasMessageContaining("drain, or");
    }
    assertThat(log.pendingBytes()).isBetween(CAPACITY / 2, CAPACITY + (1 << 16));
    checkPending(log, count);
    log.close();
    assertThat(session.scan(pattern).get(0).ids()).containsExactlyElementsOf(ids(0, count));
  }

  @Test
  void aFileThatIsGoneIsDamageAndWhatLiesBeforeIsFound() throws IOException {
    Session session = Session.make(storage, TIER, 1);
    session.create();
    LogWriter log = session.open(0, options(Access.MAPPED, DataPlace.HOME, at(FAR, 0)));
    put(log, 0, 300);
    log.close();
    storage.delete(spilled(FAR).get(0));
    Scan scan = session.scan(pattern).get(0);
    assertThat(scan.verdict().state()).isEqualTo(State.DAMAGED);
    assertThat(scan.verdict().damage().toString()).contains("on another tier that cannot be read");
    assertThat(scan.ids()).hasSizeBetween(10, 299).isSubsetOf(ids(0, 300));
  }

  @Test
  void nothingIsLeftOfALogThatIsDeleted() throws IOException {
    Session session = Session.make(storage, TIER, 1);
    session.create();
    LogWriter log = session.open(0, options(Access.MAPPED, DataPlace.HOME, at(FAR, 0)));
    put(log, 0, 300);
    log.reset();
    log.delete();
    assertThat(spilled(FAR)).isEmpty();
    assertThat(storage.list(session.directory().path())).isEmpty();
  }

  @Test
  void whoeverRemovesASessionFindsWhatBelongsToIt() throws IOException {
    Session session = Session.make(storage, TIER, 1);
    session.create();
    LogWriter log = session.open(0, options(Access.MAPPED, DataPlace.HOME, at(FAR, 0)));
    put(log, 0, 300);
    log.close();
    SpillNotes.drop(storage, session.directory().path());
    assertThat(spilled(FAR)).isEmpty();
    assertThat(storage.list(session.directory().path()))
        .containsExactlyInAnyOrder(session.meta(), session.data());
  }

  @ParameterizedTest
  @EnumSource(
      value = Call.class,
      names = {"CREATE", "WRITE", "ALLOCATE", "MAP"})
  void whereTheNextTierFailsTheLogIsFullAndWhole(Call call) throws IOException {
    Session session = Session.make(storage, TIER, 1);
    session.create();
    LogWriter log = session.open(0, options(Access.MAPPED, DataPlace.HOME, at(FAR, 0)));
    int array = log.define(Pattern.ARRAY);
    long count = 0;
    while (log.pendingBytes() < CAPACITY / 2) {
      pattern.put(log, array, count++);
    }
    storage.failAt(call, 1, Fault.NO_SPACE, true);
    try {
      while (count < 1000) {
        pattern.put(log, array, count);
        count++;
      }
    } catch (IOException e) {
      // No more puts fit, or the one that was to be the first there was not taken.
    }
    storage.heal();
    checkPending(log, count);
    log.close();
    assertThat(session.scan(pattern).get(0).ids()).containsExactlyElementsOf(ids(0, count));
  }
}
