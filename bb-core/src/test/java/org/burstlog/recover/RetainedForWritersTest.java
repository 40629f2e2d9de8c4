package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.NamedSettings;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is retained of a target is read by those who open it for writing, until they write. */
class RetainedForWritersTest {
  private static final int ELEMENTS = 4096;
  private static final long BYTES = 8L * ELEMENTS;
  private static final Array LAYOUT = Wreck.layout(ELEMENTS);
  private static final Region WHOLE = Region.of(new long[] {0}, new long[] {ELEMENTS});

  @TempDir Path directory;
  private Path tier;
  private Path target;

  @BeforeEach
  void places() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
    target = directory.resolve("out");
  }

  private Settings settings(String... more) throws IOException {
    Settings.Builder settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.RETAIN, "8MiB")
            .set(Settings.CHUNK, "64KiB")
            .set(Settings.BLOCK, "64KiB")
            .set(Settings.SPARE, "0");
    return NamedSettings.set(settings, more).build();
  }

  /** What a program does. */
  private interface Use {
    void of(BufferedArray array, BurstBuffer buffer) throws IOException;
  }

  private void use(
      ProcessGroup group, TargetFile.Mode mode, Storage storage, Settings settings, Use use)
      throws IOException {
    try (Depot depot = new Depot(storage);
        TargetFile file = PlainTarget.open(group, target, mode);
        BurstBuffer buffer = BurstBuffer.open(file, group, settings, depot)) {
      use.of(buffer.define(LAYOUT), buffer);
    }
  }

  /** As above, by one process or several, on the tier that all have. */
  private void use(int ranks, TargetFile.Mode mode, Use use, String... more) throws Exception {
    ThreadedGroup.run(
        ranks, ranks, group -> use(group, mode, new LocalStorage(), settings(more), use));
  }

  private static long value(int i) {
    return 1000L + i;
  }

  private static void putAll(BufferedArray array, int part, int parts) throws IOException {
    int each = ELEMENTS / parts;
    long[] values = new long[each];
    Arrays.setAll(values, i -> value(part * each + i));
    array.put(Region.of(new long[] {part * (long) each}, new long[] {each}), values);
  }

  private static void put(BufferedArray array, int at, long value) throws IOException {
    array.put(Region.of(new long[] {at}, new long[] {1}), new long[] {value});
  }

  private long[] content() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(target));
    long[] content = new long[ELEMENTS];
    for (int i = 0; i < bytes.capacity() / 8; i++) {
      content[i] = bytes.getLong(8 * i);
    }
    return content;
  }

  /** What is read without the target; -1 where that would have to be asked. */
  private static long[] withoutTarget(BurstBuffer buffer) throws IOException {
    long[] found = new long[ELEMENTS];
    Arrays.fill(found, -1);
    Attachment retained = Objects.requireNonNull(buffer.retained());
    long bytes = retained.read(LAYOUT, WHOLE, found, 0);
    assertThat(bytes == BYTES).isEqualTo(Arrays.stream(found).noneMatch(v -> v == -1));
    return found;
  }

  private static void assertAll(long[] found) {
    for (int i = 0; i < ELEMENTS; i++) {
      assertThat(found[i]).as("element %d", i).isEqualTo(value(i));
    }
  }

  private List<TierSession> sessions(Storage storage) throws IOException {
    try (ProcessGroup group = new SoloGroup()) {
      return SessionFinder.find(group, storage, List.of(tier));
    }
  }

  private void writeAndClose() throws Exception {
    use(1, TargetFile.Mode.CREATE, (array, buffer) -> putAll(array, 0, 1));
  }

  private void crash(int ranks, String layout) throws Exception {
    ThreadedGroup.run(
        ranks,
        ranks,
        group -> {
          try (Depot depot = new Depot(new LocalStorage());
              TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE)) {
            Settings set = settings("log.layout", layout);
            BurstBuffer buffer = BurstBuffer.open(file, group, set, depot);
            putAll(buffer.define(LAYOUT), group.rank(), ranks);
            buffer.leave();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"foreground", "background"})
  void itIsGoodUntilTheFirstDrain(String mode) throws Exception {
    writeAndClose();
    use(
        1,
        TargetFile.Mode.UPDATE,
        (array, buffer) -> {
          assertAll(withoutTarget(buffer));
          put(array, 7, -7);
          assertAll(withoutTarget(buffer));
          assertThat(sessions(new LocalStorage())).hasSize(2);
          buffer.handOver(DrainReason.FLUSH);
          assertThat(Objects.requireNonNull(buffer.retained()).isEmpty()).isTrue();
          assertThat(sessions(new LocalStorage())).hasSize(1);
          buffer.awaitDrained();
        },
        "drain.mode",
        mode);
    assertThat(content()[7]).isEqualTo(-7);
  }

  @Test
  void itIsNotGoodAnyMoreWhereTheTargetIsWrittenToInAnotherWay() throws Exception {
    writeAndClose();
    use(
        1,
        TargetFile.Mode.UPDATE,
        (array, buffer) -> {
          buffer.spoil();
          assertThat(withoutTarget(buffer)).containsOnly(-1);
          assertThat(buffer.awaitsDrain()).isTrue();
        });
    assertThat(sessions(new LocalStorage())).isEmpty();
  }

  /** Others go on with it until they come to a call that all make. */
  @Test
  void aProcessWhoseLogIsFullGivesItUpAlone() throws Exception {
    writeAndClose();
    String[] small = {"log.capacity", "128KiB", "log.chunk", "32KiB"};
    ThreadedGroup.run(
        2,
        2,
        group ->
            use(
                group,
                TargetFile.Mode.UPDATE,
                new LocalStorage(),
                settings(small),
                (array, buffer) -> {
                  assertAll(withoutTarget(buffer));
                  for (int turn = 0; turn < 40 && group.rank() == 0; turn++) {
                    long[] values = new long[ELEMENTS / 4];
                    Arrays.fill(values, -turn);
                    array.put(Region.of(new long[] {0}, new long[] {values.length}), values);
                  }
                  long[] found = withoutTarget(buffer);
                  if (group.rank() == 0) {
                    assertThat(found).containsOnly(-1);
                  } else {
                    assertAll(found);
                  }
                  group.barrier();
                  buffer.drain();
                  assertThat(Objects.requireNonNull(buffer.retained()).isEmpty()).isTrue();
                }));
    assertThat(content()[0]).isEqualTo(-39);
  }

  @Test
  void itStaysWhereNothingIsWritten() throws Exception {
    writeAndClose();
    for (int turn = 0; turn < 3; turn++) {
      use(1, TargetFile.Mode.UPDATE, (array, buffer) -> assertAll(withoutTarget(buffer)));
    }
    assertThat(sessions(new LocalStorage())).hasSize(1);
  }

  @Test
  void itIsNotReadAndNotKeptWithAttachOff() throws Exception {
    writeAndClose();
    use(
        1,
        TargetFile.Mode.UPDATE,
        (array, buffer) -> assertThat(buffer.retained()).isNull(),
        "attach",
        "off");
    assertThat(sessions(new LocalStorage())).isEmpty();
  }

  @Test
  void itGoesWhenTheTargetIsAnotherOrMadeAnew() throws Exception {
    writeAndClose();
    Files.write(target, new byte[16]);
    use(
        1,
        TargetFile.Mode.UPDATE,
        (array, buffer) ->
            assertThat(Objects.requireNonNull(buffer.retained()).isEmpty()).isTrue());
    assertThat(sessions(new LocalStorage())).isEmpty();
    writeAndClose();
    use(
        1,
        TargetFile.Mode.CREATE,
        (array, buffer) -> assertThat(buffer.retained()).isNull(),
        "log.retain",
        "0");
    assertThat(sessions(new LocalStorage())).isEmpty();
  }

  @Test
  void itIsNotReadWhileAnotherProgramWrites() throws Exception {
    writeAndClose();
    use(
        1,
        TargetFile.Mode.UPDATE,
        (array, buffer) -> {
          try (SoloGroup second = new SoloGroup()) {
            use(
                second,
                TargetFile.Mode.UPDATE,
                new LocalStorage(),
                settings(),
                (other, beside) -> assertThat(beside.retained()).isNull());
          }
          assertAll(withoutTarget(buffer));
        });
  }

  /** There, puts go past all logs. */
  @Test
  void itIsNotReadWhereTheTierHasNoRoomForALog() throws Exception {
    long seed = System.nanoTime();
    try (FaultyStorage storage = new FaultyStorage(tier, seed);
        SoloGroup group = new SoloGroup()) {
      use(
          group,
          TargetFile.Mode.CREATE,
          storage,
          settings(),
          (array, buffer) -> putAll(array, 0, 1));
      storage.limitSpace(0);
      use(
          group,
          TargetFile.Mode.UPDATE,
          storage,
          settings(),
          (array, buffer) -> {
            assertThat(buffer.retained()).isNull();
            put(array, 3, -3);
          });
    } catch (Exception | AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
    assertThat(content()[3]).isEqualTo(-3);
  }

  @Nested
  class OfACrash {
    @ParameterizedTest
    @CsvSource({"1,1,process", "4,1,process", "4,3,process", "4,5,process", "4,2,node"})
    void whatWasReplayedIsRetained(int writers, int ranks, String layout) throws Exception {
      crash(writers, layout);
      use(ranks, TargetFile.Mode.UPDATE, (array, buffer) -> assertAll(withoutTarget(buffer)));
      assertAll(content());
      assertThat(sessions(new LocalStorage()))
          .singleElement()
          .satisfies(session -> assertThat(session.state()).isEqualTo(SessionState.RETAINED));
      use(ranks, TargetFile.Mode.UPDATE, (array, buffer) -> assertAll(withoutTarget(buffer)));
      Files.write(target, new byte[16]);
      use(1, TargetFile.Mode.UPDATE, (array, buffer) -> put(array, 0, 1), "log.retain", "0");
      assertThat(sessions(new LocalStorage())).isEmpty();
      assertThat(content()[100]).as("is not replayed again").isZero();
    }

    @Test
    void itIsReadBackAndRecoveredAndDiscardedAsAnyThatIsRetained() throws Exception {
      crash(2, "process");
      use(1, TargetFile.Mode.UPDATE, (array, buffer) -> {});
      TierSession kept = sessions(new LocalStorage()).get(0);
      try (SoloGroup group = new SoloGroup()) {
        Judgement judgement = Recovery.judge(group, new LocalStorage(), kept, Progress.NONE);
        assertThat(judgement.records()).isEqualTo(2);
        assertThat(judgement.bytes()).isEqualTo(BYTES);
        assertThat(judgement.flaws()).isEmpty();
        assertThat(Wreck.recover(kept, RecoveryOptions.careful(Wreck.DRAIN)).outcome())
            .isEqualTo(RecoveryReport.Outcome.NOTHING_PENDING);
        assertThat(sessions(new LocalStorage())).hasSize(1);
        Recovery.discard(group, new LocalStorage(), kept);
      }
      assertThat(sessions(new LocalStorage())).isEmpty();
    }

    @Test
    void ofSeveralSessionsTheYoungestIsRetained() throws Exception {
      crash(2, "process");
      ThreadedGroup.run(
          1,
          1,
          group -> {
            try (Depot depot = new Depot(new LocalStorage());
                TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.UPDATE)) {
              BurstBuffer buffer =
                  BurstBuffer.open(file, group, settings("recover", "ignore"), depot);
              put(buffer.define(LAYOUT), 5, -5);
              buffer.leave();
            }
          });
      use(
          2,
          TargetFile.Mode.UPDATE,
          (array, buffer) -> {
            long[] found = withoutTarget(buffer);
            assertThat(found[5]).isEqualTo(-5);
            found[5] = -1;
            assertThat(found).containsOnly(-1);
          });
      assertThat(content()[5]).isEqualTo(-5);
      assertThat(content()[6]).isEqualTo(value(6));
    }

    /** Of what was cut off nobody knows whether it lay over the rest. */
    @Test
    void whatIsNotWholeIsNotRetained() throws Exception {
      crash(2, "process");
      Path left = sessions(new LocalStorage()).get(0).paths().get(0);
      Wreck.damage(left.resolve("r00001.data"), Wreck.FIRST_DATA);
      use(
          1,
          TargetFile.Mode.UPDATE,
          (array, buffer) -> assertThat(buffer.retained()).isNull(),
          "recover",
          "ignore");
      assertThat(sessions(new LocalStorage())).hasSize(1);
    }

    @Test
    void moreThanTheLimitIsRemoved() throws Exception {
      crash(2, "process");
      use(
          1,
          TargetFile.Mode.UPDATE,
          (array, buffer) -> assertThat(buffer.retained()).isNull(),
          "log.retain",
          "4KiB");
      assertThat(sessions(new LocalStorage())).isEmpty();
      assertAll(content());
    }
  }

  /**
   * The tier fails from one of its calls on, and then the machine loses power: what was drained
   * since stays, whatever is left of what was retained.
   */
  @Test
  void aPowerLossAtNoMomentBringsBackWhatIsOlder() throws Exception {
    boolean whole = false;
    for (int at = 1; !whole; at++) {
      long seed = 31L * at;
      try (FaultyStorage storage = new FaultyStorage(tier, seed);
          SoloGroup group = new SoloGroup()) {
        whole = failAt(at, group, storage);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("call " + at, e);
      }
    }
  }

  /** Returns whether all went well because there are not so many calls. */
  private boolean failAt(int at, ProcessGroup group, FaultyStorage storage) throws IOException {
    Settings durable = settings("log.durability", "power");
    try (Depot depot = new Depot(storage);
        TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE)) {
      BurstBuffer buffer = BurstBuffer.open(file, group, durable, depot);
      putAll(buffer.define(LAYOUT), 0, 1);
      buffer.leave();
    }
    boolean[] done = new boolean[2];
    long before = storage.calls();
    storage.failAt(null, at, FaultyStorage.Fault.IO_ERROR, true);
    try {
      use(
          group,
          TargetFile.Mode.UPDATE,
          storage,
          durable,
          (array, buffer) -> {
            put(array, 0, -1);
            done[0] = true;
            buffer.drain();
            put(array, 1, -2);
            buffer.drain();
            done[1] = true;
          });
    } catch (IOException e) {
      // The tier is broken.
    }
    storage.heal();
    boolean whole = storage.calls() - before < at;
    storage.crash();
    use(group, TargetFile.Mode.UPDATE, storage, durable, (array, buffer) -> {});
    long[] found = content();
    if (done[0]) {
      assertThat(found[0]).isEqualTo(-1);
    }
    if (done[1]) {
      assertThat(found[1]).isEqualTo(-2);
    }
    for (int i = 2; i < ELEMENTS; i++) {
      assertThat(found[i]).isEqualTo(value(i));
    }
    return whole;
  }
}
