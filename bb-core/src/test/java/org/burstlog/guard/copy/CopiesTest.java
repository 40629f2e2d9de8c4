package org.burstlog.guard.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.burstlog.depot.Depot;
import org.burstlog.recover.Judgement;
import org.burstlog.recover.RecoveryOptions.Choice;
import org.burstlog.recover.RecoveryRefusedException;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.recover.SessionState;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.TargetFile;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is put survives the loss of as many nodes as there are copies. */
class CopiesTest {
  private static final int EACH = 100;

  @TempDir Path directory;

  private NodeJob job(int ranks, int perNode, String... settings) {
    return new NodeJob(directory, ranks, perNode, settings);
  }

  private static long[] expected(NodeJob job, long from) {
    return NodeJob.values(from, job.ranks * EACH);
  }

  private static Judgement judgement(RecoveryReport report) {
    return Objects.requireNonNull(report.judgement());
  }

  /** Each process puts its part, in pieces. */
  private static void crash(NodeJob job) throws Exception {
    job.crash(
        (buffer, array, group) -> {
          for (int at = 0; at < EACH; at += 10) {
            int first = group.rank() * EACH + at;
            array.put(NodeJob.region(first, 10), NodeJob.values(first + 1, 10));
          }
        });
  }

  @Nested
  class OfACrashedJob {
    @ParameterizedTest
    @CsvSource({
      "2,1,1,process",
      "4,2,1,process",
      "4,1,2,process",
      "5,2,2,process",
      "4,2,1,node",
      "6,2,2,node"
    })
    void replaceAnyNodes(int ranks, int perNode, int copies, String layout) throws Exception {
      String[] settings = {"log.copies", String.valueOf(copies), "log.layout", layout};
      int nodes = job(ranks, perNode).nodes();
      for (int lost = 0; lost < 1 << nodes; lost++) {
        if (Integer.bitCount(lost) == copies) {
          NodeJob job =
              new NodeJob(
                  Files.createDirectories(directory.resolve("lost" + lost)),
                  ranks,
                  perNode,
                  settings);
          crash(job);
          for (int node = 0; node < nodes; node++) {
            if ((lost & 1 << node) != 0) {
              job.lose(node);
            }
          }
          RecoveryReport report = job.recover();
          assertThat(report.outcome()).isEqualTo(RecoveryReport.Outcome.REPLAYED);
          assertThat(report.complete()).isTrue();
          assertThat(Arrays.copyOf(job.content(), ranks * EACH))
              .as("lost nodes %s", Integer.toBinaryString(lost))
              .isEqualTo(expected(job, 1));
          assertThat(job.sessions()).as(() -> job.tree()).isEmpty();
        }
      }
    }

    @ParameterizedTest
    @CsvSource({"process, true", "node, true", "process, false"})
    void haveWhatWentToAnotherTier(String layout, boolean lost) throws Exception {
      NodeJob job = job(2, 1, "log.layout", layout).spilling();
      int each = NodeJob.ELEMENTS / 2;
      job.crash(
          (buffer, array, group) -> {
            for (int at = 0; at < each; at += 512) {
              int first = group.rank() * each + at;
              array.put(NodeJob.region(first, 512), NodeJob.values(first + 1, 512));
            }
          });
      if (lost) {
        job.lose(0);
        try (Stream<Path> far = Files.walk(directory.resolve("far0"))) {
          for (Path file : far.filter(Files::isRegularFile).toList()) {
            Files.delete(file);
          }
        }
      }
      RecoveryReport report = job.recover();
      assertThat(report.complete()).isTrue();
      assertThat(job.content()).isEqualTo(NodeJob.values(1, NodeJob.ELEMENTS));
      assertThat(job.sessions()).as(() -> job.tree()).isEmpty();
    }

    @Test
    void areNotNeededWhereNothingIsLost() throws Exception {
      NodeJob job = job(4, 2);
      crash(job);
      assertThat(job.sessions()).hasSize(1);
      assertThat(job.sessions().get(0).state()).isEqualTo(SessionState.ORPHANED);
      RecoveryReport report = job.recover();
      assertThat(judgement(report).copied()).isEmpty();
      assertThat(report.complete()).isTrue();
      assertThat(Arrays.copyOf(job.content(), 400)).isEqualTo(expected(job, 1));
    }

    @ParameterizedTest
    @CsvSource({"process,2", "node,2", "process,3", "node,1"})
    void areReadWhenTheTargetIsOpenedAgain(String layout, int perNode) throws Exception {
      NodeJob job = job(6, perNode, "log.layout", layout);
      crash(job);
      job.lose(0);
      new NodeJob(directory, 6, perNode, "log.layout", layout)
          .run(
              TargetFile.Mode.UPDATE,
              new Depot(new LocalStorage()),
              (buffer, array, group) -> assertThat(buffer.recovered()).hasSize(1));
      assertThat(Arrays.copyOf(job.content(), 600)).isEqualTo(expected(job, 1));
      assertThat(job.sessions()).isEmpty();
    }

    @Test
    void mayLagWherePutsDidNotWaitForThem() throws Exception {
      NodeJob job = job(2, 1, "log.durability", "process");
      job.crash(
          (buffer, array, group) -> {
            array.put(
                NodeJob.region((long) group.rank() * EACH, EACH),
                NodeJob.values((long) group.rank() * EACH + 1, EACH));
            while (buffer.statistics().get(Counter.COPIED_BYTES) < EACH * Long.BYTES) {
              Thread.onSpinWait();
            }
          });
      job.lose(1);
      RecoveryReport report = job.recover();
      assertThat(Arrays.copyOf(job.content(), 200)).isEqualTo(expected(job, 1));
      assertThat(report.complete()).isFalse();
    }

    @Test
    void replaceLogsThatAreDamaged() throws Exception {
      NodeJob job = job(2, 1);
      crash(job);
      Path log;
      try (Stream<Path> all = Files.walk(job.tier(0))) {
        log = all.filter(path -> path.endsWith("r00000.data")).findFirst().orElseThrow();
      }
      byte[] bytes = Files.readAllBytes(log);
      bytes[8192 + 100] ^= 1;
      Files.write(log, bytes);
      RecoveryReport report = job.recover();
      assertThat(judgement(report).copied()).hasSize(1);
      assertThat(report.complete()).isTrue();
      assertThat(Arrays.copyOf(job.content(), 200)).isEqualTo(expected(job, 1));
    }

    @Test
    void areNotEnoughWhereMoreNodesAreLost() throws Exception {
      NodeJob job = job(3, 1);
      crash(job);
      job.lose(0);
      job.lose(1);
      assertThatThrownBy(job::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("ranks 0 ")
          .hasMessageContaining("--partial");
      RecoveryReport report = job.recover(Choice.PARTIAL);
      assertThat(report.complete()).isFalse();
      long[] expected = expected(job, 1);
      Arrays.fill(expected, 0, EACH, 0);
      assertThat(Arrays.copyOf(job.content(), 300)).isEqualTo(expected);
    }
  }

  @Nested
  class ThatAreDamaged {
    private static void spoil(Path file, Random random) throws Exception {
      byte[] bytes = Files.readAllBytes(file);
      // Most of a file is space for what was not put.
      int at = random.nextInt(Math.min(bytes.length, 8192 + 4096));
      if (random.nextInt(4) == 0) {
        bytes = Arrays.copyOf(bytes, at);
      } else {
        bytes[at] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file, bytes);
    }

    private static List<Path> files(Path tier, String log) throws Exception {
      try (Stream<Path> all = Files.walk(tier)) {
        return all.filter(path -> path.getFileName().toString().startsWith(log)).sorted().toList();
      }
    }

    /** Recovers, and makes sure that nothing wrong comes of it. */
    private static boolean recovers(NodeJob job, String what) throws Exception {
      long[] expected = expected(job, 1);
      boolean complete;
      try {
        complete = job.recover(Choice.KEEP).complete();
      } catch (RecoveryRefusedException e) {
        return false;
      }
      long[] found = Arrays.copyOf(job.content(), expected.length);
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i] == expected[i] || (!complete && found[i] == 0))
            .as("%s: element %d is %d", what, i, found[i])
            .isTrue();
      }
      return true;
    }

    private static void forget(NodeJob job) throws Exception {
      for (Path tier : job.tiers()) {
        for (Path marker : files(tier, "recovered")) {
          Files.delete(marker);
        }
        for (Path marker : files(tier, "doubtful")) {
          Files.delete(marker);
        }
      }
      Files.write(job.target, new byte[0]);
    }

    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "2,true"})
    void areNeverTakenForWhatWasPut(int copies, boolean all) throws Exception {
      NodeJob job = job(3, 1, "log.copies", String.valueOf(copies));
      crash(job);
      job.lose(0);
      long seed = System.nanoTime();
      Random random = new Random(seed);
      List<Path> first = files(job.tier(1), "r00000.");
      List<Path> second = files(job.tier(2), "r00000.");
      List<Path> some = first.isEmpty() ? second : first;
      for (int turn = 0; turn < Effort.of(25, 5000); turn++) {
        Path one = some.get(random.nextInt(2));
        byte[] good = Files.readAllBytes(one);
        spoil(one, random);
        Path other = (second.isEmpty() ? first : second).get(random.nextInt(2));
        byte[] otherGood = Files.readAllBytes(other);
        if (all) {
          spoil(other, random);
        }
        String what = "seed " + seed + ", turn " + turn + " in " + one;
        boolean recovered = recovers(job, what);
        if (copies == 2 && !all) {
          assertThat(recovered).as(what).isTrue();
          assertThat(Arrays.copyOf(job.content(), 300)).as(what).isEqualTo(expected(job, 1));
        }
        Files.write(other, otherGood);
        Files.write(one, good);
        forget(job);
      }
    }
  }

  @Nested
  class OfAProgramThatDrains {
    @ParameterizedTest
    @CsvSource({
      "process,foreground,0",
      "node,foreground,0",
      "process,background,0",
      "node,background,0",
      "process,foreground,640KiB",
      "process,background,1MiB"
    })
    void replaceWhatIsPendingAndNothingElse(String layout, String mode, String capacity)
        throws Exception {
      long seed = System.nanoTime();
      Random random = new Random(seed);
      for (int round = 0; round < Effort.of(4, 200); round++) {
        NodeJob job =
            new NodeJob(
                Files.createDirectories(directory.resolve("round" + round)),
                4,
                2,
                "log.layout",
                layout,
                "drain.mode",
                mode,
                "log.capacity",
                capacity);
        int turns = 3 + random.nextInt(40);
        long own = random.nextLong();
        long[] expected = new long[NodeJob.ELEMENTS];
        job.crash(NodeJob.randomPuts(own, turns, expected));
        int lost = random.nextInt(2);
        job.lose(lost);
        if (!job.sessions().isEmpty()) {
          assertThat(job.recover().complete()).as("seed %d, round %d", seed, round).isTrue();
        }
        assertThat(job.content())
            .as("seed %d, round %d, node %d lost", seed, round, lost)
            .isEqualTo(expected);
      }
    }
  }

  @Nested
  class WhenAllGoesWell {
    @ParameterizedTest
    @CsvSource({"process,foreground", "node,foreground", "process,background", "node,background"})
    void goWithTheSession(String layout, String mode) throws Exception {
      NodeJob job = job(4, 2, "log.layout", layout, "drain.mode", mode);
      job.run(
          (buffer, array, group) -> {
            for (int turn = 0; turn < 5; turn++) {
              int first = group.rank() * EACH;
              array.put(NodeJob.region(first, EACH), NodeJob.values(first + 1000L * turn, EACH));
              assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
            }
            assertThat(buffer.statistics().get(Counter.UNPROTECTED_PUTS)).isZero();
            assertThat(buffer.statistics().get(Counter.COPIED_BYTES)).isGreaterThan(5 * 8 * EACH);
          });
      assertThat(Arrays.copyOf(job.content(), 400)).isEqualTo(expected(job, 4000));
      assertThat(job.sessions()).isEmpty();
    }
  }
}
