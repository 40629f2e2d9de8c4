package org.burstlog.guard.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.burstlog.depot.Depot;
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

/** What is put survives the loss of as many nodes of a set as its parity is for. */
class ParitySessionsTest {
  /** More than a chunk each, so that some of it is parity and some is not yet. */
  private static final int EACH = 1300;

  @TempDir Path directory;

  private NodeJob job(Path where, int ranks, int perNode, String redundancy, String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "log.copies", "0", "log.redundancy", redundancy, "log.redundancy.chunk", "4KiB"));
    all.addAll(List.of(settings));
    return new NodeJob(where, ranks, perNode, all.toArray(new String[0]));
  }

  private NodeJob job(int ranks, int perNode, String redundancy, String... settings) {
    return job(directory, ranks, perNode, redundancy, settings);
  }

  private static long[] expected(NodeJob job) {
    return NodeJob.values(1, job.ranks * EACH);
  }

  private static long[] content(NodeJob job) throws Exception {
    return Arrays.copyOf(job.content(), job.ranks * EACH);
  }

  /** Each process puts its part, in pieces of several sizes. */
  private static void crash(NodeJob job) throws Exception {
    job.crash(
        (buffer, array, group) -> {
          int piece = 1 + 37 * (group.rank() + 1);
          for (int at = 0; at < EACH; at += piece) {
            int first = group.rank() * EACH + at;
            int count = Math.min(piece, EACH - at);
            array.put(NodeJob.region(first, count), NodeJob.values(first + 1L, count));
          }
          assertThat(buffer.statistics().get(Counter.UNPROTECTED_PUTS)).isZero();
        });
  }

  private static List<Path> files(NodeJob job, String suffix) throws Exception {
    List<Path> found = new ArrayList<>();
    for (Path tier : job.tiers()) {
      try (Stream<Path> all = Files.walk(tier)) {
        all.filter(path -> path.toString().endsWith(suffix)).sorted().forEach(found::add);
      }
    }
    return found;
  }

  @Nested
  class OfACrashedJob {
    @ParameterizedTest
    @CsvSource({
      "3,1,xor,1,process",
      "8,2,xor,1,process",
      "8,2,xor,1,node",
      "7,2,xor,1,process",
      "7,2,xor,1,node",
      "4,1,rs,2,process",
      "10,2,rs,2,node"
    })
    void rebuildsAnyNodes(int ranks, int perNode, String redundancy, int losses, String layout)
        throws Exception {
      int nodes = (ranks + perNode - 1) / perNode;
      for (int lost = 0; lost < 1 << nodes; lost++) {
        if (Integer.bitCount(lost) == losses) {
          Path where = Files.createDirectories(directory.resolve("lost" + lost));
          NodeJob job = job(where, ranks, perNode, redundancy, "log.layout", layout);
          crash(job);
          for (int node = 0; node < nodes; node++) {
            if ((lost & 1 << node) != 0) {
              job.lose(node);
            }
          }
          String what = "lost nodes " + Integer.toBinaryString(lost);
          assertThat(job.sessions().get(0).state()).as(what).isEqualTo(SessionState.ORPHANED);
          RecoveryReport report = job.recover();
          assertThat(content(job)).as(what).isEqualTo(expected(job));
          assertThat(report.complete()).as(what).isTrue();
          assertThat(job.sessions()).as(job::tree).isEmpty();
          assertThat(files(job, ".note")).isEmpty();
        }
      }
    }

    @Test
    void keepsLessThanACopyWhereAllPutAlike() throws Exception {
      NodeJob job = job(4, 1, "xor");
      crash(job);
      assertThat(files(job, ".parity")).isNotEmpty();
      assertThat(files(job, ".meta")).hasSize(4);
    }

    @Test
    void isReadFromItsLogsWhereNothingIsLost() throws Exception {
      NodeJob job = job(4, 2, "xor");
      crash(job);
      RecoveryReport report = job.recover();
      assertThat(Objects.requireNonNull(report.judgement()).copied()).isEmpty();
      assertThat(report.complete()).isTrue();
      assertThat(content(job)).isEqualTo(expected(job));
      assertThat(job.sessions()).as(job::tree).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"xor,process,2,0", "xor,node,2,2", "rs,process,1,1", "rs,node,2,3", "xor,node,1,5"})
    void isRebuiltWhenTheTargetIsOpenedAgain(
        String redundancy, String layout, int perNode, int lost) throws Exception {
      NodeJob job = job(8, perNode, redundancy, "log.layout", layout);
      crash(job);
      job.lose(lost);
      job(8, perNode, redundancy, "log.layout", layout)
          .run(
              TargetFile.Mode.UPDATE,
              new Depot(new LocalStorage()),
              (buffer, array, group) -> assertThat(buffer.recovered()).hasSize(1));
      assertThat(content(job)).isEqualTo(expected(job));
      assertThat(job.sessions()).as(job::tree).isEmpty();
    }

    @Test
    void isRebuiltWhereALogIsDamaged() throws Exception {
      NodeJob job = job(3, 1, "xor");
      crash(job);
      Path log =
          files(job, ".data").stream().filter(p -> p.endsWith("r00000.data")).findFirst().get();
      byte[] bytes = Files.readAllBytes(log);
      bytes[8192 + 100] ^= 1;
      Files.write(log, bytes);
      RecoveryReport report = job.recover();
      assertThat(Objects.requireNonNull(report.judgement()).copied()).hasSize(1);
      assertThat(report.complete()).isTrue();
      assertThat(content(job)).isEqualTo(expected(job));
    }

    @ParameterizedTest
    @CsvSource({"xor,1,process", "rs,2,process", "xor,1,node"})
    void isRefusedByRankWhereMoreNodesAreLost(String redundancy, int losses, String layout)
        throws Exception {
      NodeJob job = job(4, 1, redundancy, "log.layout", layout);
      crash(job);
      for (int node = 0; node <= losses; node++) {
        job.lose(node);
      }
      String ranks = losses == 1 ? "ranks 0, 1 " : "ranks 0, 1, 2 ";
      assertThatThrownBy(job::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining(ranks)
          .hasMessageContaining("--partial");
      RecoveryReport report = job.recover(Choice.PARTIAL);
      assertThat(report.complete()).isFalse();
      long[] expected = expected(job);
      Arrays.fill(expected, 0, (losses + 1) * EACH, 0);
      assertThat(content(job)).isEqualTo(expected);
    }
  }

  @Nested
  class ThatIsDamaged {
    /** What is kept is changed at one place, and never taken for what was put. */
    @ParameterizedTest
    @CsvSource({"xor,process", "rs,process", "xor,node"})
    void isNeverTakenForWhatWasPut(String redundancy, String layout) throws Exception {
      long seed = System.nanoTime();
      Random random = new Random(seed);
      for (int turn = 0; turn < Effort.of(12, 2000); turn++) {
        Path where = Files.createDirectories(directory.resolve("turn" + turn));
        NodeJob job = job(where, 4, 1, redundancy, "log.layout", layout);
        crash(job);
        job.lose(turn % 4);
        List<Path> all = new ArrayList<>(files(job, ".parity"));
        all.addAll(files(job, ".raw"));
        all.addAll(files(job, ".note"));
        Path file = all.get(random.nextInt(all.size()));
        byte[] bytes = Files.readAllBytes(file);
        int at = random.nextInt(Math.max(1, bytes.length));
        if (random.nextInt(4) == 0) {
          bytes = Arrays.copyOf(bytes, at);
        } else if (bytes.length > 0) {
          bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
        Files.write(file, bytes);
        String what = "seed " + seed + ", turn " + turn + ", byte " + at + " of " + file;
        requireRightOrRefused(job, what);
      }
    }

    private void requireRightOrRefused(NodeJob job, String what) throws Exception {
      boolean complete;
      try {
        complete = job.recover(Choice.KEEP).complete();
      } catch (RecoveryRefusedException e) {
        return;
      }
      long[] found = content(job);
      long[] expected = expected(job);
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i] == expected[i] || (!complete && found[i] == 0))
            .as("%s: element %d is %d", what, i, found[i])
            .isTrue();
      }
    }
  }

  @Nested
  class OfAProgramThatDrains {
    @ParameterizedTest
    @CsvSource({
      "xor,process,foreground",
      "xor,node,foreground",
      "xor,process,background",
      "xor,node,background",
      "rs,process,background"
    })
    void rebuildsWhatIsPendingAndNothingElse(String redundancy, String layout, String mode)
        throws Exception {
      long seed = System.nanoTime();
      Random random = new Random(seed);
      for (int round = 0; round < Effort.of(5, 200); round++) {
        Path where = Files.createDirectories(directory.resolve("round" + round));
        NodeJob job = job(where, 8, 2, redundancy, "log.layout", layout, "drain.mode", mode);
        int turns = 3 + random.nextInt(30);
        long own = random.nextLong();
        long[] expected = new long[NodeJob.ELEMENTS];
        job.crash(NodeJob.randomPuts(own, turns, expected));
        int lost = random.nextInt(4);
        job.lose(lost);
        String what = "seed " + seed + ", round " + round + ", node " + lost + " lost";
        if (!job.sessions().isEmpty()) {
          assertThat(job.recover().complete()).as(what).isTrue();
        }
        assertThat(job.content()).as(what).isEqualTo(expected);
      }
    }

    /** A process that drains alone because its log is full leaves the parity of its set. */
    @Test
    void neverReplaysWhatAProcessHasDrainedAlone() throws Exception {
      NodeJob job = job(3, 1, "xor", "log.capacity", "640KiB");
      int part = 4000;
      long[] expected = new long[NodeJob.ELEMENTS];
      job.crash(
          (buffer, array, group) -> {
            int turns = group.rank() == 0 ? 60 : 5;
            for (int turn = 1; turn <= turns; turn++) {
              long[] values = NodeJob.values(1_000_000L * turn, part);
              array.put(NodeJob.region((long) part * group.rank(), part), values);
              System.arraycopy(values, 0, expected, part * group.rank(), part);
            }
            if (group.rank() == 0) {
              assertThat(buffer.statistics().get(Counter.UNPROTECTED_PUTS)).isPositive();
            }
          });
      job.lose(0);
      assertThatThrownBy(job::recover)
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("ranks 0 ");
      assertThat(job.recover(Choice.PARTIAL).complete()).isFalse();
      long[] found = job.content();
      assertThat(Arrays.copyOfRange(found, part, 3 * part))
          .isEqualTo(Arrays.copyOfRange(expected, part, 3 * part));
      // What it has drained alone is in the target, and nothing older.
      assertThat(found[0]).isGreaterThan(1_000_000L).isEqualTo(found[part - 1] - part + 1);
    }
  }

  @Nested
  class WhenAllGoesWell {
    @ParameterizedTest
    @CsvSource({"process,foreground", "node,foreground", "process,background", "node,background"})
    void goesWithTheSession(String layout, String mode) throws Exception {
      NodeJob job = job(6, 2, "xor", "log.layout", layout, "drain.mode", mode);
      job.run(
          (buffer, array, group) -> {
            for (int turn = 0; turn < 5; turn++) {
              int first = group.rank() * EACH;
              array.put(NodeJob.region(first, EACH), NodeJob.values(first + 1L + turn, EACH));
              assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
            }
            assertThat(buffer.statistics().get(Counter.UNPROTECTED_PUTS)).isZero();
            assertThat(buffer.statistics().get(Counter.COPIED_BYTES)).isGreaterThan(8 * EACH);
          });
      assertThat(content(job)).isEqualTo(NodeJob.values(5, job.ranks * EACH));
      assertThat(job.sessions()).as(job::tree).isEmpty();
      assertThat(files(job, ".parity")).isEmpty();
      assertThat(files(job, ".raw")).isEmpty();
    }
  }
}
