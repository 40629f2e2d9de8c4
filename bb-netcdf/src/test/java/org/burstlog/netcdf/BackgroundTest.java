package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.buffer.Burstlog;
import org.burstlog.drain.DrainListener;
import org.burstlog.drain.DrainProgress;
import org.burstlog.group.OneThreadGroup;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.recover.SessionFinder;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose drains and closes the program does not wait for. */
class BackgroundTest {
  private static final int WIDTH = 64;
  private static final int RECORDS = 6;
  private static final int MANY = 1 << 18;

  @TempDir Path directory;

  private Settings settings(boolean on) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, on ? "on" : "off")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString())
        .set(Settings.DRAIN_MODE, "background")
        .set(Settings.DRAIN_CLOSE, "background")
        .build();
  }

  private static NcOptions options(ProcessGroup group, Settings settings, TargetSystem targets) {
    return NcOptions.defaults().group(group).settings(settings).target(targets);
  }

  /** Each rank writes its part of each record, and reads what its neighbour has flushed. */
  private static void write(ProcessGroup group, Path path, NcOptions options) throws IOException {
    int each = WIDTH / group.size();
    try (NcFile file = NcFile.create(path, options)) {
      NcDimension time = file.defineUnlimited("time");
      NcDimension x = file.defineDimension("x", WIDTH);
      NcVariable values = file.defineVariable("v", NcType.INT, time, x);
      file.endDefine();
      for (int record = 0; record < RECORDS; record++) {
        int[] mine = new int[each];
        Arrays.fill(mine, 100 * record + group.rank());
        long from = (long) group.rank() * each;
        Region region = Region.of(new long[] {record, from}, new long[] {1, each});
        values.collective().put(region, mine);
        file.flush();
        int neighbour = (group.rank() + 1) % group.size();
        int[] seen = new int[each];
        long its = (long) neighbour * each;
        values.get(Region.of(new long[] {record, its}, new long[] {1, each}), seen);
        assertThat(seen).containsOnly(100 * record + neighbour);
      }
    }
  }

  /** As a target that is written by MPI, for which there is no other way. */
  private static final class OneWayTarget extends ForwardingTarget {
    OneWayTarget(TargetFile real) {
      super(real);
    }

    static TargetFile open(ProcessGroup group, Path path, TargetFile.Mode mode) throws IOException {
      return new OneWayTarget(PlainTarget.open(group, path, mode));
    }
  }

  @ParameterizedTest(name = "{0} ranks, of many threads {1}, for one way {2}")
  @CsvSource({
    "1, true, false", "2, true, false", "4, true, false",
    "1, false, false", "2, false, false", "4, false, false",
    "1, false, true", "2, false, true", "4, false, true"
  })
  void theFileIsTheSameAsWithoutABurstBuffer(int ranks, boolean concurrent, boolean oneWay)
      throws Exception {
    Path on = directory.resolve("on.nc");
    Path off = directory.resolve("off.nc");
    TargetSystem targets = oneWay ? OneWayTarget::open : PlainTarget.SYSTEM;
    ThreadedGroup.run(
        ranks,
        threads -> {
          ProcessGroup group = concurrent ? threads : new OneThreadGroup(threads);
          write(group, off, options(group, settings(false), PlainTarget.SYSTEM));
          write(group, on, options(group, settings(true), targets));
        });
    Burstlog.awaitDrained();
    assertThat(Files.mismatch(on, off)).isEqualTo(-1);
  }

  private void getWhileOthersGoOn(ProcessGroup group, TargetSystem targets, String next)
      throws IOException {
    Settings settings =
        settings(true).toBuilder()
            .set(Settings.DRAIN_CLOSE, "wait")
            .set(Settings.DRAIN_BUFFER, "64KiB")
            .build();
    NcOptions options = options(group, settings, targets);
    NcFile other = NcFile.create(directory.resolve("other.nc"), options);
    NcFile file = NcFile.create(directory.resolve("out.nc"), options);
    NcDimension time = file.defineUnlimited("time");
    NcDimension x = file.defineDimension("x", 2L * MANY);
    NcVariable values = file.defineVariable("v", NcType.INT, time, x);
    file.endDefine();
    other.endDefine();
    int[] mine = new int[MANY];
    Arrays.fill(mine, 1 + group.rank());
    Region own = Region.of(new long[] {0, (long) group.rank() * MANY}, new long[] {1, MANY});
    values.put(own, mine);
    file.flush();
    if (group.rank() == 1) {
      int[] its = new int[MANY];
      values.get(Region.of(new long[] {0, 0}, new long[] {1, MANY}), its);
      assertThat(its).containsOnly(1);
    }
    switch (next) {
      case "flush" -> file.flush();
      case "sync" -> file.sync();
      case "syncRecords" -> file.syncRecords();
      case "redefine" -> file.redefine();
      case "awaitAll" -> file.awaitAll();
      case "get" -> values.collective().get(own, mine);
      case "puts" -> {
        for (int record = 0; record < 3; record++) {
          Region later = Region.of(new long[] {record, own.start(1)}, new long[] {1, MANY});
          values.collective().put(later, mine);
        }
      }
      case "syncOther" -> other.sync();
      case "closeOther" -> other.close();
      case "close" -> file.close();
      default -> throw new IllegalArgumentException(next);
    }
    file.close();
    other.close();
  }

  @ParameterizedTest(name = "{0}, for one way {1}")
  @MethodSource("nextCalls")
  void aGetOfWhatOthersHaveFlushedIsServedByTheNextCallOfThose(String next, boolean oneWay)
      throws Exception {
    TargetSystem targets = oneWay ? OneWayTarget::open : PlainTarget.SYSTEM;
    ThreadedGroup.run(2, threads -> getWhileOthersGoOn(new OneThreadGroup(threads), targets, next));
  }

  static Stream<Arguments> nextCalls() {
    return Stream.of(
            "flush",
            "sync",
            "syncRecords",
            "redefine",
            "awaitAll",
            "get",
            "puts",
            "syncOther",
            "closeOther",
            "close")
        .flatMap(next -> Stream.of(arguments(next, true), arguments(next, false)));
  }

  /** A target that writes nothing before it may. */
  private static final class HeldTarget extends ForwardingTarget {
    private final CountDownLatch open;
    private final boolean fails;

    HeldTarget(TargetFile real, CountDownLatch open, boolean fails) {
      super(real);
      this.open = open;
      this.fails = fails;
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      if (extents.bytes() >= (long) WIDTH * Integer.BYTES) {
        try {
          open.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
        if (fails) {
          throw new IOException("planned failure");
        }
      }
      super.write(extents, data);
    }
  }

  /** Opens when a thread waits, or when it is told that it need not. */
  private static void openWhenWaiting(Thread reader, CountDownLatch over, CountDownLatch open) {
    Thread watch =
        new Thread(
            () -> {
              while (over.getCount() > 0 && reader.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              open.countDown();
            });
    watch.setDaemon(true);
    watch.start();
  }

  @ParameterizedTest(name = "collective {0}, {1} epochs")
  @CsvSource({"false, 1", "true, 1", "false, 2", "true, 2", "false, 3", "true, 3"})
  void aGetSeesTheLastThatAnyProcessHasFlushed(boolean collective, int epochs) throws Exception {
    CountDownLatch open = new CountDownLatch(epochs == 1 ? 0 : 1);
    Settings settings =
        settings(true).toBuilder()
            .set(Settings.DRAIN_CLOSE, "wait")
            .set(Settings.DRAIN_EPOCHS, Integer.toString(epochs))
            .build();
    TargetSystem held =
        (group, path, mode) ->
            new HeldTarget(PlainTarget.SYSTEM.open(group, path, mode), open, false);
    ThreadedGroup.run(
        2,
        group -> {
          try (NcFile file =
              NcFile.create(directory.resolve("out.nc"), options(group, settings, held))) {
            NcDimension x = file.defineDimension("x", WIDTH);
            NcVariable values = file.defineVariable("v", NcType.INT, x);
            file.endDefine();
            for (int rank = 1; rank >= 0; rank--) {
              if (group.rank() == rank) {
                int[] mine = new int[WIDTH];
                Arrays.fill(mine, 2 - rank);
                values.put(mine);
              }
              file.flush();
            }
            CountDownLatch over = new CountDownLatch(1);
            if (group.rank() == 1) {
              openWhenWaiting(Thread.currentThread(), over, open);
            }
            try {
              int[] seen = collective ? values.collective().getInts() : values.getInts();
              assertThat(seen).containsOnly(2);
            } finally {
              over.countDown();
            }
          }
        });
  }

  private NcOptions held(CountDownLatch open, boolean fails) throws IOException {
    TargetSystem plain = PlainTarget.SYSTEM;
    return NcOptions.defaults()
        .settings(settings(true))
        .target((group, path, mode) -> new HeldTarget(plain.open(group, path, mode), open, fails));
  }

  private static NcFile writeAndClose(Path path, NcOptions options) throws IOException {
    NcFile file = NcFile.create(path, options);
    NcDimension x = file.defineDimension("x", WIDTH);
    NcVariable values = file.defineVariable("v", NcType.INT, x);
    file.endDefine();
    int[] all = new int[WIDTH];
    Arrays.fill(all, 7);
    values.put(all);
    file.close();
    return file;
  }

  private static final int LONG = 4096;

  /** Opens a file of records, puts them together, and does something before it is closed. */
  private static void putRecords(ProcessGroup group, Path path, NcOptions options, RecordPuts puts)
      throws IOException {
    try (NcFile file = NcFile.create(path, options)) {
      NcDimension time = file.defineUnlimited("time");
      NcDimension x = file.defineDimension("x", (long) LONG * group.size());
      NcVariable values = file.defineVariable("v", NcType.INT, time, x);
      file.endDefine();
      puts.run(
          file,
          (record, count) -> {
            int[] mine = new int[count * LONG];
            Arrays.fill(mine, 100 * record + group.rank());
            long from = (long) group.rank() * LONG;
            Region region = Region.of(new long[] {record, from}, new long[] {count, LONG});
            values.collective().put(region, mine);
          });
    }
  }

  private interface RecordPut {
    void put(int record, int count) throws IOException;
  }

  private interface RecordPuts {
    void run(NcFile file, RecordPut put) throws IOException;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aLogThatIsNearlyFullIsHandedOverAtACollectivePut(int ranks) throws Exception {
    Path on = directory.resolve("on.nc");
    Path off = directory.resolve("off.nc");
    CountDownLatch open = new CountDownLatch(1);
    CyclicBarrier together = new CyclicBarrier(ranks, open::countDown);
    int[] records = new int[ranks];
    Settings settings =
        settings(true).toBuilder()
            .set(Settings.CAPACITY, "4MiB")
            .set(Settings.DRAIN_CLOSE, "wait")
            .build();
    TargetSystem held =
        (group, path, mode) ->
            new HeldTarget(PlainTarget.SYSTEM.open(group, path, mode), open, false);
    ThreadedGroup.run(
        ranks,
        group -> {
          putRecords(
              group,
              on,
              options(group, settings, held),
              (file, put) -> {
                int record = 0;
                while (!file.isDraining()) {
                  put.put(record++, 1);
                }
                // The program goes on, though nothing can be written.
                for (int more = 0; more < 10; more++) {
                  put.put(record++, 1);
                }
                records[group.rank()] = record;
                DrainProgress progress = file.progress();
                assertThat(progress.handedOver()).isGreaterThan(1 << 20);
                assertThat(progress.pending()).isGreaterThan(progress.handedOver());
                assertThat(file.wouldStall(LONG)).isFalse();
                assertThat(file.wouldStall(4 << 20)).isTrue();
                assertThat(file.statistics().orElseThrow().get(Counter.FULL_EVENTS)).isZero();
                assertThat(file.statistics().orElseThrow().get(Counter.DRAIN_WAIT_NANOS)).isZero();
                meet(together);
              });
          putRecords(
              group,
              off,
              options(group, settings(false), PlainTarget.SYSTEM),
              (file, put) -> {
                for (int record = 0; record < records[group.rank()]; record++) {
                  put.put(record, 1);
                }
              });
        });
    assertThat(Files.mismatch(on, off)).isEqualTo(-1);
  }

  @Test
  void noLogIsFoundFullWhereAFlushLeavesItEmptyAndPutsAreLarge() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    CyclicBarrier together = new CyclicBarrier(2, open::countDown);
    Settings settings =
        settings(true).toBuilder()
            .set(Settings.CAPACITY, "4MiB")
            .set(Settings.DRAIN_CLOSE, "wait")
            .build();
    TargetSystem held =
        (group, path, mode) ->
            new HeldTarget(PlainTarget.SYSTEM.open(group, path, mode), open, false);
    // Two of them fit into a log.
    int large = 44;
    ThreadedGroup.run(
        2,
        group ->
            putRecords(
                group,
                directory.resolve("out.nc"),
                options(group, settings, held),
                (file, put) -> {
                  put.put(0, large);
                  file.flush();
                  put.put(large, large);
                  meet(together);
                  for (int i = 2; i < 6; i++) {
                    put.put(i * large, large);
                  }
                  assertThat(file.statistics().orElseThrow().get(Counter.FULL_EVENTS)).isZero();
                }));
  }

  private static void meet(CyclicBarrier together) {
    try {
      together.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsFlushedIsToldToAListener() throws IOException {
    List<String> told = new CopyOnWriteArrayList<>();
    Settings settings = settings(true).toBuilder().set(Settings.DRAIN_CLOSE, "wait").build();
    NcOptions options = NcOptions.defaults().settings(settings);
    try (NcFile file = NcFile.create(directory.resolve("out.nc"), options)) {
      file.listen(
          new DrainListener() {
            @Override
            public void drained(int epoch, long bytes) {
              told.add("drained " + epoch);
            }
          });
      NcDimension x = file.defineDimension("x", WIDTH);
      NcVariable values = file.defineVariable("v", NcType.INT, x);
      file.endDefine();
      for (int i = 0; i < 2; i++) {
        values.put(new int[WIDTH]);
        file.flush();
        file.awaitDrained();
      }
      assertThat(file.progress()).isEqualTo(DrainProgress.NOTHING);
    }
    assertThat(told).containsExactly("drained 1", "drained 2");
  }

  @Test
  void aFileWithoutABurstBufferHasNothingOnItsWay() throws IOException {
    NcOptions options = NcOptions.defaults().settings(settings(false));
    try (NcFile file = NcFile.create(directory.resolve("out.nc"), options)) {
      file.listen(new DrainListener() {});
      file.endDefine();
      assertThat(file.progress()).isEqualTo(DrainProgress.NOTHING);
      assertThat(file.wouldStall(Long.MAX_VALUE)).isFalse();
    }
  }

  @Test
  void ranksThatHaveEndedAreStillThereForTheirCloses() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    Path path = directory.resolve("out.nc");
    NcOptions options = held(open, false);
    ThreadedGroup.run(2, group -> writeAndClose(path, options.group(group)));
    open.countDown();
    Burstlog.awaitDrained();
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      int[] all = new int[WIDTH];
      file.variable("v").get(all);
      assertThat(all).containsOnly(7);
    }
    Path tier = directory.resolve("tier");
    assertThat(SessionFinder.find(new SoloGroup(), new LocalStorage(), List.of(tier))).isEmpty();
  }

  @Test
  void aCloseFailsWhereAnotherRankHasFailed() throws Exception {
    CountDownLatch open = new CountDownLatch(0);
    Path path = directory.resolve("out.nc");
    NcOptions options = held(open, false);
    assertThatThrownBy(
            () ->
                ThreadedGroup.run(
                    2,
                    group -> {
                      NcFile file = NcFile.create(path, options.group(group));
                      file.endDefine();
                      if (group.rank() == 1) {
                        throw new IllegalStateException("out of ideas");
                      }
                      file.close();
                    }))
        .hasMessage("out of ideas");
    assertThatThrownBy(Burstlog::awaitDrained).hasMessageContaining("out of ideas");
  }

  @Test
  void theProgramGoesOnWhileAFileIsClosed() throws IOException {
    CountDownLatch open = new CountDownLatch(1);
    Path path = directory.resolve("out.nc");
    NcFile closing = writeAndClose(path, held(open, false));
    assertThat(closing.isDraining()).isTrue();
    assertThat(closing.progress().handedOver()).isEqualTo((long) WIDTH * Integer.BYTES);
    assertThat(closing.progress().left()).isEmpty();
    open.countDown();
    closing.awaitDrained();
    assertThat(closing.isDraining()).isFalse();
    assertThat(closing.progress()).isEqualTo(DrainProgress.NOTHING);
    assertThatThrownBy(() -> closing.listen(new DrainListener() {}))
        .isInstanceOf(NcException.class)
        .hasMessageContaining("NC_EBADID");
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      int[] all = new int[WIDTH];
      file.variable("v").get(all);
      assertThat(all).containsOnly(7);
    }
  }

  @Test
  void aFileThatIsBeingClosedIsOpenedBehindThat() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    Path path = directory.resolve("out.nc");
    writeAndClose(path, held(open, false));
    int[] all = new int[WIDTH];
    Thread reader =
        new Thread(
            () -> {
              try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
                file.variable("v").get(all);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    reader.start();
    while (reader.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    open.countDown();
    reader.join();
    assertThat(all).containsOnly(7);
    Burstlog.awaitDrained();
  }

  @Test
  void aCloseThatFailsIsToldByTheFileItselfAndByNoOtherThen() throws IOException {
    NcFile closing = writeAndClose(directory.resolve("out.nc"), held(new CountDownLatch(0), true));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(closing::awaitDrained)
          .isInstanceOf(NcException.class)
          .hasMessageContaining("planned failure");
    }
    assertThat(closing.isDraining()).isFalse();
    writeAndClose(directory.resolve("other.nc"), held(new CountDownLatch(0), false)).awaitDrained();
    Burstlog.awaitDrained();
  }

  @Test
  void theNextCloseTellsWhoseFailedAndGoesOnItself() throws IOException {
    Path first = directory.resolve("first.nc");
    Path second = directory.resolve("second.nc");
    NcFile closing = writeAndClose(first, held(new CountDownLatch(0), true));
    while (closing.isDraining()) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(() -> writeAndClose(second, held(new CountDownLatch(0), false)))
        .isInstanceOf(NcException.class)
        .hasMessageContaining("closing " + first + " in the background failed")
        .hasMessageContaining("nothing is wrong with " + second);
    Burstlog.awaitDrained();
    try (NcFile file = NcFile.open(second, NcOptions.defaults().readOnly())) {
      int[] all = new int[WIDTH];
      file.variable("v").get(all);
      assertThat(all).containsOnly(7);
    }
  }

  @Test
  void aDrainThatFailsShowsInTheProgress() throws IOException {
    CountDownLatch open = new CountDownLatch(0);
    NcFile file = NcFile.create(directory.resolve("out.nc"), held(open, true));
    NcDimension x = file.defineDimension("x", WIDTH);
    NcVariable values = file.defineVariable("v", NcType.INT, x);
    file.endDefine();
    values.put(new int[WIDTH]);
    file.flush();
    while (file.isDraining()) {
      Thread.onSpinWait();
    }
    assertThat(file.progress().failed()).isTrue();
    assertThat(file.explain()).startsWith("drains go on in a thread; ");
    assertThatThrownBy(file::awaitDrained).hasMessageContaining("planned failure");
    file.close();
    assertThatThrownBy(file::awaitDrained).hasMessageContaining("planned failure");
  }

  /** Closes files in the background and tells the process to end at once. */
  static final class LeavingProgram {
    private static final int MANY = 4 << 20;

    private LeavingProgram() {}

    public static void main(String[] args) throws IOException {
      Settings settings =
          Settings.load().toBuilder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, args[1])
              .set(Settings.DRAIN_CLOSE, "background")
              .build();
      for (int i = 0; i < 2; i++) {
        NcFile file = NcFile.create(Path.of(args[0] + i), NcOptions.defaults().settings(settings));
        NcDimension x = file.defineDimension("x", MANY);
        NcVariable values = file.defineVariable("v", NcType.INT, x);
        file.endDefine();
        int[] all = new int[MANY];
        Arrays.fill(all, 7);
        values.put(all);
        file.close();
      }
      System.exit(3);
    }
  }

  @Test
  void aProcessThatIsToldToEndClosesItsFilesFirst() throws Exception {
    Path tier = Files.createDirectories(directory.resolve("tier"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LeavingProgram.class.getName(),
                directory.resolve("out").toString(),
                tier.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(3);
    for (int i = 0; i < 2; i++) {
      try (NcFile file =
          NcFile.open(directory.resolve("out" + i), NcOptions.defaults().readOnly())) {
        int[] all = new int[LeavingProgram.MANY];
        file.variable("v").get(all);
        assertThat(all).containsOnly(7);
      }
    }
    assertThat(SessionFinder.find(new SoloGroup(), new LocalStorage(), List.of(tier))).isEmpty();
  }

  @Test
  void aCloseThatFailsIsTold() throws IOException {
    CountDownLatch open = new CountDownLatch(0);
    Path path = directory.resolve("out.nc");
    writeAndClose(path, held(open, true));
    assertThatThrownBy(Burstlog::awaitDrained)
        .hasMessageContaining("closing " + path + " in the background failed")
        .hasMessageContaining("planned failure");
    Burstlog.awaitDrained();
    // Nothing is lost.
    Settings again = settings(true).toBuilder().set(Settings.DRAIN_CLOSE, "wait").build();
    try (NcFile file = NcFile.open(path, NcOptions.defaults().settings(again))) {
      int[] all = new int[WIDTH];
      file.variable("v").get(all);
      assertThat(all).containsOnly(7);
    }
  }
}
