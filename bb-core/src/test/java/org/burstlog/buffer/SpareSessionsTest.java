package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.burstlog.BurstlogException;
import org.burstlog.SettingsException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.OtherMembers;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.spare.SpareDirectory;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Call;
import org.burstlog.storage.FaultyStorage.Fault;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One file after another by processes that keep what they have made on the tier. */
class SpareSessionsTest {
  private static final int RANKS = 3;
  private static final int ELEMENTS = 400;
  private static final long MIB = 1 << 20;
  private static final Array ARRAY =
      Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, RANKS * ELEMENTS);

  @TempDir Path directory;

  private Path tier;
  private Path own;
  private FaultyStorage storage;

  /** Each rank has its own, as a process has. */
  private List<Depot> depots;

  @BeforeEach
  void makeTier() {
    tier = directory.resolve("tier");
    own = tier.resolve("burstlog-1000");
    storage = new FaultyStorage(tier, 1);
    depots = depots(storage);
  }

  @AfterEach
  void endOfTheProcesses() throws IOException {
    depots.forEach(Depot::close);
    assertThat(storage.listIfThere(own)).isEmpty();
    storage.close();
  }

  private static List<Depot> depots(Storage storage) {
    return IntStream.range(0, RANKS).mapToObj(rank -> new Depot(storage)).toList();
  }

  private Settings.Builder set() throws SettingsException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.toString())
        .set(Settings.ACCESS, "mapped")
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.BLOCK, "64KiB");
  }

  private Settings settings(String layout) throws SettingsException {
    return set().set(Settings.LAYOUT, layout).build();
  }

  private Path path(long file) {
    return directory.resolve("out" + file);
  }

  /** What a process does with a file that is open. */
  private interface Life {
    void live(BurstBuffer buffer, BufferedArray array) throws IOException;
  }

  private void open(ProcessGroup group, long file, Settings settings, Life life)
      throws IOException {
    open(group, depots.get(group.rank()), file, settings, life);
  }

  private void open(ProcessGroup group, Depot depot, long file, Settings settings, Life life)
      throws IOException {
    try (TargetFile target = PlainTarget.open(group, path(file), Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot)) {
      life.live(buffer, buffer.define(ARRAY));
    }
  }

  private static void put(int rank, BufferedArray array, long value) throws IOException {
    long[] values = new long[ELEMENTS];
    Arrays.fill(values, value);
    long first = (long) rank * ELEMENTS;
    array.put(Region.of(new long[] {first}, new long[] {ELEMENTS}), values);
  }

  /** A whole file, which each process fills with its number. */
  private void write(ProcessGroup group, long file, Settings settings) throws IOException {
    open(group, file, settings, (buffer, array) -> put(group.rank(), array, file));
  }

  private void write(long file, Settings settings) throws Exception {
    ThreadedGroup.run(RANKS, group -> write(group, file, settings));
    assertHolds(file, RANKS);
  }

  private void assertHolds(long file, int ranks) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path(file)));
    assertThat(bytes.capacity()).isEqualTo(ranks * ELEMENTS * Long.BYTES);
    while (bytes.hasRemaining()) {
      assertThat(bytes.getLong()).isEqualTo(file);
    }
  }

  /** The only session is one that was left, and opening its file brings all of it there. */
  private void assertIsRecovered(long file, Settings settings) throws Exception {
    assertThat(sessions()).singleElement().returns(SessionState.ORPHANED, TierSession::state);
    ThreadedGroup.run(
        RANKS,
        group -> {
          try (TargetFile target = PlainTarget.open(group, path(file), Mode.UPDATE);
              BurstBuffer buffer =
                  BurstBuffer.open(target, group, settings, depots.get(group.rank()))) {
            assertThat(buffer.recovered())
                .singleElement()
                .satisfies(report -> assertThat(report.complete()).isTrue());
          }
        });
    assertHolds(file, RANKS);
  }

  private List<Path> kept() throws IOException {
    return SpareDirectory.find(storage, own).stream().map(SpareDirectory::path).toList();
  }

  private long keptBytes() {
    return depots.stream().mapToLong(depot -> depot.spares().bytes()).sum();
  }

  private SessionDirectory anySession() {
    return SessionDirectory.of(storage, own.resolve("any.0123456789abcdef"));
  }

  private List<TierSession> sessions() throws IOException {
    try (SoloGroup group = new SoloGroup()) {
      return SessionFinder.find(group, storage, List.of(tier));
    }
  }

  @Nested
  class TheNextFile {
    @ParameterizedTest
    @ValueSource(strings = {"process", "node"})
    void needsNeitherFilesNorSpaceNorMappingsNorLocks(String layout) throws Exception {
      write(1, settings(layout));
      assertThat(kept()).hasSize(1);
      for (Call call :
          List.of(Call.MAKE_DIRECTORY, Call.CREATE, Call.LOCK, Call.ALLOCATE, Call.MAP)) {
        storage.failAt(call, 1, Fault.IO_ERROR, true);
      }
      for (int file = 2; file < 6; file++) {
        write(file, settings(layout));
      }
      storage.heal();
      assertThat(kept()).hasSize(1);
      assertThat(sessions()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"process, 1", "process, 2", "node, 1", "node, 2"})
    void goesOnInTheSameSessionWhereNodesShareATier(String layout, int ranksPerNode)
        throws Exception {
      Settings settings = settings(layout);
      for (int round = 0; round < 20; round++) {
        int first = 3 * round;
        ThreadedGroup.run(
            RANKS,
            ranksPerNode,
            group -> {
              for (int file = 1; file < 4; file++) {
                write(group, first + file, settings);
              }
            });
        for (int file = 1; file < 4; file++) {
          assertHolds(first + file, RANKS);
        }
        assertThat(kept()).hasSize(1);
        assertThat(sessions()).isEmpty();
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "node"})
    void asksTheTierForLittleAndOnlyOneProcessOfANodeAsks(String layout) throws Exception {
      List<Counted> doors =
          IntStream.range(0, RANKS).mapToObj(rank -> new Counted(storage)).toList();
      List<Depot> counting = doors.stream().map(door -> new Depot(door)).toList();
      Settings settings = settings(layout);
      ThreadedGroup.run(
          RANKS,
          group -> {
            for (int file = 1; file < 4; file++) {
              int number = file;
              doors.get(group.rank()).calls.clear();
              open(
                  group,
                  counting.get(group.rank()),
                  file,
                  settings,
                  (buffer, array) -> put(group.rank(), array, number));
            }
          });
      assertThat(doors.get(0).calls)
          .containsExactly("list", "facts", "facts", "facts", "list", "rename", "rename");
      assertThat(doors.get(1).calls).isEmpty();
      assertThat(doors.get(2).calls).isEmpty();
      counting.forEach(Depot::close);
    }

    @ParameterizedTest
    @CsvSource({
      "process, process", "process, batch", "process, power",
      "node, process", "node, batch", "node, power"
    })
    void isRecoveredFromWhatWasPutIntoItAlone(String layout, String durability) throws Exception {
      Settings settings =
          set().set(Settings.LAYOUT, layout).set(Settings.DURABILITY, durability).build();
      ThreadedGroup.run(
          RANKS,
          group -> {
            for (int file = 1; file < 4; file++) {
              int number = file;
              open(
                  group,
                  file,
                  settings,
                  (buffer, array) -> {
                    put(group.rank(), array, 77);
                    buffer.drain();
                    put(group.rank(), array, number);
                  });
            }
          });
      ThreadedGroup.run(
          RANKS,
          group -> {
            TargetFile target = PlainTarget.open(group, path(9), Mode.CREATE);
            BurstBuffer buffer =
                BurstBuffer.open(target, group, settings, depots.get(group.rank()));
            put(group.rank(), buffer.define(ARRAY), 9);
            buffer.leave();
            target.close();
          });
      assertIsRecovered(9, settings);
    }

    @Test
    void isWrittenInTheSameWayWhereItsLogGrowsAndTheThreadIsInterrupted() throws Exception {
      Path local = Files.createDirectory(directory.resolve("local"));
      Settings settings =
          set().set(Settings.TIER, local.toString()).set(Settings.LAYOUT, "process").build();
      try (Depot depot = new Depot(new LocalStorage());
          SoloGroup group = new SoloGroup()) {
        for (int file = 1; file < 4; file++) {
          int number = file;
          open(
              group,
              depot,
              file,
              settings,
              (buffer, array) -> {
                for (int i = 0; i < 60 * number; i++) {
                  Thread.currentThread().interrupt();
                  put(0, array, number);
                }
                assertThat(Thread.interrupted()).isTrue();
              });
          assertHolds(file, 1);
        }
      }
      try (var left = Files.list(local.resolve("burstlog-" + new LocalStorage().userNumber()))) {
        assertThat(left).isEmpty();
      }
    }
  }

  @Nested
  class WithLogsForMoreEpochs {
    private Settings background(String layout) throws SettingsException {
      return set()
          .set(Settings.LAYOUT, layout)
          .set(Settings.DRAIN_MODE, "background")
          .set(Settings.DRAIN_EPOCHS, "2")
          .build();
    }

    private void write(ProcessGroup group, long file, int epochs, Settings settings)
        throws IOException {
      open(
          group,
          file,
          settings,
          (buffer, array) -> {
            for (int epoch = 0; epoch < epochs; epoch++) {
              put(group.rank(), array, epoch == epochs - 1 ? file : 77);
              if (epoch < epochs - 1) {
                assertThat(buffer.handOver(DrainReason.FLUSH)).isFalse();
              }
            }
          });
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "node"})
    void theNextFileUsesTheseToo(String layout) throws Exception {
      Settings settings = background(layout);
      ThreadedGroup.run(RANKS, group -> write(group, 1, 4, settings));
      storage.failAt(Call.CREATE, 1, Fault.IO_ERROR, true);
      storage.failAt(Call.LOCK, 1, Fault.IO_ERROR, true);
      int[] epochs = {4, 1, 2, 1, 4};
      ThreadedGroup.run(
          RANKS,
          group -> {
            for (int i = 0; i < epochs.length; i++) {
              write(group, 2 + i, epochs[i], settings);
            }
          });
      storage.heal();
      for (int i = 0; i < epochs.length; i++) {
        assertHolds(2 + i, RANKS);
      }
      assertThat(kept()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "node"})
    void thoseThatAFileHasNotUsedAreNothingToItsRecovery(String layout) throws Exception {
      Settings settings = background(layout);
      ThreadedGroup.run(RANKS, group -> write(group, 1, 4, settings));
      ThreadedGroup.run(
          RANKS,
          group -> {
            TargetFile target = PlainTarget.open(group, path(2), Mode.CREATE);
            BurstBuffer buffer =
                BurstBuffer.open(target, group, settings, depots.get(group.rank()));
            put(group.rank(), buffer.define(ARRAY), 2);
            group.barrier();
            if (group.rank() == 0) {
              // As they are while the program runs, and would be if it were killed.
              assertThat(storage.list(sessions().get(0).paths().get(0)))
                  .hasSize(1 + 3 * 2 * (layout.equals("node") ? 1 : RANKS));
            }
            group.barrier();
            buffer.leave();
            target.close();
          });
      assertIsRecovered(2, settings);
    }

    @Test
    void oneThatSomebodyHasRemovedIsMadeAnew() throws Exception {
      Settings settings = background("process");
      ThreadedGroup.run(RANKS, group -> write(group, 1, 4, settings));
      for (Path file : storage.list(kept().get(0))) {
        if (file.toString().endsWith("r00001.1.meta")) {
          storage.delete(file);
        }
      }
      ThreadedGroup.run(RANKS, group -> write(group, 2, 4, settings));
      assertHolds(2, RANKS);
      assertThat(kept()).hasSize(1);
    }

    @Test
    void whatTheLimitLeavesIsUsed() throws Exception {
      Settings settings =
          set()
              .set(Settings.DRAIN_MODE, "background")
              .set(Settings.DRAIN_EPOCHS, "2")
              .set(Settings.SPARE, "200KiB")
              .build();
      for (int file = 1; file < 4; file++) {
        int number = file;
        ThreadedGroup.run(RANKS, group -> write(group, number, 4, settings));
        assertHolds(file, RANKS);
        assertThat(keptBytes()).isBetween(1L, RANKS * (200L << 10));
      }
    }
  }

  @Nested
  class ProcessesThatDoNotKeepTheSame {
    @ParameterizedTest
    @CsvSource({"process, 0", "process, 1", "process, 2", "node, 0", "node, 1", "node, 2"})
    void beginAnewAndKeepThatFromThereOn(String layout, int who) throws Exception {
      Settings settings = settings(layout);
      write(1, settings);
      assertThat(depots.get(who).spares().giveUp(anySession())).isTrue();
      write(2, settings);
      // The others still offer the first, which is older than what this one has.
      write(3, settings);
      storage.failAt(Call.CREATE, 1, Fault.IO_ERROR, true);
      write(4, settings);
      write(5, settings);
      storage.heal();
      assertThat(kept()).hasSize(2);
    }

    @Test
    void giveUpWhatOthersHaveNotAnyMore() throws Exception {
      Settings settings = settings("process");
      write(1, settings);
      depots.get(1).spares().giveUp(anySession());
      for (int file = 2; file < 5; file++) {
        write(file, settings);
      }
      // The two that all have kept since, in turn.
      assertThat(kept()).hasSize(2);
    }

    @Test
    void freeTheSpaceOfAllWhereTheyShareALog() throws Exception {
      long empty = 1 << 30;
      storage.limitSpace(empty);
      write(1, settings("node"));
      assertThat(storage.usableSpace(tier)).isLessThan(empty - (1 << 17));
      depots.get(2).spares().giveUp(anySession());
      assertThat(storage.usableSpace(tier)).isGreaterThan(empty - (1 << 14));
      storage.limitSpace(Long.MAX_VALUE);
      write(2, settings("node"));
    }

    @Test
    void areToldApartByTheirGroups() throws Exception {
      Settings settings = settings("process");
      for (int round = 0; round < 3; round++) {
        int first = 10 * round;
        ThreadedGroup.run(
            2,
            group -> {
              write(group, first + 1, settings);
              write(new OtherMembers(group, "others"), first + 2, settings);
            });
        ThreadedGroup.run(RANKS, group -> write(group, first + 3, settings));
        try (SoloGroup alone = new SoloGroup()) {
          write(alone, first + 4, settings);
        }
        if (round == 0) {
          storage.failAt(Call.CREATE, 1, Fault.IO_ERROR, true);
        }
        assertThat(kept()).hasSize(4);
      }
      storage.heal();
    }

    @Test
    void orSetOtherThingsBeginAnew() throws Exception {
      write(1, settings("process"));
      write(2, settings("node"));
      write(3, set().set(Settings.CHUNK, "128KiB").build());
      write(4, set().set(Settings.DURABILITY, "power").build());
      assertThat(kept()).hasSize(4);
      write(5, settings("process"));
      assertThat(kept()).hasSize(4);
    }

    @Test
    void includeThoseWhoseFilesAreClosedInTheBackground() throws Exception {
      Settings settings = settings("process");
      ExecutorService threads = Executors.newCachedThreadPool();
      try {
        ThreadedGroup.run(
            RANKS,
            group -> {
              Deque<Future<?>> closing = new ArrayDeque<>();
              for (int file = 1; file < 40; file++) {
                TargetFile target = PlainTarget.open(group, path(file), Mode.CREATE);
                BurstBuffer buffer =
                    BurstBuffer.open(target, group, settings, depots.get(group.rank()));
                put(group.rank(), buffer.define(ARRAY), file);
                closing.add(threads.submit(() -> close(buffer)));
                if (closing.size() > 2) {
                  closing.remove().get();
                }
              }
              for (Future<?> each : closing) {
                each.get();
              }
            });
      } finally {
        threads.shutdown();
      }
      for (int file = 1; file < 40; file++) {
        assertHolds(file, RANKS);
      }
      assertThat(kept()).hasSizeLessThan(8);
    }

    private Void close(BurstBuffer buffer) throws IOException {
      buffer.close();
      return null;
    }
  }

  @Nested
  class WhatIsKept {
    @Test
    void isNothingWhenNothingIsWanted() throws Exception {
      write(1, set().set(Settings.SPARE, "0").build());
      assertThat(storage.list(own)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "node"})
    void isNothingOfLogsThatAreWrittenAndNotMapped(String layout) throws Exception {
      write(1, set().set(Settings.LAYOUT, layout).set(Settings.ACCESS, "written").build());
      assertThat(storage.list(own)).isEmpty();
    }

    @Test
    void isNothingOfOneProcessWhoseLogIsWritten() throws Exception {
      Settings written =
          set().set(Settings.LAYOUT, "process").set(Settings.ACCESS, "written").build();
      Settings mapped = settings("process");
      for (int who = 0; who < RANKS; who++) {
        int other = who;
        for (int file = 1; file < 3; file++) {
          int number = file;
          ThreadedGroup.run(
              RANKS, group -> write(group, number, group.rank() == other ? written : mapped));
          assertHolds(file, RANKS);
        }
        assertThat(sessions()).isEmpty();
        assertThat(depots.get(who).spares().bytes()).isZero();
        depots.forEach(depot -> depot.spares().giveUp(anySession()));
      }
    }

    @Test
    void isNoMoreThanTheLimit() throws Exception {
      Settings limited = set().set(Settings.SPARE, "1MiB").build();
      try (SoloGroup group = new SoloGroup()) {
        open(
            group,
            1,
            limited,
            (buffer, array) -> {
              for (int i = 0; i < 1000; i++) {
                put(0, array, i);
              }
            });
        assertThat(keptBytes()).isBetween(MIB / 2, MIB);
        open(
            group,
            2,
            limited,
            (buffer, array) -> {
              put(0, array, 2);
              Settings other = limited.toBuilder().set(Settings.CHUNK, "128KiB").build();
              open(group, 3, other, (second, more) -> fill(more));
            });
        assertThat(keptBytes()).isBetween(1L, MIB);
        assertThat(kept()).as("the older one went").hasSize(1);
      }
    }

    private void fill(BufferedArray array) throws IOException {
      for (int i = 0; i < 600; i++) {
        put(0, array, i);
      }
    }

    @Test
    void isNothingOfALogThatIsSharedAndLarger() throws Exception {
      write(1, set().set(Settings.LAYOUT, "node").set(Settings.SPARE, "32KiB").build());
      assertThat(storage.list(own)).isEmpty();
    }

    @Test
    void isGivenUpWhenTheTierIsFull() throws Exception {
      write(1, set().set(Settings.CHUNK, "1MiB").build());
      long before = keptBytes();
      assertThat(before).isPositive();
      storage.limitSpace(before + (1 << 14));
      write(2, settings("process"));
      storage.limitSpace(Long.MAX_VALUE);
      write(3, settings("process"));
    }

    @Test
    void ofAnotherTierIsLeftAlone() throws Exception {
      write(1, settings("process"));
      Path other = tier.resolve("other");
      storage.makeDirectory(other);
      Settings elsewhere = set().set(Settings.TIER, other.toString()).build();
      write(2, elsewhere);
      assertThat(kept()).hasSize(1);
      Path there = other.resolve("burstlog-1000");
      assertThat(SpareDirectory.find(storage, there)).hasSize(1);
      SessionDirectory session =
          SessionDirectory.of(storage, there.resolve("any.0123456789abcdef"));
      depots.forEach(depot -> assertThat(depot.spares().giveUp(session)).isTrue());
      assertThat(SpareDirectory.find(storage, there)).isEmpty();
      assertThat(kept()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {".meta", ".data", "lock", "r00002.data"})
    void andCleanedAwayBySomebodyIsMadeAnew(String suffix) throws Exception {
      write(1, settings("process"));
      for (Path file : storage.list(kept().get(0))) {
        if (file.toString().endsWith(suffix)) {
          storage.delete(file);
        }
      }
      write(2, settings("process"));
      write(3, settings("process"));
    }

    @Test
    void isOfNoProcessThatHasEnded() throws Exception {
      ThreadedGroup.run(
          RANKS,
          group ->
              open(
                  group,
                  1,
                  settings("process"),
                  (buffer, array) -> {
                    put(group.rank(), array, 1);
                    depots.get(group.rank()).spares().end();
                  }));
      assertThat(storage.list(own)).isEmpty();
    }

    @Test
    void byDeadProcessesIsRemovedAndByLivingOnesIsNot() throws Exception {
      write(1, settings("process"));
      Path mine = kept().get(0);
      Path dead = own.resolve("spare-0123456789abcdef");
      storage.makeDirectory(dead);
      storage.create(dead.resolve("r00000.data")).close();
      storage.create(dead.resolve("r00000.meta")).close();
      Path session = own.resolve("spare-data.nc.0123456789abcdef");
      storage.makeDirectory(session);
      try (Depot another = new Depot(storage)) {
        another.spares().clean(storage, own);
      }
      assertThat(kept()).containsExactly(mine);
      assertThat(storage.facts(session)).as("a session of spare-data.nc").isNotNull();
      storage.delete(session);
      SpareDirectory live = SpareDirectory.find(storage, own).get(0);
      assertThat(live.live()).isTrue();
      assertThat(live.bytes()).isEqualTo(keptBytes());
      assertThat(live.remove()).isFalse();
    }
  }

  @Nested
  class WhateverFails {
    @ParameterizedTest
    @CsvSource({
      "process, process, IO_ERROR",
      "process, power, IO_ERROR",
      "process, process, NO_SPACE",
      "node, process, IO_ERROR",
      "node, power, IO_ERROR",
      "node, power, NO_SPACE"
    })
    void eachFileIsWholeOrAllProcessesAreToldAndNothingIsLeftOpen(
        String layout, String durability, Fault fault) throws Exception {
      Settings settings =
          set().set(Settings.LAYOUT, layout).set(Settings.DURABILITY, durability).build();
      boolean met = true;
      for (int call = 1; met; call++) {
        try (FaultyStorage faulty = new FaultyStorage(tier, call)) {
          List<Depot> own = depots(faulty);
          faulty.failAt(null, call, fault, false);
          for (int file = 1; file < 4; file++) {
            live(own, file, settings, call);
          }
          met = faulty.calls() >= call;
          own.forEach(Depot::close);
        }
      }
    }

    private void live(List<Depot> own, int file, Settings settings, int call) throws Exception {
      List<Exception> failures = Collections.synchronizedList(new ArrayList<>());
      ThreadedGroup.run(
          RANKS,
          group -> {
            try {
              open(
                  group,
                  own.get(group.rank()),
                  file,
                  settings,
                  (buffer, array) -> put(group.rank(), array, file));
            } catch (BurstlogException e) {
              failures.add(e);
            } catch (IOException planned) {
              assertThat(planned).hasMessageContaining("planned failure");
              failures.add(planned);
            }
          });
      if (failures.isEmpty()) {
        assertHolds(file, RANKS);
      } else {
        assertThat(failures.toString()).as("call %d", call).contains("planned failure");
      }
    }
  }

  /** Notes what is asked for; what goes on in the memory of a log is no call. */
  private static final class Counted extends ForwardingStorage {
    final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    Counted(Storage real) {
      super(real);
    }

    @Override
    public void makeDirectory(Path path) throws IOException {
      calls.add("make");
      super.makeDirectory(path);
    }

    @Override
    public StorageFile create(Path file) throws IOException {
      calls.add("create");
      return super.create(file);
    }

    @Override
    public StorageFile open(Path file, boolean writable) throws IOException {
      calls.add("open");
      return super.open(file, writable);
    }

    @Override
    public List<Path> list(Path path) throws IOException {
      calls.add("list");
      return super.list(path);
    }

    @Override
    public void renameDirectory(Path from, Path to) throws IOException {
      calls.add("rename");
      super.renameDirectory(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
      calls.add("delete");
      super.delete(path);
    }

    @Override
    public void syncDirectory(Path path) throws IOException {
      calls.add("sync");
      super.syncDirectory(path);
    }

    @Override
    public @Nullable Facts facts(Path path) throws IOException {
      calls.add("facts");
      return super.facts(path);
    }

    @Override
    public @Nullable Closeable lock(Path file, int slot) throws IOException {
      calls.add("lock");
      return super.lock(file, slot);
    }

    @Override
    public boolean locked(Path file) throws IOException {
      calls.add("locked");
      return super.locked(file);
    }

    @Override
    public String fileSystemType(Path path) throws IOException {
      calls.add("type");
      return super.fileSystemType(path);
    }

    @Override
    public long usableSpace(Path path) throws IOException {
      calls.add("space");
      return super.usableSpace(path);
    }
  }
}
