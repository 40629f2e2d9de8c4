package org.burstlog.bench.netcdf.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.stream.Stream;
import org.burstlog.mpi.testing.MpiRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Kills jobs that write a netCDF file through a burst buffer, again and again, and compares what
 * recovery makes of it with what was acknowledged. A seed tells everything but the moment of a
 * kill; {@code -Dburstlog-crash.seed=…} begins with a given one.
 */
class NcKillTest {
  private static final int RANKS = 4;

  /** What happens to one file. */
  private interface Story {
    void tell(Killer killer) throws Exception;
  }

  @BeforeEach
  void installed() {
    MpiRun.assumeInstalled();
  }

  private static void run(TestReporter reporter, int rounds, int leastKills, Story story)
      throws Exception {
    long seed = Long.getLong("burstlog-crash.seed", new SecureRandom().nextInt());
    reporter.publishEntry("first seed", Long.toString(seed));
    int kills = 0;
    for (int round = 0; round < rounds; round++) {
      Path directory = directory();
      Killer killer = new Killer(directory, seed + round);
      try {
        story.tell(killer);
        killer.recover();
        killer.check();
      } catch (Exception | AssertionError e) {
        throw new AssertionError(killer + "\nleft in " + directory, e);
      }
      kills += killer.kills();
      delete(directory);
    }
    reporter.publishEntry("kills", Integer.toString(kills));
    assertThat(kills).isGreaterThanOrEqualTo(leastKills);
  }

  /** In memory where there is such a place: syncs say nothing about a killed process. */
  private static Path directory() throws IOException {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory)
        ? Files.createTempDirectory(memory, "burstlog-kill")
        : Files.createTempDirectory("burstlog-kill");
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void whatWasAcknowledgedIsRecoveredByOneProcess(TestReporter reporter) throws Exception {
    run(reporter, 4, 2, killer -> killer.victim(RANKS));
  }

  @Test
  @Tag("slow")
  void whereverTheJobDies(TestReporter reporter) throws Exception {
    run(reporter, 60, 40, killer -> killer.victim(RANKS));
  }

  @Test
  @Tag("slow")
  void evenWhenRecoveryIsKilledToo(TestReporter reporter) throws Exception {
    run(
        reporter,
        20,
        25,
        killer -> {
          killer.victim(RANKS);
          killer.rescuer();
          killer.rescuer();
        });
  }

  @Test
  @Tag("slow")
  void aJobThatIsStartedAgainWithOtherRanksFindsWhatWasAcknowledged(TestReporter reporter)
      throws Exception {
    run(
        reporter,
        20,
        35,
        killer -> {
          killer.victim(RANKS);
          killer.victim(3);
          killer.victim(2);
        });
  }
}
