package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.RandomProgram;
import org.burstlog.drain.files.Scheme;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FilesFlushTest {
  private static final int FILES = 7;
  private static final int ELEMENTS = 400;

  @TempDir Path directory;

  private Settings.Builder settings(Scheme scheme) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, Files.createDirectories(directory.resolve("tier")).toString())
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.DRAIN_STRIPE, "256")
        .set(Settings.DRAIN_SERVERS, "3")
        .set(Settings.DRAIN_FILES, scheme.name().toLowerCase(Locale.ROOT));
  }

  /** A target of which one rank can write nothing, when it is told so. */
  private static final class Target extends ForwardingTarget {
    private volatile boolean fails;

    Target(TargetFile real) {
      super(real);
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      if (fails) {
        throw new IOException("planned failure");
      }
      super.write(extents, data);
    }
  }

  /** Files of one rank, all open. */
  private final class Opened implements AutoCloseable {
    private final ProcessGroup group;
    private final List<Target> targets = new ArrayList<>();
    private final List<BurstBuffer> buffers = new ArrayList<>();
    private final List<BufferedArray> arrays = new ArrayList<>();

    Opened(ProcessGroup group, Settings settings) throws IOException {
      this.group = group;
      for (int i = 0; i < FILES; i++) {
        Target target = new Target(PlainTarget.open(group, path(i), TargetFile.Mode.CREATE));
        BurstBuffer buffer = BurstBuffer.open(target, group, settings);
        targets.add(target);
        buffers.add(buffer);
        arrays.add(
            buffer.define(Array.rowMajor("values", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, ELEMENTS)));
      }
    }

    /** Each file has more than the one before it, and each rank every so many elements. */
    void put(long value) throws IOException {
      for (int i = 0; i < FILES; i++) {
        for (int at = group.rank(); at < size(i); at += group.size()) {
          arrays.get(i).put(Region.of(new long[] {at}, new long[] {1}), new long[] {value + at});
        }
      }
    }

    /** In another order in each rank. */
    List<BurstBuffer> inAnyOrder() {
      List<BurstBuffer> some = new ArrayList<>(buffers);
      Collections.shuffle(some, new Random(group.rank()));
      return some;
    }

    FilesFlush.Outcome outcome(List<BurstBuffer> order, List<FilesFlush.Outcome> all, int file) {
      return all.get(order.indexOf(buffers.get(file)));
    }

    @Override
    public void close() throws IOException {
      for (BurstBuffer buffer : buffers) {
        buffer.close();
      }
      for (Target target : targets) {
        target.close();
      }
    }
  }

  private Path path(int file) {
    return directory.resolve("out-" + file);
  }

  private static int size(int file) {
    return ELEMENTS / FILES * (file + 1);
  }

  private void requireFile(int file, long value) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path(file)));
    long[] found = new long[bytes.remaining() / Long.BYTES];
    bytes.asLongBuffer().get(found);
    assertThat(found)
        .as("file " + file)
        .isEqualTo(IntStream.range(0, size(file)).mapToLong(at -> value + at).toArray());
  }

  private interface Rank {
    void run(Opened files) throws Exception;
  }

  private void four(Settings settings, Rank rank) throws Exception {
    RankProgram program =
        group -> {
          try (Opened files = new Opened(group, settings)) {
            rank.run(files);
          }
        };
    ThreadedGroup.run(4, 2, program);
  }

  @Nested
  class Together {
    @ParameterizedTest
    @EnumSource
    void allFilesAreInTheirTargetsInWhateverOrderRanksNameThem(Scheme scheme) throws Exception {
      four(
          settings(scheme).build(),
          files -> {
            files.put(1000);
            assertThat(FilesFlush.run(files.inAnyOrder(), DrainReason.FLUSH))
                .hasSize(FILES)
                .allMatch(FilesFlush.Outcome::inTarget);
            files.group.barrier();
            for (int i = 0; i < FILES; i++) {
              requireFile(i, 1000);
              assertThat(files.buffers.get(i).pendingBytes()).isZero();
            }
            files.group.barrier();
            files.put(5000);
          });
      for (int i = 0; i < FILES; i++) {
        requireFile(i, 5000);
      }
    }

    @ParameterizedTest
    @EnumSource
    void drainsInTheBackgroundTakeThemAsWell(Scheme scheme) throws Exception {
      four(
          settings(scheme).set(Settings.DRAIN_MODE, "background").build(),
          files -> {
            for (long value = 0; value < 5000; value += 1000) {
              files.put(value);
              assertThat(FilesFlush.run(files.inAnyOrder(), DrainReason.FLUSH))
                  .allMatch(outcome -> outcome.failure() == null && !outcome.inTarget());
            }
            for (BurstBuffer buffer : files.buffers) {
              buffer.awaitDrained();
            }
          });
      for (int i = 0; i < FILES; i++) {
        requireFile(i, 4000);
      }
    }

    @Test
    void whatWasPredictedAndMeasuredIsExplained() throws Exception {
      four(
          settings(Scheme.BPS).build(),
          files -> {
            files.put(0);
            assertThat(files.buffers.get(0).explain()).doesNotContain("flushed together");
            assertThat(FilesFlush.run(files.buffers, DrainReason.FLUSH)).hasSize(FILES);
            assertThat(files.buffers.get(0).explain())
                .contains("7 files were flushed together: bps in 4 lanes; predicted: ")
                .contains("; took ");
          });
    }

    @Test
    void filesThatExchangeNothingTakeTurns() throws Exception {
      four(
          settings(Scheme.AUTO).set(Settings.DRAIN_SERVERS, "0").build(),
          files -> {
            files.put(0);
            assertThat(FilesFlush.run(files.buffers, DrainReason.FLUSH)).hasSize(FILES);
            assertThat(files.buffers.get(0).explain()).contains("together: turns in 1 lanes");
          });
    }

    @Test
    void whatIsWrittenTogetherTakesTurns() throws Exception {
      four(
          settings(Scheme.BPS).set(Settings.STRATEGY, "collective").build(),
          files -> {
            files.put(7);
            assertThat(FilesFlush.run(files.inAnyOrder(), DrainReason.FLUSH)).hasSize(FILES);
            assertThat(files.buffers.get(0).explain()).contains("together: turns in 1 lanes");
          });
      requireFile(FILES - 1, 7);
    }

    @Test
    void filesWithoutALogAreDrainedAsWell() throws Exception {
      four(
          settings(Scheme.AUTO).set(Settings.SWITCH, "off").build(),
          files -> {
            files.put(3);
            assertThat(FilesFlush.run(files.inAnyOrder(), DrainReason.FLUSH))
                .allMatch(FilesFlush.Outcome::inTarget);
          });
      requireFile(0, 3);
    }

    @Test
    void noFilesAreFlushedAtOnce() throws Exception {
      assertThat(FilesFlush.run(List.of(), DrainReason.FLUSH)).isEmpty();
    }
  }

  @Nested
  class AtRandom {
    @ParameterizedTest(name = "{0}, {1} ranks")
    @CsvSource({"AUTO, 3", "BPS, 2", "BPS, 5", "LPS, 4", "SPREAD, 4", "TURNS, 3", "BPS, 1"})
    void programsLeaveWhatTheyWouldAlone(Scheme scheme, int ranks) throws Exception {
      long seed = new SplittableRandom().nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      List<RandomProgram> programs =
          IntStream.range(0, FILES).mapToObj(i -> new RandomProgram(seed + i, ranks, 12)).toList();
      Settings settings =
          settings(scheme)
              .set(Settings.DRAIN_MODE, random.nextBoolean() ? "background" : "foreground")
              .set(Settings.DRAIN_BUFFER, (4 << random.nextInt(12)) + "KiB")
              .set(Settings.DRAIN_STRIPE, "" + random.nextInt(1, 9000))
              .set(Settings.DRAIN_SERVERS, "" + random.nextInt(6))
              .build();
      String told = "seed " + seed + ", " + settings;
      try {
        ThreadedGroup.run(
            ranks, 1 + random.nextInt(ranks), group -> write(group, programs, settings, seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError(told, e);
      }
      for (int i = 0; i < FILES; i++) {
        assertThat(Arrays.mismatch(Files.readAllBytes(path(i)), programs.get(i).expected()))
            .as(told + ", file " + i)
            .isEqualTo(-1);
      }
    }

    private void write(
        ProcessGroup group, List<RandomProgram> programs, Settings settings, long seed)
        throws IOException {
      SplittableRandom all = new SplittableRandom(seed);
      Random own = new Random(seed + group.rank());
      try (Opened files = new Opened(group, settings)) {
        List<List<BufferedArray>> arrays = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
          arrays.add(programs.get(i).define(files.buffers.get(i)));
        }
        int epochs = programs.stream().mapToInt(RandomProgram::epochs).max().orElseThrow();
        for (int epoch = 0; epoch < epochs; epoch++) {
          List<BurstBuffer> some = new ArrayList<>();
          for (int i = 0; i < FILES; i++) {
            if (epoch < programs.get(i).epochs()) {
              programs.get(i).put(arrays.get(i), epoch, group.rank());
              // What comes in a later epoch comes behind a flush.
              some.add(files.buffers.get(i));
            }
          }
          if (all.nextInt(4) == 0) {
            assertThat(some.get(0).drain().bytes()).isNotNegative();
          }
          Collections.shuffle(some, own);
          assertThat(FilesFlush.run(some, DrainReason.FLUSH))
              .allMatch(outcome -> outcome.failure() == null);
        }
      }
    }
  }

  @Nested
  class Failing {
    @ParameterizedTest
    @EnumSource
    void oneFileOfSevenFailsAloneAndIsDrainedLater(Scheme scheme) throws Exception {
      four(
          settings(scheme).build(),
          files -> {
            files.put(1);
            for (int rank = 0; rank < 4; rank++) {
              files.targets.get(3).fails = true;
            }
            List<BurstBuffer> order = files.inAnyOrder();
            List<FilesFlush.Outcome> outcomes = FilesFlush.run(order, DrainReason.FLUSH);
            for (int i = 0; i < FILES; i++) {
              FilesFlush.Outcome outcome = files.outcome(order, outcomes, i);
              if (i == 3) {
                assertThat(Objects.requireNonNull(outcome.failure()))
                    .isInstanceOf(DrainFailedException.class)
                    .hasMessageContaining("planned failure")
                    .hasMessageContaining(path(3).toString());
                assertThat(files.buffers.get(i).awaitsDrain()).isTrue();
              } else {
                assertThat(outcome.failure()).isNull();
                assertThat(files.buffers.get(i).pendingBytes()).isZero();
              }
            }
            files.targets.get(3).fails = false;
            files.group.barrier();
            assertThat(FilesFlush.run(files.inAnyOrder(), DrainReason.FLUSH))
                .allMatch(FilesFlush.Outcome::inTarget);
          });
      for (int i = 0; i < FILES; i++) {
        requireFile(i, 1);
      }
    }

    @Test
    void ranksThatNameDifferentFilesAreToldTogether() throws Exception {
      four(
          settings(Scheme.BPS).build(),
          files -> {
            files.put(2);
            List<BurstBuffer> some = new ArrayList<>(files.buffers);
            some.sort((a, b) -> Long.compare(a.group().identity(), b.group().identity()));
            List<BurstBuffer> mine = files.group.rank() == 2 ? some.subList(0, FILES - 1) : some;
            assertThatThrownBy(() -> FilesFlush.run(mine, DrainReason.FLUSH))
                .isInstanceOf(BurstlogException.class)
                .hasMessageContaining("name the same files in each");
          });
      requireFile(FILES - 1, 2);
    }

    @Test
    void filesOfDifferentProcessesAreRefused() throws Exception {
      four(
          settings(Scheme.BPS).build(),
          files -> {
            try (SoloGroup alone = new SoloGroup();
                TargetFile target =
                    PlainTarget.open(
                        alone,
                        directory.resolve("own-" + files.group.rank()),
                        TargetFile.Mode.CREATE);
                BurstBuffer own = BurstBuffer.open(target, alone, settings(Scheme.BPS).build())) {
              List<BurstBuffer> mixed = List.of(own, files.buffers.get(0));
              assertThatThrownBy(() -> FilesFlush.run(mixed, DrainReason.FLUSH))
                  .isInstanceOf(BurstlogException.class)
                  .hasMessageContaining("flush each by itself");
            }
          });
    }

    @Test
    void aRankThatEndsEarlyLetsNobodyWait() {
      assertThatThrownBy(
              () ->
                  ThreadedGroup.run(
                      4,
                      group -> {
                        Opened files = new Opened(group, settings(Scheme.BPS).build());
                        files.put(2);
                        if (group.rank() == 1) {
                          throw new IllegalStateException("planned end");
                        }
                        FilesFlush.run(files.inAnyOrder(), DrainReason.FLUSH);
                      }))
          .hasMessageContaining("planned end");
    }
  }
}
