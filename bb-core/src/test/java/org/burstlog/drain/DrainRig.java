package org.burstlog.drain;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.log.LogWriter;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.LogOptions;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;

/**
 * A job of ranks as threads, two a node, each with its log on a tier that can fail and a target
 * that can. What they write interleaves row by row.
 */
final class DrainRig {
  static final int RANKS = 4;
  private static final int ROWS = 40;
  static final int COLUMNS = 64;
  private static final int BASE = 100;

  /** Columns of its neighbour that a rank puts, too, and what tells its values from others'. */
  private static final int BEYOND = 8;

  private static final long OF_A_RANK = 1_000_000_000_000L;
  private static final long SESSION = 77;

  private final Path path;
  private final DrainOptions options;
  private final boolean proves;

  DrainRig(Path path, Strategy strategy, boolean proves) {
    this(path, new DrainOptions(4096, 50, strategy, 1024, 3), proves);
  }

  DrainRig(Path path, DrainOptions options, boolean proves) {
    this.path = path;
    this.options = options;
    this.proves = proves;
  }

  /** What a rank does. */
  interface Program {
    void run(Rank rank) throws Exception;
  }

  void run(Program program) throws Exception {
    run(group -> group, program);
  }

  /** Runs a program that sees a group in some way. */
  void run(UnaryOperator<ProcessGroup> seen, Program program) throws Exception {
    ThreadedGroup.run(
        RANKS,
        2,
        group -> {
          try (Rank rank = new Rank(seen.apply(group))) {
            program.run(rank);
          }
        });
  }

  /** Opens all ranks, for one thread to use them in turn. */
  List<Rank> open(UnaryOperator<ProcessGroup> seen) {
    return together(
        ThreadedGroup.create(RANKS, 2).stream()
            .map(group -> (Callable<Rank>) () -> new Rank(seen.apply(group)))
            .toList());
  }

  /** Closes them. */
  void close(List<Rank> ranks) {
    together(
        ranks.stream()
            .map(
                rank ->
                    (Callable<Boolean>)
                        () -> {
                          rank.close();
                          return true;
                        })
            .toList());
  }

  /** Does what ranks wait for each other in, each in a thread. */
  private static <T> List<T> together(List<Callable<T>> each) {
    List<FutureTask<T>> tasks = each.stream().map(FutureTask::new).toList();
    tasks.forEach(task -> new Thread(task).start());
    List<T> results = new ArrayList<>();
    for (FutureTask<T> task : tasks) {
      try {
        results.add(task.get());
      } catch (InterruptedException | ExecutionException e) {
        throw new AssertionError(e);
      }
    }
    return results;
  }

  /** What the file must hold when all ranks have written once. */
  static byte[] expected() {
    ByteBuffer file = ByteBuffer.allocate(BASE + ROWS * COLUMNS * Long.BYTES);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
      file.putLong(BASE + i * Long.BYTES, value(i / COLUMNS, i % COLUMNS));
    }
    return file.array();
  }

  /** Whether the file holds, value by value, what one of the ranks that were there has put. */
  boolean holdsOneOfThePuts() throws IOException {
    ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path));
    for (int i = 0; i < ROWS * COLUMNS; i++) {
      int column = i % COLUMNS;
      int last = column / (COLUMNS / RANKS);
      int first = column % (COLUMNS / RANKS) < BEYOND && last > 0 ? last - 1 : last;
      long found = file.getLong(BASE + i * Long.BYTES) - value(i / COLUMNS, column);
      if (found != first * OF_A_RANK && found != last * OF_A_RANK) {
        return false;
      }
    }
    return true;
  }

  boolean complete() throws IOException {
    return Arrays.equals(Files.readAllBytes(path), expected());
  }

  private static long value(long row, long column) {
    return row * 1_000_003 + column + 1;
  }

  /** One rank of the job. */
  final class Rank implements Closeable {
    final ProcessGroup group;
    final FaultyStorage tier;
    final FaultyTarget target;
    final LogWriter log;
    final Drain drain;
    private final int array;
    private boolean gone;

    /** Whether the records cannot be told. */
    boolean failsToPlan;

    Rank(ProcessGroup group) throws IOException {
      this.group = group;
      tier = new FaultyStorage(Path.of("/tier"), group.rank());
      target = new FaultyTarget(PlainTarget.open(group, path, TargetFile.Mode.CREATE));
      SessionDirectory directory = SessionDirectory.make(tier, Path.of("/tier"), path, SESSION);
      String name = LogName.ofProcess(group.rank(), 0);
      LogWriter.create(directory, name);
      // Written and not mapped, so that reading it goes through the door and can fail.
      LogOptions logOptions =
          LogOptions.DEFAULT.with(LogOptions.Access.WRITTEN).withSizes(1 << 16, 1 << 15);
      log = LogWriter.open(directory, name, header(), logOptions);
      array = log.define(Array.rowMajor("u", BASE, 8, ByteOrder.BIG_ENDIAN, ROWS, COLUMNS));
      log.define(Array.rowMajor("untouched", 1 << 20, 8, ByteOrder.BIG_ENDIAN, 4));
      drain = Drain.of(group, target, pending(), options);
    }

    /** Those of the log, read back as those of a recovery if this rig proves. */
    private Pending pending() {
      Pending real = Pending.of(log);
      return new Pending() {
        @Override
        public RecordIndex index() {
          if (failsToPlan) {
            throw new IllegalStateException("no index");
          }
          return real.index();
        }

        @Override
        public List<Array> arrays() {
          return real.arrays();
        }

        @Override
        public DataView view() {
          return real.view();
        }

        @Override
        public void reset() throws IOException {
          real.reset();
        }

        @Override
        public boolean proveContent() {
          return proves;
        }
      };
    }

    private LogHeader header() {
      boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
      return new LogHeader(
          little, SESSION, 1, 1, 0, group.rank(), group.size(), 0, 0, path.toString(), "");
    }

    int rank() {
      return group.rank();
    }

    /** Puts this rank's columns, the last row first. */
    void put() throws IOException {
      put(COLUMNS / RANKS * group.rank(), COLUMNS / RANKS, 0);
    }

    /** Puts this rank's columns in pieces, some of them again and again; the last is right. */
    void putInPieces(SplittableRandom random) throws IOException {
      int begin = COLUMNS / RANKS * group.rank();
      int mine = COLUMNS / RANKS;
      for (int i = random.nextInt(30); i > 0; i--) {
        int first = random.nextInt(mine);
        putRow(random.nextInt(ROWS), begin + first, 1 + random.nextInt(mine - first), 9);
      }
      int piece = 1 + random.nextInt(mine);
      for (int row = 0; row < ROWS; row++) {
        for (int first = 0; first < mine; first += piece) {
          putRow(row, begin + first, Math.min(piece, mine - first), 0);
        }
      }
    }

    /** Puts some of the next rank's columns, too, and values that only this rank puts. */
    void putOverlapping() throws IOException {
      int beyond = group.rank() == RANKS - 1 ? 0 : BEYOND;
      put(COLUMNS / RANKS * group.rank(), COLUMNS / RANKS + beyond, group.rank() * OF_A_RANK);
    }

    /** Puts any columns, with something added to their values. */
    void put(int first, int mine, long more) throws IOException {
      for (int row = ROWS - 1; row >= 0; row--) {
        putRow(row, first, mine, more);
      }
    }

    private void putRow(int row, int first, int mine, long more) throws IOException {
      long[] values = new long[mine];
      for (int c = 0; c < mine; c++) {
        values[c] = value(row, first + c) + more;
      }
      Region region = Region.of(new long[] {row, first}, new long[] {1, mine});
      log.put(array, region, values, 0, (long) mine * Long.BYTES);
    }

    /** Drains and returns what every rank was told, which must be the same. */
    DrainFailedException drainFails() throws IOException {
      DrainFailedException failure = null;
      try {
        drain.run();
      } catch (DrainFailedException e) {
        failure = e;
      }
      List<String> told = new ArrayList<>();
      String mine = failure == null ? "it drained" : failure.getMessage() + failure.arrays();
      for (byte[] each : group.gather(mine.getBytes(java.nio.charset.StandardCharsets.UTF_8))) {
        told.add(new String(each, java.nio.charset.StandardCharsets.UTF_8));
      }
      if (failure == null || told.stream().distinct().count() != 1) {
        throw new AssertionError("ranks were told " + told);
      }
      return failure;
    }

    /** Goes without a word: no collective call is made in the end. */
    void leave() {
      gone = true;
    }

    @Override
    public void close() throws IOException {
      tier.heal();
      if (!gone) {
        target.close();
      }
      log.abandon();
      tier.close();
    }
  }
}
