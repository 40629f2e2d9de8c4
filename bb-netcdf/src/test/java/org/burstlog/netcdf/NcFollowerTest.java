package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.NcFollower.Step;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.NamedSettings;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A follower hands out each record once, in order, when it is complete. */
class NcFollowerTest {
  private static final int COLUMNS = 12;

  @TempDir Path directory;
  private Path tier;
  private Path path;

  @BeforeEach
  void places() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
    path = directory.resolve("out.nc");
  }

  private NcOptions options(String... more) throws IOException {
    Settings.Builder settings =
        Settings.builder().set(Settings.SWITCH, "on").set(Settings.TIER, tier.toString());
    return NcOptions.defaults().settings(NamedSettings.set(settings, more).build());
  }

  private NcVariable begin(NcOptions options) throws IOException {
    NcFile file = NcFile.create(path, options);
    NcDimension time = file.defineUnlimited("time");
    NcDimension x = file.defineDimension("x", COLUMNS);
    NcVariable v = file.defineVariable("v", NcType.DOUBLE, time, x);
    file.endDefine();
    return v;
  }

  private static Region record(long record) {
    return Region.of(new long[] {record, 0}, new long[] {1, COLUMNS});
  }

  private static double[] all(long value) {
    double[] values = new double[COLUMNS];
    Arrays.fill(values, (double) value);
    return values;
  }

  private static double[] now(NcFollower follower) throws IOException {
    return follower.file().variable("v").getDoubles(record(follower.record()));
  }

  private static NcException thrown(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return (NcException) org.assertj.core.api.Assertions.catchThrowable(call);
  }

  @ParameterizedTest
  @CsvSource({
    "foreground,process,mapped",
    "foreground,process,written",
    "background,process,mapped",
    "background,process,written",
    "foreground,node,auto"
  })
  void recordsAreHandedOutBehindTheirFlush(String mode, String layout, String access)
      throws Exception {
    NcVariable v = begin(options("drain.mode", mode, "log.layout", layout, "log.access", access));
    NcFile writer = v.file();
    try (NcFollower follower = NcFile.follow(path, options(), Duration.ZERO)) {
      assertThat(follower.record()).isEqualTo(-1);
      for (int record = 0; record < 12; record++) {
        v.put(record(record), all(record));
        assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.NOT_YET);
        if (record % 3 == 2) {
          writer.flush();
          for (int flushed = record - 2; flushed <= record; flushed++) {
            assertThat(follower.next()).isTrue();
            assertThat(follower.record()).isEqualTo(flushed);
            assertThat(now(follower)).containsExactly(all(flushed));
          }
        }
      }
      v.put(record(12), all(12));
      writer.close();
      assertThat(follower.next()).isTrue();
      assertThat(now(follower)).containsExactly(all(12));
      assertThat(follower.next()).isFalse();
      assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.END);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "redefine", "awaitAll"})
  void otherCallsCompleteRecordsToo(String call) throws Exception {
    NcVariable v = begin(options());
    try (NcFile writer = v.file();
        NcFollower follower = NcFile.follow(path, options(), Duration.ZERO)) {
      if (call.equals("awaitAll")) {
        v.nonblocking().put(record(0), all(7));
        writer.awaitAll();
      } else {
        v.put(record(0), all(7));
        if (call.equals("sync")) {
          writer.sync();
        } else {
          writer.redefine();
          writer.defineVariable("more", NcType.INT, writer.dimension("time"));
          writer.endDefine();
        }
      }
      assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.NEXT);
      assertThat(now(follower)).containsExactly(all(7));
      v.put(record(1), all(8));
      writer.flush();
      assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.NEXT);
      assertThat(now(follower)).containsExactly(all(8));
      assertThat(follower.file().variables()).hasSize(call.equals("redefine") ? 2 : 1);
    }
  }

  @Test
  void aLogThatIsDrainedBecauseItIsFullCompletesNothing() throws Exception {
    NcVariable v = begin(options("log.capacity", "256KiB", "log.chunk", "64KiB", "log.spare", "0"));
    try (NcFile writer = v.file();
        NcFollower follower = NcFile.follow(path, options(), Duration.ZERO)) {
      int records = 5000;
      for (int record = 0; record < records; record++) {
        v.put(record(record), all(record));
      }
      assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.NOT_YET);
      follower.file().sync();
      assertThat(follower.file().records()).isEqualTo(records);
      writer.flush();
      for (int record = 0; record < records; record++) {
        assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.NEXT);
      }
      assertThat(now(follower)).containsExactly(all(records - 1));
      assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.NOT_YET);
    }
  }

  @ParameterizedTest
  @CsvSource({"foreground,2,1", "background,2,1", "foreground,1,3", "background,3,2"})
  void processesFollowProcesses(String mode, int writers, int readers) throws Exception {
    int records = 30;
    CountDownLatch defined = new CountDownLatch(1);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<?> writing =
          threads.submit(
              () -> {
                ThreadedGroup.run(
                    writers, group -> write(group, options("drain.mode", mode), records, defined));
                return null;
              });
      defined.await();
      ThreadedGroup.run(readers, group -> follow(group, records));
      writing.get();
    } finally {
      threads.shutdownNow();
    }
  }

  private void write(ProcessGroup group, NcOptions options, int records, CountDownLatch defined)
      throws IOException {
    NcVariable v = begin(options.group(group));
    try (NcFile file = v.file()) {
      defined.countDown();
      int each = COLUMNS / group.size();
      for (int record = 0; record < records; record++) {
        v.put(
            Region.of(new long[] {record, (long) group.rank() * each}, new long[] {1, each}),
            Arrays.copyOf(all(record), each));
        file.flush();
      }
    }
  }

  private void follow(ProcessGroup group, int records) throws IOException {
    List<Long> seen = new ArrayList<>();
    try (NcFollower follower = NcFile.follow(path, options().group(group))) {
      while (follower.next()) {
        seen.add(follower.record());
        assertThat(now(follower)).containsExactly(all(follower.record()));
      }
    }
    assertThat(seen).hasSize(records).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void theFileMayBeMadeLater() throws Exception {
    NcException missing =
        thrown(() -> NcFile.follow(path, options(), Duration.ofMillis(1)).close());
    assertThat(missing.error()).isEqualTo(NcError.NC_ENOENT);
    Files.createFile(path);
    assertThatThrownBy(() -> NcFile.follow(path, options(), Duration.ZERO))
        .hasMessageContaining("was not made so far");
    Files.writeString(path, "CD");
    NcException empty = thrown(() -> NcFile.follow(path, options(), Duration.ZERO).close());
    assertThat(empty.error()).isEqualTo(NcError.NC_ENOTNC);
    Files.delete(path);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<double[]> following =
          threads.submit(
              () -> {
                try (NcFollower follower = NcFile.follow(path, options())) {
                  assertThat(follower.next()).isTrue();
                  return now(follower);
                }
              });
      NcVariable v = begin(options());
      try (NcFile file = v.file()) {
        v.put(record(0), all(3));
        file.flush();
        assertThat(following.get()).containsExactly(all(3));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCrashIsToldBehindTheCompleteRecords(boolean pending) throws Exception {
    FickleTarget.Targets targets = new FickleTarget.Targets();
    NcVariable v = begin(options().target(targets));
    try (NcFollower follower = NcFile.follow(path, options(), Duration.ZERO)) {
      v.put(record(0), all(1));
      v.file().flush();
      if (pending) {
        v.put(record(1), all(2));
        v.file().flush();
        v.put(record(2), all(3));
        targets.broken.set(true);
        assertThatThrownBy(() -> v.file().flush()).isInstanceOf(IOException.class);
      } else {
        v.put(record(1), all(2));
        targets.broken.set(true);
      }
      assertThatThrownBy(() -> v.file().close()).isInstanceOf(IOException.class);
      // A flush or close that fails has been called all the same.
      long complete = pending ? 3 : 2;
      for (int record = 0; record < complete; record++) {
        assertThat(follower.next()).isTrue();
        assertThat(now(follower)).containsExactly(all(record + 1));
      }
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(() -> follower.next())
            .hasMessageContaining("without closing it")
            .hasMessageContaining("its first " + complete + " records are complete")
            .hasMessageContaining("'bb recover " + tier);
      }
      try (NcFile next = NcFile.open(path, options())) {
        next.variable("v").put(record(complete), all(complete + 1));
        next.flush();
        assertThat(follower.next()).isTrue();
        assertThat(now(follower)).containsExactly(all(complete + 1));
      }
      assertThat(follower.next()).isFalse();
    }
  }

  @Test
  void aFileThatIsClosedAlreadyIsHandedOutWhole() throws Exception {
    NcVariable v = begin(options());
    try (NcFile file = v.file()) {
      for (int record = 0; record < 5; record++) {
        v.put(record(record), all(record));
      }
      assertThat(file.records()).isEqualTo(5);
    }
    try (NcFollower follower = NcFile.follow(path, options(), Duration.ZERO)) {
      for (int record = 0; record < 5; record++) {
        assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.NEXT);
      }
      assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.END);
      try (NcFile more = NcFile.open(path, options())) {
        more.variable("v").put(record(5), all(5));
        assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.NOT_YET);
      }
      assertThat(follower.next(Duration.ZERO)).isEqualTo(Step.NEXT);
      assertThat(now(follower)).containsExactly(all(5));
    }
  }

  @Test
  void nothingIsFollowedWithoutLookingAtLogs() throws Exception {
    begin(options()).file().close();
    NcException off = thrown(() -> NcFile.follow(path, NcOptions.defaults()).close());
    assertThat(off.error()).isEqualTo(NcError.NC_EINVAL);
    assertThat(off).hasMessageContaining("BURSTLOG");
  }

  @Test
  void aClosedFollowerSaysSo() throws Exception {
    begin(options()).file().close();
    NcFollower follower = NcFile.follow(path, options());
    follower.close();
    follower.close();
    assertThat(thrown(follower::next).error()).isEqualTo(NcError.NC_EBADID);
  }

  @Test
  void anInterruptIsKept() throws Exception {
    NcVariable v = begin(options());
    try (NcFile file = v.file();
        NcFollower follower = NcFile.follow(path, options())) {
      Thread.currentThread().interrupt();
      assertThat(follower.next(Duration.ofMillis(3))).isEqualTo(Step.NOT_YET);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(file.records()).isZero();
    }
  }

  @Test
  void refreshIsForFilesThatAreOpenForReading() throws Exception {
    NcVariable v = begin(options());
    try (SoloGroup group = new SoloGroup();
        NcFile file = v.file();
        NcFile reader = NcFile.open(path, options().group(group).readOnly())) {
      NcException refused = thrown(file::refresh);
      assertThat(refused.error()).isEqualTo(NcError.NC_EPERM);
      assertThat(refused).hasMessageContaining("readOnly()");
      assertThat(reader.refresh()).isFalse();
      v.put(record(0), all(1));
      assertThat(reader.refresh()).isTrue();
      assertThat(reader.refresh()).isFalse();
    }
  }
}
