package org.burstlog.guard.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.LogWriter;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.Lane;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Logs as processes write them, of which one is lost and rebuilt, header and all. */
class RealLogsTest {
  private static final Path TIER = Path.of("/tier");
  private static final long SESSION = 77;
  private static final int MEMBERS = 4;
  private static final StripeLayout LAYOUT = new StripeLayout(MEMBERS, 2, 3000);
  private static final Array ARRAY = Array.rowMajor("a", 0, 8, ByteOrder.BIG_ENDIAN, 1 << 20);

  private final Random random = new Random(5);

  /** Open to the end: what a process that closes its log leaves holds nothing. */
  private final List<LogWriter> logs = new ArrayList<>();

  @AfterEach
  void abandonLogs() throws IOException {
    for (LogWriter log : logs) {
      log.abandon();
    }
  }

  /** What a reader finds: what it thinks of the log, and its records. */
  private record Read(LogVerdict verdict, List<LogRecord> records) {}

  private static Read read(FaultyStorage storage, Path meta) throws IOException {
    try (LogReader reader = LogReader.open(storage, meta)) {
      LaneReader lane = reader.lane(0);
      List<LogRecord> records = new ArrayList<>();
      for (LogRecord record = lane.next(); record != null; record = lane.next()) {
        records.add(record);
      }
      return new Read(lane.verdict(), records);
    }
  }

  private static SessionDirectory directory(FaultyStorage storage) throws IOException {
    return SessionDirectory.make(storage, TIER, Path.of("/pfs/out.nc"), SESSION);
  }

  /** A process puts some records. */
  private Read write(FaultyStorage storage, int rank) throws IOException {
    SessionDirectory directory = directory(storage);
    String name = LogName.ofProcess(rank, 0);
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    LogHeader header =
        new LogHeader(little, SESSION, 1, 1, 0, rank, MEMBERS, 0, 0, "/pfs/out.nc", "");
    LogWriter.create(directory, name);
    LogWriter log =
        LogWriter.open(
            directory,
            name,
            header,
            LogOptions.DEFAULT.with(LogOptions.Access.WRITTEN).withSizes(1 << 16, 1 << 15));
    int array = log.define(ARRAY);
    Region region = new Region(1);
    for (int put = 0; put < 20 + 40 * rank; put++) {
      long[] values = random.longs(1 + random.nextInt(60)).toArray();
      region.set(0, random.nextInt(1000), values.length, 1);
      log.put(array, region, values, 0, values.length * 8L);
    }
    log.sync();
    logs.add(log);
    return read(storage, directory.meta(name));
  }

  private static void ship(int member, StorageFile log, long end, List<ParityKeeper> keepers)
      throws IOException {
    ByteBuffer block = ByteBuffer.allocate(SlotDescriptor.BLOCK);
    log.read(0, block);
    ByteBuffer body = ByteBuffer.allocate((int) end - SlotDescriptor.BLOCK);
    log.read(SlotDescriptor.BLOCK, body);
    for (ParityKeeper keeper : keepers) {
      keeper.takeHeader(member, 0, block.clear());
      keeper.take(member, 0, body.clear());
      int number = 0;
      for (int at = 0; at < body.capacity(); at += LAYOUT.chunk()) {
        int length = Math.min(LAYOUT.chunk(), body.capacity() - at);
        CRC32C crc = new CRC32C();
        crc.update(body.slice(at, length));
        keeper.complete(
            member, number++, new Contribution(member, 1, length, (int) crc.getValue()));
      }
      keeper.ended(member, number);
    }
  }

  private static Stream stream(boolean metadata) {
    return new Stream(SESSION, 1, 0, 0, metadata);
  }

  private static Path log(SessionDirectory directory, int rank, boolean metadata) {
    String name = LogName.ofProcess(rank, 0);
    return metadata ? directory.meta(name) : directory.data(name);
  }

  @Test
  void aLogOfALostNodeIsReadAsItWasWritten() throws IOException {
    List<FaultyStorage> tiers = new ArrayList<>();
    List<Read> written = new ArrayList<>();
    for (int rank = 0; rank < MEMBERS; rank++) {
      tiers.add(new FaultyStorage(TIER, rank));
      written.add(write(tiers.get(rank), rank));
      assertThat(written.get(rank).verdict().records()).isEqualTo(20 + 40 * rank);
    }
    for (boolean metadata : new boolean[] {true, false}) {
      protect(tiers, written, metadata);
    }
    int[][] losses = {{0, 1}, {0, 3}, {1, 2}, {2, 3}, {1, 3}, {0, 2}};
    for (int[] lost : losses) {
      for (int rank : lost) {
        try (FaultyStorage elsewhere = new FaultyStorage(TIER, 9)) {
          SessionDirectory directory = directory(elsewhere);
          for (boolean metadata : new boolean[] {true, false}) {
            rebuild(tiers, lost, rank, metadata, elsewhere, directory);
          }
          Read again = read(elsewhere, log(directory, rank, true));
          assertThat(again.verdict()).isEqualTo(written.get(rank).verdict());
          assertThat(again.records()).hasSameSizeAs(written.get(rank).records());
        }
      }
    }
  }

  private static void protect(List<FaultyStorage> tiers, List<Read> written, boolean metadata)
      throws IOException {
    List<ParityKeeper> keepers = new ArrayList<>();
    for (int rank = 0; rank < MEMBERS; rank++) {
      keepers.add(new ParityKeeper(tiers.get(rank), TIER, stream(metadata), LAYOUT, rank));
    }
    for (int rank = 0; rank < MEMBERS; rank++) {
      SessionDirectory directory =
          SessionDirectory.join(tiers.get(rank), TIER, Path.of("/pfs/out.nc"), SESSION);
      try (StorageFile log = tiers.get(rank).open(log(directory, rank, metadata), false)) {
        Read read = written.get(rank);
        long data =
            read.records().stream()
                .mapToLong(r -> r.dataPosition() + r.dataLength())
                .max()
                .orElseThrow();
        ship(rank, log, metadata ? read.verdict().end() + Long.BYTES : data, keepers);
      }
    }
    for (ParityKeeper keeper : keepers) {
      keeper.encode();
      keeper.sync();
      assertThat(keeper.incomplete()).isZero();
      keeper.close();
    }
  }

  private static void rebuild(
      List<FaultyStorage> tiers,
      int[] lost,
      int rank,
      boolean metadata,
      FaultyStorage elsewhere,
      SessionDirectory directory)
      throws IOException {
    List<Closeable> open = new ArrayList<>();
    @Nullable Body[] bodies = new Body[MEMBERS];
    @Nullable KeptStripes[] kept = new KeptStripes[MEMBERS];
    for (int other = 0; other < MEMBERS; other++) {
      if (other != lost[0] && other != lost[1]) {
        FaultyStorage tier = tiers.get(other);
        SessionDirectory its = SessionDirectory.join(tier, TIER, Path.of("/pfs/out.nc"), SESSION);
        StorageFile file = tier.open(log(its, other, metadata), false);
        open.add(file);
        bodies[other] = new Body(file, Lane.SOLE, 1);
        KeptStripes stripes = KeptStripes.find(tier, TIER, stream(metadata), LAYOUT);
        open.add(stripes);
        kept[other] = stripes;
      }
    }
    try (StorageFile file = elsewhere.create(log(directory, rank, metadata))) {
      Rebuild rebuild = new Rebuild(LAYOUT, bodies, kept);
      Body into = new Body(file, Lane.SOLE, 1);
      assertThat(rebuild.rebuildHeader(rank, into)).isTrue();
      Rebuilt rebuilt = rebuild.rebuild(rank, into);
      assertThat(rebuilt.gone()).isEmpty();
      assertThat(rebuilt.unproven()).isEmpty();
    }
    for (Closeable one : open) {
      one.close();
    }
  }

  @Test
  void theLatestCopyOfAHeaderIsTaken() throws IOException {
    FaultyStorage storage = new FaultyStorage(TIER, 1);
    write(storage, 0);
    SessionDirectory directory =
        SessionDirectory.join(storage, TIER, Path.of("/pfs/out.nc"), SESSION);
    try (StorageFile data = storage.open(log(directory, 0, false), false)) {
      ByteBuffer block = ByteBuffer.allocate(SlotDescriptor.BLOCK).order(ByteOrder.LITTLE_ENDIAN);
      data.read(0, block);
      HeaderCopy late = HeaderCopy.of(block.clear());
      ByteBuffer zeros = ByteBuffer.allocate(SlotDescriptor.BLOCK).order(ByteOrder.LITTLE_ENDIAN);
      HeaderCopy nothing = HeaderCopy.of(zeros);
      assertThat(late.generation()).isEqualTo(1);
      assertThat(late.entries()).isPositive();
      assertThat(late.isLaterThan(nothing)).isTrue();
      assertThat(nothing.isLaterThan(late)).isFalse();
      assertThat(new HeaderCopy(zeros, 1, 3).isLaterThan(new HeaderCopy(zeros, 1, 2))).isTrue();
    }
  }

  @Test
  void aHeaderThatNobodyKeepsIsNotRebuilt() throws IOException {
    try (FaultyStorage storage = new FaultyStorage(TIER, 1);
        StorageFile file = storage.create(TIER.resolve("log"));
        KeptStripes none = KeptStripes.find(storage, TIER, stream(true), LAYOUT)) {
      @Nullable KeptStripes[] kept = new KeptStripes[MEMBERS];
      kept[2] = none;
      Rebuild rebuild = new Rebuild(LAYOUT, new Body[MEMBERS], kept);
      assertThat(rebuild.rebuildHeader(0, new Body(file, Lane.SOLE, 1))).isFalse();
    }
  }
}
