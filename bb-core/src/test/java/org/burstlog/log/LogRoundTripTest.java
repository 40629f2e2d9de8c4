package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.file.DataView;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is put is what is read, for each way to write and each layout. */
class LogRoundTripTest {
  private static final long SESSION = 0x0123456789abcdefL;

  private final Storage storage = new LocalStorage();
  private final Array array =
      Array.rowMajor("temperature", 512, 8, ByteOrder.BIG_ENDIAN, 1000, 1000);

  @TempDir Path tier;
  private SessionDirectory directory;

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = SessionDirectory.make(storage, tier, Path.of("/pfs/out.nc"), SESSION);
  }

  private LogWriter open(Access access, int lane, int lanes) throws IOException {
    String name = lanes == 1 ? LogName.ofProcess(0, 0) : LogName.ofNode(0, 0);
    if (lane == 0) {
      LogWriter.create(directory, name);
    }
    LogOptions options = LogOptions.DEFAULT.with(access).withSizes(1 << 20, 1 << 16);
    return LogWriter.open(directory, name, Session.header(SESSION, lane, lanes), options);
  }

  private static void put(LogWriter log, int array, long row, double... values) throws IOException {
    log.put(
        array,
        Region.of(new long[] {row, 0}, new long[] {1, values.length}),
        values,
        0,
        8L * values.length);
  }

  private static List<String> read(LaneReader lane) throws IOException {
    List<String> found = new ArrayList<>();
    for (LogRecord r = lane.next(); r != null; r = lane.next()) {
      StringBuilder text = new StringBuilder().append(r.region().start(0)).append(':');
      for (long at = 0; at < r.dataLength(); at += 8) {
        assertThat(lane.view().seek(r.dataPosition() + at, 8)).isEqualTo(8);
        ByteBuffer buffer = lane.view().buffer().duplicate().order(ByteOrder.nativeOrder());
        text.append(' ').append(buffer.getDouble(lane.view().index()));
      }
      found.add(text.toString());
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource(
      value = Access.class,
      names = {"MAPPED", "WRITTEN"})
  void aLogOfOneProcessGivesItsRecordsInOrder(Access access) throws IOException {
    try (LogWriter log = open(access, 0, 1)) {
      int number = log.define(array);
      put(log, number, 5, 1.5, 2.5);
      put(log, number, 3, -1);
      put(log, number, 5);
    }
    try (LogReader reader = LogReader.open(storage, directory.meta("r00000"))) {
      LaneReader lane = reader.lane(0);
      assertThat(read(lane)).containsExactly("5: 1.5 2.5", "3: -1.0", "5:");
      assertThat(lane.verdict().state()).isEqualTo(LogVerdict.State.CLEAN);
      assertThat(lane.header().target()).isEqualTo("/pfs/out.nc");
      assertThat(lane.header().identity()).isEqualTo("inode 7");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Access.class,
      names = {"MAPPED", "WRITTEN"})
  void processesThatShareALogDoNotMeet(Access access) throws IOException {
    int lanes = 3;
    int rows = 2000;
    List<LogWriter> logs = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      logs.add(open(access, i, lanes));
      assertThat(logs.get(i).define(array)).isZero();
    }
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < lanes; i++) {
        put(logs.get(i), 0, row % 1000, i, row, i * 1e6 + row);
      }
    }
    for (Closeable log : logs) {
      log.close();
    }
    try (LogReader reader = LogReader.open(storage, directory.meta("n0000"))) {
      assertThat(reader.lanes()).isEqualTo(lanes);
      for (int i = 0; i < lanes; i++) {
        LaneReader lane = reader.lane(i);
        List<String> found = read(lane);
        assertThat(lane.verdict().state()).isEqualTo(LogVerdict.State.CLEAN);
        assertThat(found).hasSize(rows);
        for (int row = 0; row < rows; row++) {
          assertThat(found.get(row))
              .isEqualTo(
                  row % 1000 + ": " + (double) i + " " + (double) row + " " + (i * 1e6 + row));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Access.class,
      names = {"MAPPED", "WRITTEN"})
  void aNewGenerationForgetsTheOldOne(Access access) throws IOException {
    try (LogWriter log = open(access, 0, 1)) {
      int number = log.define(array);
      for (int row = 0; row < 100; row++) {
        put(log, number, row, row);
      }
      long allocated = log.allocated();
      log.reset();
      assertThat(log.index().size()).isZero();
      put(log, number, 7, 42);
      assertThat(log.allocated()).isEqualTo(allocated);
    }
    try (LogReader reader = LogReader.open(storage, directory.meta("r00000"))) {
      LaneReader lane = reader.lane(0);
      assertThat(read(lane)).containsExactly("7: 42.0");
      assertThat(lane.verdict().state()).isEqualTo(LogVerdict.State.CLEAN);
    }
  }

  @Test
  void dataLargerThanAChunkIsReadBack() throws IOException {
    ByteBuffer large = ByteBuffer.allocateDirect(5_000_000).order(ByteOrder.nativeOrder());
    for (int i = 0; i < large.capacity(); i += 8) {
      large.putDouble(i, i);
    }
    Region region = Region.of(new long[] {0, 0}, new long[] {625, 1000});
    try (LogWriter log = open(Access.MAPPED, 0, 1)) {
      log.put(log.define(array), region, large, 0, large.capacity());
      assertThat(log.index().size()).isEqualTo(1);
      DataView view = log.view();
      long at = log.index().dataPosition(0);
      for (long done = 0; done < large.capacity(); ) {
        int n = view.seek(at + done, Integer.MAX_VALUE);
        int length = (int) Math.min(n, large.capacity() - done);
        assertThat(view.buffer().slice(view.index(), length))
            .isEqualTo(large.slice((int) done, length));
        done += length;
      }
    }
  }

  @Test
  void aLogTakesTwoFilesWhichDeletingRemoves() throws IOException {
    LogWriter log = open(Access.MAPPED, 0, 1);
    try (var files = Files.list(directory.path())) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("r00000.meta", "r00000.data");
    }
    log.close();
    LogWriter.delete(directory, "r00000");
    directory.delete();
    assertThat(directory.path()).doesNotExist();
  }
}
