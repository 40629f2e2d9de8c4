package org.burstlog.guard.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.burstlog.depot.Depot;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.recover.SessionState;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What other nodes keep of logs that stay on the tier when their file is closed. */
class CopiesOfSparesTest {
  private static final int RANKS = 4;
  private static final int EACH = 700;

  @TempDir Path directory;

  /** Each process has its own, over all of its files. */
  private final List<Depot> depots =
      IntStream.range(0, RANKS).mapToObj(rank -> new Depot(new LocalStorage())).toList();

  @AfterEach
  void endOfTheProcesses() throws IOException {
    depots.forEach(Depot::close);
  }

  private NodeJob job(String redundancy, String layout, String... more) {
    boolean copies = redundancy.equals("none");
    List<String> settings =
        new ArrayList<>(
            List.of(
                "log.copies",
                copies ? "1" : "0",
                "log.redundancy",
                redundancy,
                "log.redundancy.chunk",
                "4KiB",
                "log.layout",
                layout));
    settings.addAll(List.of(more));
    return new NodeJob(directory, RANKS, 2, settings.toArray(new String[0]));
  }

  /** Puts a whole part of each process, in several pieces. */
  private static NodeJob.Life puts(long from, int count) {
    return (buffer, array, group) -> {
      for (int at = 0; at < count; at += 100) {
        int first = group.rank() * EACH + at;
        array.put(NodeJob.region(first, 100), NodeJob.values(from + first, 100));
      }
      assertThat(buffer.statistics().get(Counter.UNPROTECTED_PUTS)).isZero();
    };
  }

  private void crashes(NodeJob job, NodeJob.Life life) throws Exception {
    job.run(
        TargetFile.Mode.CREATE,
        depots::get,
        (buffer, array, group) -> {
          life.live(buffer, array, group);
          group.barrier();
          buffer.leave();
        });
  }

  private List<Path> directories(NodeJob job) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path tier : job.tiers()) {
      try (Stream<Path> all = Files.walk(tier, 2)) {
        all.filter(path -> !path.equals(tier) && Files.isDirectory(path)).forEach(found::add);
      }
    }
    return found.stream()
        .filter(path -> !String.valueOf(path.getFileName()).startsWith("burstlog-"))
        .toList();
  }

  @Nested
  class InSpareSessions {
    @ParameterizedTest
    @ValueSource(strings = {"none", "xor"})
    void haveNothingOfTheFileBefore(String redundancy) throws Exception {
      NodeJob job = job(redundancy, "process");
      // A long file, so that more lies behind the records of the one that comes in its logs.
      job.run(TargetFile.Mode.CREATE, depots::get, puts(1_000_000, EACH));
      assertThat(directories(job))
          .isNotEmpty()
          .allMatch(path -> String.valueOf(path.getFileName()).startsWith("spare-"));
      crashes(job, puts(1, 200));
      assertThat(directories(job)).noneMatch(path -> path.toString().contains("spare-"));
      job.lose(1);
      RecoveryReport report = job.recover();
      assertThat(report.complete()).isTrue();
      long[] expected = new long[NodeJob.ELEMENTS];
      for (int rank = 0; rank < RANKS; rank++) {
        System.arraycopy(NodeJob.values(1 + rank * EACH, 200), 0, expected, rank * EACH, 200);
      }
      assertThat(job.content()).isEqualTo(expected);
      assertThat(job.sessions()).as(job::tree).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"none,process", "xor,process", "xor,node"})
    void areKeptForTheEpochsOfEachFile(String redundancy, String layout) throws Exception {
      NodeJob job = job(redundancy, layout, "drain.mode", "background");
      for (int file = 0; file < 3; file++) {
        long from = 1_000_000L * (file + 1);
        job.run(
            TargetFile.Mode.CREATE,
            depots::get,
            (buffer, array, group) -> {
              for (int turn = 0; turn < 3; turn++) {
                puts(from + turn, EACH).live(buffer, array, group);
                assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
              }
            });
        assertThat(Arrays.copyOf(job.content(), RANKS * EACH))
            .isEqualTo(NodeJob.values(from + 2, RANKS * EACH));
      }
      crashes(
          job,
          (buffer, array, group) -> {
            puts(1, EACH).live(buffer, array, group);
            assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
            puts(2, 300).live(buffer, array, group);
          });
      job.lose(0);
      assertThat(job.recover().complete()).isTrue();
      long[] expected = NodeJob.values(1, RANKS * EACH);
      for (int rank = 0; rank < RANKS; rank++) {
        System.arraycopy(NodeJob.values(2 + rank * EACH, 300), 0, expected, rank * EACH, 300);
      }
      assertThat(Arrays.copyOf(job.content(), RANKS * EACH)).isEqualTo(expected);
    }
  }

  @Nested
  class InRetainedSessions {
    @ParameterizedTest
    @CsvSource({"none,process", "none,node", "xor,process", "xor,node"})
    void goWhenTheFileIsClosed(String redundancy, String layout) throws Exception {
      NodeJob job = job(redundancy, layout, "log.retain", "64MiB");
      job.run(
          TargetFile.Mode.CREATE,
          depots::get,
          (buffer, array, group) -> {
            for (int turn = 0; turn < 3; turn++) {
              puts(turn, EACH).live(buffer, array, group);
              assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
            }
          });
      assertThat(job.sessions())
          .singleElement()
          .satisfies(session -> assertThat(session.state()).isEqualTo(SessionState.RETAINED));
      assertThat(directories(job)).noneMatch(path -> path.toString().contains(".k"));
    }

    /** Data of later epochs lies behind that of the earlier ones, which stays in the logs. */
    @ParameterizedTest
    @CsvSource({
      "none,process,foreground",
      "none,node,background",
      "xor,process,foreground",
      "xor,node,foreground",
      "xor,process,background"
    })
    void haveWhatIsPendingBehindWhatIsRetained(String redundancy, String layout, String mode)
        throws Exception {
      NodeJob job = job(redundancy, layout, "log.retain", "64MiB", "drain.mode", mode);
      crashes(
          job,
          (buffer, array, group) -> {
            for (int turn = 1; turn <= 4; turn++) {
              puts(turn, EACH).live(buffer, array, group);
              assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
            }
            puts(9, 400).live(buffer, array, group);
          });
      job.lose(1);
      assertThat(job.recover().complete()).isTrue();
      long[] expected = NodeJob.values(4, RANKS * EACH);
      for (int rank = 0; rank < RANKS; rank++) {
        System.arraycopy(NodeJob.values(9 + rank * EACH, 400), 0, expected, rank * EACH, 400);
      }
      assertThat(Arrays.copyOf(job.content(), RANKS * EACH)).isEqualTo(expected);
    }

    @Test
    void areNotMissedWhereANodeIsLostWithWhatItRetained() throws Exception {
      NodeJob job = job("none", "process", "log.retain", "64MiB");
      job.run(TargetFile.Mode.CREATE, depots::get, puts(1, EACH));
      job.lose(0);
      assertThat(job.sessions())
          .singleElement()
          .satisfies(session -> assertThat(session.state()).isEqualTo(SessionState.RETAINED));
      assertThat(job.recover().outcome()).isEqualTo(RecoveryReport.Outcome.NOTHING_PENDING);
      assertThat(Arrays.copyOf(job.content(), RANKS * EACH))
          .isEqualTo(NodeJob.values(1, RANKS * EACH));
    }
  }
}
