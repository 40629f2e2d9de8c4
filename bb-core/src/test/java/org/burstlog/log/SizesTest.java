package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.log.read.LogVerdict.State;
import org.burstlog.storage.LocalStorage;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What does not fit into 32 bits. */
@Tag("slow")
class SizesTest {
  private static final long GIGABYTE = 1L << 30;

  @TempDir Path tier;

  private void needs(long bytes) throws IOException {
    long free = Files.getFileStore(tier).getUsableSpace();
    Assumptions.assumeTrue(
        free > 2 * bytes, free + " bytes free, " + bytes + " needed and as much again to be left");
  }

  private Session session(int lanes) throws IOException {
    Session session = Session.make(new LocalStorage(), tier, lanes);
    session.create();
    return session;
  }

  static List<Access> accesses() {
    return Effort.isLong() ? List.of(Access.MAPPED, Access.WRITTEN) : List.of(Access.WRITTEN);
  }

  @ParameterizedTest
  @MethodSource("accesses")
  void aLaneMayLieBehindFourGigabytesOfHoles(Access access) throws IOException {
    needs(GIGABYTE);
    int lanes = 4;
    Session session = session(lanes);
    // The blocks of the last lane begin at 6 GiB of the data log.
    LogOptions options = LogOptions.DEFAULT.with(access).withSizes(1 << 20, 2 * GIGABYTE);
    Pattern pattern = new Pattern(1, 500);
    try (LogWriter log = session.open(lanes - 1, options)) {
      int array = log.define(Pattern.ARRAY);
      for (long i = 0; i < 1000; i++) {
        pattern.put(log, array, i);
      }
    }
    assertThat(Files.size(session.data())).isGreaterThan(6 * GIGABYTE);
    List<Scan> scans = session.scan(pattern);
    assertThat(scans.get(lanes - 1).ids()).hasSize(1000);
    assertThat(scans.get(lanes - 1).verdict().state()).isEqualTo(State.CLEAN);
    assertThat(scans.get(0).verdict().state()).isEqualTo(State.CLEAN);
  }

  @Test
  void aRecordMayBeLargerThanTwoGigabytesAndALogThanFour() throws Exception {
    needs(5 * GIGABYTE);
    // A source of that size does not fit into the memory of the tests.
    long memory = memoryAvailable();
    Assumptions.assumeTrue(memory > 6 * GIGABYTE, memory + " bytes of memory available");
    String path = classes(LogWriter.class) + ":" + classes(SizesTest.class);
    Process large =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2500m",
                "-Xmn64m",
                "-XX:+UseSerialGC",
                "-cp",
                path,
                Large.class.getName(),
                tier.toString())
            .inheritIO()
            .start();
    assertThat(large.waitFor()).isZero();
    Session session = Session.make(new LocalStorage(), tier, 1);
    try (LogReader reader = LogReader.open(new LocalStorage(), session.meta())) {
      LaneReader lane = reader.lane(0);
      for (int i = 0; i < 2; i++) {
        LogRecord record = lane.next();
        assertThat(record).isNotNull();
        assertThat(record.dataLength()).isEqualTo(8L * Large.ELEMENTS);
        for (long e : new long[] {0, 1L << 28, Large.ELEMENTS - 1}) {
          assertThat(lane.view().seek(record.dataPosition() + 8 * e, 8)).isEqualTo(8);
          ByteBuffer bytes = lane.view().buffer().duplicate().order(ByteOrder.nativeOrder());
          assertThat(bytes.getLong(lane.view().index())).isEqualTo(e);
        }
      }
      LogRecord last = lane.next();
      assertThat(last).isNotNull();
      assertThat(last.dataPosition()).isGreaterThan(4 * GIGABYTE);
      assertThat(last.dataLength()).isEqualTo(8);
      assertThat(lane.next()).isNull();
      assertThat(lane.verdict().state()).isEqualTo(State.CLEAN);
    }
  }

  /** Puts two records of more than 2 GiB and a small one behind them. */
  static final class Large {
    static final int ELEMENTS = (1 << 28) + 1000;

    private Large() {}

    public static void main(String[] arguments) throws IOException {
      Session session = Session.make(new LocalStorage(), Path.of(arguments[0]), 1);
      session.create();
      long[] source = new long[ELEMENTS];
      for (int i = 0; i < ELEMENTS; i++) {
        source[i] = i;
      }
      try (LogWriter log = session.open(0, LogOptions.DEFAULT)) {
        int array = log.define(Array.rowMajor("large", 0, 8, ByteOrder.BIG_ENDIAN, 3, ELEMENTS));
        for (int i = 0; i < 2; i++) {
          Region region = Region.of(new long[] {i, 0}, new long[] {1, ELEMENTS});
          log.put(array, region, source, 0, 8L * ELEMENTS);
        }
        log.put(array, Region.of(new long[] {2, 0}, new long[] {1, 1}), source, 0, 8);
      }
    }
  }

  private static String classes(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private static long memoryAvailable() throws IOException {
    Path facts = Path.of("/proc/meminfo");
    if (!Files.exists(facts)) {
      return 0;
    }
    for (String line : Files.readAllLines(facts)) {
      if (line.startsWith("MemAvailable:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    return 0;
  }

  @Test
  void thereMayBeTenMillionRecords() throws IOException {
    needs(2 * GIGABYTE);
    int records = 10_000_000;
    Session session = session(1);
    double[] source = {0};
    Region region = new Region(0);
    try (LogWriter log = session.open(0, LogOptions.DEFAULT)) {
      int array = log.define(Array.rowMajor("scalar", 0, 8, ByteOrder.BIG_ENDIAN));
      for (int i = 0; i < records; i++) {
        source[0] = i;
        log.put(array, region, source, 0, 8);
      }
      assertThat(log.index().size()).isEqualTo(records);
      assertThat(log.index().memory()).isLessThanOrEqualTo(48L * records);
    }
    try (LogReader reader = LogReader.open(new LocalStorage(), session.meta())) {
      LaneReader lane = reader.lane(0);
      int found = 0;
      for (LogRecord r = lane.next(); r != null; r = lane.next()) {
        if (found % 100_003 == 0) {
          assertThat(lane.view().seek(r.dataPosition(), 8)).isEqualTo(8);
          ByteBuffer bytes = lane.view().buffer().duplicate().order(ByteOrder.nativeOrder());
          assertThat(bytes.getDouble(lane.view().index())).isEqualTo(found);
        }
        found++;
      }
      assertThat(found).isEqualTo(records);
      assertThat(lane.verdict().state()).isEqualTo(State.CLEAN);
    }
  }
}
