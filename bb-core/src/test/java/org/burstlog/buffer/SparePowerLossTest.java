package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Fault;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Processes write one file after another in the same session, until they die at some call, or power
 * is lost. In each file there may be found what was put into it, all that was promised, and nothing
 * of another. {@code -Dbb.test.seed=…} begins with a given seed, which tells everything but how
 * threads take turns.
 */
class SparePowerLossTest {
  private static final int SEEDS = Effort.of(60, 5000);
  private static final int FILES = 4;
  private static final int ELEMENTS = 300;
  private static final int NUMBERS = 1000;

  @TempDir Path directory;

  /** The processes of one job. */
  private final class Life {
    private final int ranks;
    private final long seed;
    private final boolean power;
    private final Settings settings;
    private final FaultyStorage storage;
    private final Path files;

    /** By file and rank: what was begun last, what is in the log, and what is in the file. */
    private final AtomicLongArray begun;

    private final AtomicLongArray acknowledged;
    private final AtomicLongArray drained;

    Life(long seed, int ranks, String layout, String mode, String durability, boolean power)
        throws IOException {
      Random random = random(seed, -1);
      this.seed = seed;
      this.ranks = ranks;
      this.power = power;
      this.files = Files.createDirectory(directory.resolve("files-" + seed));
      Path tier = directory.resolve("tier-" + seed);
      this.storage = new FaultyStorage(tier, seed);
      this.begun = new AtomicLongArray(FILES * ranks);
      this.acknowledged = new AtomicLongArray(FILES * ranks);
      this.drained = new AtomicLongArray(FILES * ranks);
      this.settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, tier.toString())
              .set(Settings.ACCESS, "mapped")
              .set(Settings.LAYOUT, layout)
              .set(Settings.DURABILITY, durability)
              .set(Settings.DRAIN_MODE, mode)
              .set(Settings.CHUNK, "64KiB")
              .set(Settings.BLOCK, "64KiB")
              .build();
      storage.failAt(null, 1L + random.nextInt(150 * ranks), Fault.IO_ERROR, /* forEver= */ true);
    }

    private static Random random(long seed, int rank) {
      return new Random(new SplittableRandom(31 * seed + rank).nextLong());
    }

    private Array array() {
      return Array.rowMajor("x", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, (long) ranks * ELEMENTS);
    }

    private Path path(int file) {
      return files.resolve("out" + file);
    }

    void live() throws Exception {
      List<Depot> depots = IntStream.range(0, ranks).mapToObj(rank -> new Depot(storage)).toList();
      try {
        ThreadedGroup.run(
            ranks,
            group -> {
              Random random = random(seed, group.rank());
              for (int file = 0; file < FILES; file++) {
                write(group, depots.get(group.rank()), file, random);
              }
            });
      } catch (IOException dead) {
        // From here on, nothing they did had an effect any more.
        assertThat(dead.toString()).doesNotContain("AssertionError");
      }
      if (power) {
        storage.crash();
      } else {
        storage.heal();
      }
      for (int file = 0; file < FILES; file++) {
        if (Files.exists(path(file))) {
          recover(file);
          judge(file);
        }
      }
      if (!power) {
        depots.forEach(Depot::close);
      }
      storage.close();
    }

    private void write(ProcessGroup group, Depot depot, int file, Random random)
        throws IOException {
      int at = file * ranks + group.rank();
      try (TargetFile target = PlainTarget.open(group, path(file), Mode.CREATE)) {
        BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot);
        try {
          use(group.rank(), buffer, at, (long) NUMBERS * (file + 1), random);
          buffer.close();
          drained.set(at, acknowledged.get(at));
        } catch (IOException | RuntimeException e) {
          leave(buffer, e);
          throw e;
        }
      }
    }

    private void leave(BurstBuffer buffer, Exception because) {
      try {
        buffer.leave();
      } catch (IOException | RuntimeException e) {
        because.addSuppressed(e);
      }
    }

    private void use(int rank, BurstBuffer buffer, int at, long first, Random random)
        throws IOException {
      BufferedArray array = buffer.define(array());
      Region mine = Region.of(new long[] {(long) rank * ELEMENTS}, new long[] {ELEMENTS});
      // All make the same collective calls.
      Random together = random(seed + first, -2);
      for (int step = 0; step < 8; step++) {
        if (together.nextInt(4) == 0) {
          if (buffer.handOver(DrainReason.FLUSH)) {
            drained.set(at, acknowledged.get(at));
          }
        }
        if (random.nextInt(8) == 0) {
          storage.writeBackSome();
        }
        long[] values = new long[ELEMENTS];
        long number = first + step;
        Arrays.fill(values, number);
        begun.set(at, number);
        array.put(mine, values);
        acknowledged.set(at, number);
      }
    }

    private void recover(int file) throws Exception {
      try (Depot depot = new Depot(storage)) {
        ThreadedGroup.run(
            1,
            group -> {
              try (TargetFile target = PlainTarget.open(group, path(file), Mode.UPDATE)) {
                BurstBuffer.open(target, group, settings, depot).close();
                for (TierSession session :
                    SessionFinder.find(
                        group, storage, List.of(settings.get(Settings.TIER).orElseThrow()))) {
                  // Of processes that go on though their tier has failed, some keep their locks.
                  if (session.name().equals("out" + file)
                      && (power || session.state() != SessionState.LIVE)) {
                    assertThat(session.state())
                        .as("%s", session)
                        .isIn(SessionState.RECOVERED, SessionState.EMPTY);
                  }
                }
              }
            });
      }
    }

    private void judge(int file) throws IOException {
      boolean survives = !power || settings.get(Settings.DURABILITY).name().equals("POWER");
      ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(path(file)));
      for (int e = 0; e < ranks * ELEMENTS; e++) {
        int at = file * ranks + e / ELEMENTS;
        long found = (e + 1) * Long.BYTES <= content.capacity() ? content.getLong(e * 8) : 0;
        assertThat(found)
            .as("element %d of file %d", e, file)
            .isBetween(survives ? acknowledged.get(at) : drained.get(at), begun.get(at));
        assertThat(found == 0 || found / NUMBERS == file + 1)
            .as("%d is of file %d", found, file)
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, process, foreground, process, false",
    "1, process, background, power, true",
    "2, process, foreground, power, false",
    "2, process, foreground, power, true",
    "2, process, background, power, true",
    "2, node, foreground, process, false",
    "2, node, foreground, power, true",
    "2, node, background, power, true"
  })
  void noFileGetsWhatIsOfAnother(
      int ranks, String layout, String mode, String durability, boolean power) {
    Long given = Long.getLong("bb.test.seed");
    long first = given == null ? new SplittableRandom().nextLong() : given;
    for (long seed = first; seed < first + (given == null ? SEEDS : 1); seed++) {
      try {
        new Life(seed, ranks, layout, mode, durability, power).live();
      } catch (Exception | AssertionError e) {
        throw new AssertionError("repeat it by -Dbb.test.seed=" + seed, e);
      }
    }
  }
}
