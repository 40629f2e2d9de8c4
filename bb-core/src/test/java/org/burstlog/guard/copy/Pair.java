package org.burstlog.guard.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.group.Nodes;
import org.burstlog.log.LogWriter;
import org.burstlog.log.file.DataView;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SessionName;
import org.burstlog.log.option.CopyOptions;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.stats.Counters;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.Pause;

/**
 * A log of one node and its copy on another one, each on a tier of its own, with a wire between.
 */
final class Pair implements Closeable {
  static final Path TARGET = Path.of("/pfs/out.nc");
  static final long SESSION = 0x0123456789abcdefL;
  static final String LOG = "r00000";
  static final Array LAYOUT =
      Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, new long[] {1 << 20});

  /** Long enough for any machine, and short for tests of what is lost. */
  private static final Duration PATIENCE = Duration.ofMillis(300);

  final FaultyStorage here;
  final FaultyStorage there;
  final LogWriter log;
  final CopyKeeper keeper;
  final Wire wire;
  final CopyLink link;
  final Counters counters = new Counters("out");
  final byte[] secret;
  private final SessionDirectory kept;
  private final int array;

  /** What the present generation of the log has: its values, one record each. */
  List<long[]> records = new ArrayList<>();

  /** What each generation had, the first one first. */
  private final List<List<long[]>> generations = new ArrayList<>(List.of(records));

  Pair(Path root, long seed, LogOptions options) throws IOException {
    here = new FaultyStorage(root.resolve("here"), seed);
    there = new FaultyStorage(root.resolve("there"), seed + 1);
    SessionDirectory directory = SessionDirectory.make(here, root.resolve("here"), TARGET, SESSION);
    kept = SessionDirectory.make(there, root.resolve("there"), TARGET, SESSION);
    LogWriter.create(directory, LOG);
    log = LogWriter.open(directory, LOG, header(), options);
    array = log.define(LAYOUT);
    keeper =
        new CopyKeeper(
            InetAddress.getLoopbackAddress(),
            kept,
            SESSION,
            1,
            Nodes.of(0, 1),
            List.of(0),
            options,
            new SpareSessions(),
            null);
    secret = keeper.endpoint().secret();
    wire = new Wire(keeper.endpoint().address());
    link = link(secret, PATIENCE);
  }

  /** A link that is not begun. */
  CopyLink link(byte[] itsSecret, Duration patience) throws IOException {
    CopyLink made =
        new CopyLink(
            new CopyLink.Names("out", SESSION, 0, 1),
            new Endpoint(wire.address(), itsSecret),
            new CopyOptions(1, 1 << 20, "", Optional.empty(), patience, Optional.empty()),
            counters,
            System::nanoTime,
            () -> {},
            null);
    made.add(log);
    return made;
  }

  private static LogHeader header() {
    return new LogHeader(
        ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN,
        SESSION,
        1,
        1,
        0,
        0,
        2,
        0,
        1_700_000_000_000L,
        TARGET.toString(),
        "inode 7");
  }

  void put(long... values) throws IOException {
    log.put(
        array,
        Region.of(new long[] {0}, new long[] {values.length}),
        values,
        0,
        (long) Long.BYTES * values.length);
    records.add(values);
  }

  /** Begins anew, as after a drain of this process alone. */
  void reset() throws IOException {
    log.reset();
    records = new ArrayList<>();
    generations.add(records);
  }

  /** What the generation had that the copy has. */
  List<long[]> recordsOfCopy() throws IOException {
    try (LogReader reader = LogReader.open(there, copyOf(LOG + ".meta"))) {
      return generations.get(reader.lane(0).header().generation() - 1);
    }
  }

  /** Waits until the keeper has told that it has all there is. */
  void awaitCopied() throws IOException {
    LogTailLook look = LogTailLook.of(log);
    while (!link.covers(log, look.generation(), look.metaEnd())) {
      Pause.nanos(1_000_000);
    }
  }

  /** How far a log is. */
  record LogTailLook(int generation, long metaEnd) {
    static LogTailLook of(LogWriter log) throws IOException {
      var look = log.tail().look();
      assertThat(look).isNotNull();
      return new LogTailLook(look.header().generation(), look.metaEnd());
    }
  }

  Path copyOf(String file) {
    SessionName name = SessionName.of(TARGET, SESSION).ofCopies(0, 1);
    return kept.own().resolve(name.toString()).resolve(file);
  }

  /** What the copy has, which must be whole. */
  List<long[]> copied() throws IOException {
    List<long[]> found = new ArrayList<>();
    try (LogReader reader = LogReader.open(there, copyOf(LOG + ".meta"))) {
      LaneReader lane = reader.lane(0);
      for (LogRecord r = lane.next(); r != null; r = lane.next()) {
        found.add(values(lane.view(), r));
      }
      assertThat(lane.verdict().state())
          .as(() -> String.valueOf(lane.verdict()))
          .isEqualTo(LogVerdict.State.CLEAN);
    }
    return found;
  }

  private static long[] values(DataView view, LogRecord record) throws IOException {
    long[] values = new long[(int) (record.dataLength() / Long.BYTES)];
    for (int i = 0; i < values.length; i++) {
      long at = record.dataPosition() + (long) Long.BYTES * i;
      int seen = view.seek(at, Long.BYTES);
      assertThat(seen).isEqualTo(Long.BYTES);
      values[i] = view.buffer().duplicate().order(ByteOrder.nativeOrder()).getLong(view.index());
    }
    return values;
  }

  /** Ends what makes and keeps the copy. */
  void stop() throws IOException {
    link.end(false);
    keeper.close();
  }

  @Override
  public void close() throws IOException {
    stop();
    wire.close();
    log.close();
    here.close();
    there.close();
  }
}
