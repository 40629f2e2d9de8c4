package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.file.DataView;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogFullException;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.log.read.LogVerdict.State;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Call;
import org.burstlog.storage.FaultyStorage.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a log does, however it is written and whoever shares it. */
@SuppressWarnings("NullAway.Init") // opened before each test
abstract class LogWriterContract {
  private static final Path TIER = Path.of("/tier");

  private final Access access;
  private final int lanes;
  private final Pattern pattern = new Pattern(7, 1000);

  private FaultyStorage storage = new FaultyStorage(TIER, 1);
  private Session session;
  private HandHousekeeper housekeeper;
  private LogWriter log;
  private int array;

  LogWriterContract(Access access, int lanes) {
    this.access = access;
    this.lanes = lanes;
  }

  @BeforeEach
  void open() throws IOException {
    start(new FaultyStorage(TIER, 1), Session.options(access));
  }

  private void start(FaultyStorage fresh, LogOptions options) throws IOException {
    storage = fresh;
    session = Session.make(storage, TIER, lanes);
    session.create();
    openLog(options);
  }

  private void restart(LogOptions options) throws IOException {
    log.close();
    storage.close();
    start(new FaultyStorage(TIER, 1), options);
  }

  private void openLog(LogOptions options) throws IOException {
    housekeeper = new HandHousekeeper();
    // The last lane, so that the others are holes.
    log = session.open(lanes - 1, options, housekeeper);
    array = log.define(Pattern.ARRAY);
  }

  @AfterEach
  void nothingIsLeftOpen() throws IOException {
    log.close();
    storage.close();
  }

  private Scan scan() throws IOException {
    return session.scan(pattern).get(lanes - 1);
  }

  private static Set<Long> range(long from, long to) {
    Set<Long> ids = new LinkedHashSet<>();
    LongStream.range(from, to).forEach(ids::add);
    return ids;
  }

  private void put(long from, long to) throws IOException {
    for (long i = from; i < to; i++) {
      pattern.put(log, array, i);
    }
  }

  private void assertClean(Set<Long> ids) throws IOException {
    Scan scan = scan();
    assertThat(scan.verdict().state()).as("%s", scan.verdict()).isEqualTo(State.CLEAN);
    assertThat(scan.ids()).containsExactlyElementsOf(ids);
  }

  @Nested
  class Puts {
    @Test
    void areReadInTheirOrderWhileTheLogIsOpenAndAfter() throws IOException {
      put(0, 300);
      assertClean(range(0, 300));
      log.close();
      assertClean(range(0, 300));
      assertThat(scan().header()).isEqualTo(expectedHeader());
    }

    private LogHeader expectedHeader() {
      return session.header(lanes - 1).withBlockSize(scanBlock());
    }

    private long scanBlock() {
      return 1 << 14;
    }

    @Test
    void areIndexedWhereTheirDataIs() throws IOException {
      put(0, 300);
      DataView view = log.view();
      RecordIndex index = log.index();
      assertThat(index.size()).isEqualTo(300);
      Region region = new Region(2);
      for (int i = 0; i < 300; i++) {
        assertThat(index.array(i)).isEqualTo(array);
        index.region(i, region);
        assertThat(pattern.check(region, view, index.dataPosition(i))).isEqualTo(i);
      }
    }

    @Test
    void areTakenFromEveryKindOfSource() throws IOException {
      Array bytes = Array.rowMajor("bytes", 0, 1, ByteOrder.BIG_ENDIAN, 4);
      Array shorts = Array.rowMajor("shorts", 0, 2, ByteOrder.BIG_ENDIAN, 4);
      Array ints = Array.rowMajor("ints", 0, 4, ByteOrder.BIG_ENDIAN, 4);
      Array longs = Array.rowMajor("longs", 0, 8, ByteOrder.BIG_ENDIAN, 4);
      Region two = Region.of(new long[] {1}, new long[] {2});
      log.put(log.define(bytes), two, new byte[] {9, 1, 2, 9}, 1, 2);
      log.put(log.define(shorts), two, new short[] {9, 1, 2}, 2, 4);
      log.put(log.define(shorts), two, new char[] {9, 1, 2}, 2, 4);
      log.put(log.define(ints), two, new int[] {9, 1, 2}, 4, 8);
      log.put(log.define(ints), two, new float[] {9, 1, 2}, 4, 8);
      log.put(log.define(longs), two, new long[] {9, 1, 2}, 8, 16);
      log.put(log.define(longs), two, new double[] {9, 1, 2}, 8, 16);
      assertThatThrownBy(() -> log.put(array, two, "text", 0, 16))
          .isInstanceOf(IllegalArgumentException.class);
      DataView view = log.view();
      RecordIndex index = log.index();
      assertThat(index.size()).isEqualTo(7);
      List<Object> found = new ArrayList<>();
      for (int i = 0; i < 7; i++) {
        assertThat(view.seek(index.dataPosition(i), 16)).isPositive();
        var b = view.buffer().duplicate().order(ByteOrder.nativeOrder());
        int at = view.index();
        found.add(
            switch (i) {
              case 0 -> b.get(at) + " " + b.get(at + 1);
              case 1 -> b.getShort(at) + " " + b.getShort(at + 2);
              case 2 -> (int) b.getChar(at) + " " + (int) b.getChar(at + 2);
              case 3 -> b.getInt(at) + " " + b.getInt(at + 4);
              case 4 -> b.getFloat(at) + " " + b.getFloat(at + 4);
              case 5 -> b.getLong(at) + " " + b.getLong(at + 8);
              default -> b.getDouble(at) + " " + b.getDouble(at + 8);
            });
      }
      assertThat(found).containsExactly("1 2", "1 2", "1 2", "1 2", "1.0 2.0", "1 2", "1.0 2.0");
    }

    @Test
    void mayHaveNoBytesOrNoDimensions() throws IOException {
      Array scalar = Array.rowMajor("scalar", 8, 8, ByteOrder.BIG_ENDIAN);
      int number = log.define(scalar);
      log.put(number, new Region(0), new double[] {4}, 0, 8);
      log.put(array, Region.of(new long[] {3, 0}, new long[] {0, 5}), new long[0], 0, 0);
      log.put(number, new Region(0), new double[] {5}, 0, 8);
      try (LogReader reader = LogReader.open(storage, session.meta())) {
        LaneReader lane = reader.lane(lanes - 1);
        assertThat(lane.next()).extracting(LogRecord::array).isEqualTo(scalar);
        assertThat(lane.next()).extracting(LogRecord::dataLength).isEqualTo(0L);
        assertThat(lane.next()).extracting(LogRecord::dataLength).isEqualTo(8L);
        assertThat(lane.next()).isNull();
        assertThat(lane.verdict().state()).isEqualTo(State.CLEAN);
      }
    }

    @Test
    void ofSeveralThreadsAreEachWholeAndInOneOrder() throws Exception {
      int threads = 4;
      ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
      List<Thread> all = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int thread = t;
        all.add(
            new Thread(
                () -> {
                  try {
                    for (long i = 0; i < 200; i++) {
                      pattern.put(log, array, Pattern.id(thread, i));
                    }
                  } catch (IOException | RuntimeException e) {
                    failures.add(e);
                  }
                }));
      }
      all.forEach(Thread::start);
      for (Thread t : all) {
        t.join();
      }
      assertThat(failures).isEmpty();
      Scan scan = scan();
      assertThat(scan.verdict().state()).isEqualTo(State.CLEAN);
      assertThat(scan.ids()).hasSize(threads * 200);
      long[] next = new long[threads];
      int place = 0;
      for (long id : scan.ids()) {
        assertThat(Pattern.number(id)).isEqualTo(next[Pattern.thread(id)]++);
        assertThat(log.index().start(place++, 0)).isEqualTo(id);
      }
    }

    @Test
    void withoutAnEndAreRefusedOnceTheLogIsClosed() throws IOException {
      put(0, 2);
      log.close();
      assertThatThrownBy(() -> put(2, 3))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("closed");
      assertThatThrownBy(() -> log.sync()).isInstanceOf(BurstlogException.class);
      assertThatThrownBy(() -> log.reset()).isInstanceOf(BurstlogException.class);
      assertClean(range(0, 2));
    }

    @Test
    void fromASourceThatIsTooShortLeaveTheLogAsItWas() throws IOException {
      put(0, 5);
      Region region = Region.of(new long[] {5, 0}, new long[] {1, 4000});
      assertThatThrownBy(() -> log.put(array, region, new long[3999], 0, 32000))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertClean(range(0, 5));
      put(5, 20);
      assertClean(range(0, 20));
      assertThat(log.index().size()).isEqualTo(20);
    }

    @Test
    void intoAnArrayWhoseNameIsTooLongAreRefusedWhenItIsDefined() {
      Array unnameable =
          Array.rowMajor("x".repeat(EntryDescriptor.MAX_LENGTH), 0, 8, ByteOrder.BIG_ENDIAN);
      assertThatThrownBy(() -> log.define(unnameable)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Nested
  class AReset {
    @Test
    void forgetsWhatWasPutAndUsesItsSpaceAgain() throws IOException {
      long allocated = 0;
      for (long generation = 0; generation < 5; generation++) {
        put(100 * generation, 100 * generation + 100 - generation);
        assertClean(range(100 * generation, 100 * generation + 100 - generation));
        if (generation == 0) {
          // What follows is about the same size, but not exactly.
          housekeeper.prepare();
          put(100, 110);
          allocated = log.allocated();
        }
        log.reset();
        assertClean(Set.of());
        assertThat(log.index().size()).isZero();
        assertThat(log.pendingBytes()).isZero();
      }
      assertThat(log.allocated()).isLessThan(2 * allocated);
      long steady = log.allocated();
      put(0, 60);
      log.reset();
      put(60, 120);
      assertThat(log.allocated()).isEqualTo(steady);
    }

    @Test
    void isSeenByViewsThatWereOpenedBefore() throws IOException {
      DataView view = log.view();
      for (long generation = 0; generation < 5; generation++) {
        put(50 * generation, 50 * generation + 50);
        Region region = new Region(2);
        for (int i = 0; i < 50; i++) {
          log.index().region(i, region);
          assertThat(pattern.check(region, view, log.index().dataPosition(i)))
              .isEqualTo(50 * generation + i);
        }
        log.reset();
      }
    }

    @Test
    void thatFailsStopsTheLogUntilOneSucceeds() throws IOException {
      put(0, 5);
      storage.failAt(
          access == Access.MAPPED ? Call.FORCE_MAPPING : Call.FORCE, 1, Fault.IO_ERROR, false);
      assertThatThrownBy(() -> log.reset()).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> put(5, 6)).isInstanceOf(BurstlogException.class);
      assertThat(log.index().size()).isEqualTo(5);
      log.reset();
      put(5, 9);
      assertClean(range(5, 9));
    }
  }

  @Nested
  class AFullTier {
    @Test
    void refusesThePutAndKeepsAllBefore() throws IOException {
      storage.limitSpace(400_000);
      Set<Long> kept = new LinkedHashSet<>();
      int refused = 0;
      for (long i = 0; i < 400; i++) {
        try {
          pattern.put(log, array, i);
          kept.add(i);
        } catch (LogFullException e) {
          refused++;
          assertThat(e).hasMessageContaining("full").hasMessageContaining("drain");
          assertThat(e.everTooLarge()).isFalse();
        }
        if (i % 3 == 0) {
          housekeeper.prepare();
        }
      }
      assertThat(refused).isPositive();
      // Smaller ones went on after the first was refused.
      assertThat(kept.stream().mapToLong(i -> i).max().getAsLong()).isGreaterThan(kept.size());
      assertClean(kept);
      assertThat(log.index().size()).isEqualTo(kept.size());
      log.reset();
      put(1000, 1030);
      assertClean(range(1000, 1030));
    }

    @Test
    void isToldBeforeGigabytesOfZerosAreWritten() throws IOException {
      storage.limitSpace(1 << 20);
      Region region = Region.of(new long[] {0, 0}, new long[] {1L << 20, Pattern.ROW});
      long calls = storage.calls();
      assertThatThrownBy(() -> log.put(array, region, new long[0], 0, 1L << 35))
          .isInstanceOfSatisfying(
              LogFullException.class, e -> assertThat(e.everTooLarge()).isTrue())
          .hasMessageContaining(String.valueOf(1L << 35).substring(0, 4));
      assertThat(storage.calls() - calls).isLessThan(10);
      put(0, 10);
      assertClean(range(0, 10));
    }

    @Test
    void atOpenIsSaidWithARemedyAndLeavesNothingOpen() throws IOException {
      log.close();
      for (long bytes = 0; bytes < 1 << 17; bytes += 4096) {
        FaultyStorage small = new FaultyStorage(TIER, 1);
        Session own = Session.make(small, TIER, lanes);
        own.create();
        small.limitSpace(bytes);
        Throwable failure =
            catchThrowable(
                () -> own.open(0, Session.options(access), new HandHousekeeper()).close());
        if (failure != null) {
          assertThat(failure)
              .isInstanceOf(BurstlogException.class)
              .hasMessageContaining("/tier")
              .hasMessageContaining("is full")
              .hasMessageContaining("BURSTLOG_TIER");
        }
        small.close();
      }
    }
  }

  @Nested
  class ACapacity {
    @Test
    void isNeverExceeded() throws IOException {
      long capacity = 300_000;
      restart(Session.options(access).withCapacity(capacity));
      Set<Long> kept = new LinkedHashSet<>();
      for (long i = 0; i < 300; i++) {
        try {
          pattern.put(log, array, i);
          kept.add(i);
        } catch (LogFullException e) {
          assertThat(e)
              .hasMessageContaining("300000")
              .hasMessageContaining("BURSTLOG_LOG_CAPACITY");
        }
        if (i % 3 == 0) {
          housekeeper.prepare();
        }
        assertThat(log.allocated()).isLessThanOrEqualTo(capacity);
      }
      assertClean(kept);
      assertThat(log.allocated()).isGreaterThan(capacity - 3 * (1 << 15));
      // The last page of each file may not be full.
      assertThat(storageUsed()).isLessThanOrEqualTo(capacity + 2 * 4096);
    }

    private long storageUsed() {
      storage.limitSpace(1L << 40);
      return (1L << 40) - storage.usableSpace(TIER);
    }

    @Test
    void refusesALargerPutWithBothNumbers() throws IOException {
      restart(Session.options(access).withCapacity(120_000));
      Region region = Region.of(new long[] {0, 0}, new long[] {5, Pattern.ROW});
      assertThatThrownBy(() -> log.put(array, region, new long[5 * Pattern.ROW], 0, 163840))
          .isInstanceOfSatisfying(
              LogFullException.class, e -> assertThat(e.everTooLarge()).isTrue())
          .hasMessageContaining("16")
          .hasMessageContaining("120000");
      put(0, 3);
      assertClean(range(0, 3));
    }

    @Test
    void thatHoldsNoLogIsRefusedAtOpen() throws IOException {
      log.close();
      assertThatThrownBy(
              () ->
                  session.open(0, Session.options(access).withCapacity(10), new HandHousekeeper()))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining("10 bytes")
          .hasMessageContaining("65536");
    }
  }

  @Nested
  class AFailingCall {
    /** Fails each call of a run in turn; what was acknowledged is there, and nothing else. */
    private void failEach(LogOptions options, Fault fault, boolean forEver) throws IOException {
      log.close();
      int acknowledgedAll = 0;
      for (long n = 1; acknowledgedAll < 3; n++) {
        start(new FaultyStorage(TIER, n), options);
        Set<Long> acknowledged = new LinkedHashSet<>();
        Set<Long> tried = new LinkedHashSet<>();
        storage.failAt(null, n, fault, forEver);
        for (long i = 0; i < 40; i++) {
          if (i % 5 == 4) {
            housekeeper.prepare();
          }
          if (i % 10 == 9) {
            housekeeper.intervalPasses();
          }
          tried.add(i);
          try {
            pattern.put(log, array, i);
            acknowledged.add(i);
          } catch (IOException failed) {
            assertThat(failed).isNotInstanceOf(java.io.EOFException.class);
          }
        }
        storage.heal();
        Scan scan = scan();
        if (acknowledged.size() == 40) {
          acknowledgedAll++;
        }
        String what = "call " + n + ": " + scan.verdict();
        assertThat(scan.verdict().state()).as(what).isEqualTo(State.CLEAN);
        assertThat(tried).as(what).containsAll(scan.ids());
        assertThat(scan.ids()).as(what).containsAll(acknowledged);
        log.delete();
        storage.close();
      }
      start(new FaultyStorage(TIER, 1), options);
    }

    @Test
    void onceLosesNothingThatWasAcknowledged() throws IOException {
      failEach(Session.options(access), Fault.IO_ERROR, false);
    }

    @Test
    void forWantOfSpaceLosesNothingThatWasAcknowledged() throws IOException {
      failEach(Session.options(access), Fault.NO_SPACE, false);
    }

    @Test
    void whileEveryPutIsSyncedStopsTheLog() throws IOException {
      failEach(Session.options(access).with(Durability.POWER), Fault.IO_ERROR, false);
    }

    @Test
    void whileSyncsAreNowAndThenStopsTheLog() throws IOException {
      failEach(Session.options(access).with(Durability.BATCH), Fault.IO_ERROR, false);
    }

    @Test
    void ofTheRegularSyncIsToldByTheNextPutAndByAllUntilAReset() throws IOException {
      restart(Session.options(access).with(Durability.BATCH));
      put(0, 3);
      storage.failAt(
          access == Access.MAPPED ? Call.FORCE_MAPPING : Call.FORCE, 1, Fault.IO_ERROR, false);
      housekeeper.intervalPasses();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> put(3, 4))
            .isInstanceOf(BurstlogException.class)
            .hasMessageContaining("planned failure");
      }
      assertThat(log.index().size()).isEqualTo(3);
      log.reset();
      put(3, 6);
      assertClean(range(3, 6));
    }
  }

  @Test
  void aLaneThatNobodyOpenedIsEmptyAndClean() throws IOException {
    put(0, 50);
    List<Scan> scans = session.scan(pattern);
    assertThat(scans).hasSize(lanes);
    for (Scan scan : scans.subList(0, lanes - 1)) {
      assertThat(scan.ids()).isEmpty();
      assertThat(scan.header().rank()).isEqualTo(-1);
      assertThat(scan.verdict().state()).isEqualTo(State.CLEAN);
    }
  }

  @Test
  void aLogThatNobodyOpenedSaysSo() throws IOException {
    log.close();
    FaultyStorage other = new FaultyStorage(TIER, 1);
    Session own = Session.make(other, TIER, lanes);
    own.create();
    assertThatThrownBy(() -> own.scan(pattern))
        .isInstanceOfSatisfying(
            DamagedLogException.class, e -> assertThat(e.neverOpened()).isTrue());
    other.close();
  }

  @Test
  void deletingLeavesNothing() throws IOException {
    put(0, 10);
    log.delete();
    session.directory().delete();
    assertThat(storage.facts(session.directory().path())).isNull();
  }
}
