package org.burstlog.bench.netcdf.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.recover.crash.Fate.Event;
import org.burstlog.testing.Effort;
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

  private static void run(TestReporter reporter, int rounds, Story story) throws Exception {
    long seed = Long.getLong("burstlog-crash.seed", new SecureRandom().nextInt());
    reporter.publishEntry("first seed", Long.toString(seed));
    int kills = 0;
    for (int round = 0; round < rounds; round++) {
      Path directory = directory();
      Killer killer = new Killer(directory, seed + round);
      if (round == 0) {
        killer.dieForSure();
      }
      told(killer, () -> story.tell(killer));
      told(killer, killer::recover);
      told(killer, killer::check);
      kills += killer.kills();
      delete(directory);
    }
    reporter.publishEntry("kills", Integer.toString(kills));
    // Other fates may not come before a job has ended.
    assertThat(kills).isPositive();
  }

  /** What may fail, and then is to tell what went before. */
  private interface Step {
    void run() throws Exception;
  }

  private static void told(Killer killer, Step step) {
    try {
      step.run();
    } catch (Exception | AssertionError e) {
      throw new AssertionError(killer.toString(), e);
    }
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
    run(reporter, Effort.of(1, 160), killer -> killer.victim(RANKS, Killer.ANYWHERE));
  }

  @Test
  @Tag("slow")
  void whereverTheJobDies(TestReporter reporter) throws Exception {
    run(reporter, Effort.of(4, 320), killer -> killer.victim(RANKS, Killer.ANYWHERE));
  }

  @Test
  @Tag("slow")
  void evenWhenRecoveryIsKilledToo(TestReporter reporter) throws Exception {
    run(
        reporter,
        Effort.of(2, 120),
        killer -> {
          killer.victim(RANKS, Killer.WITH_MUCH_PENDING);
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
        Effort.of(2, 120),
        killer -> {
          killer.victim(RANKS, Killer.ANYWHERE);
          killer.victim(3, Killer.ANYWHERE);
          killer.victim(2, Killer.ANYWHERE);
        });
  }

  /**
   * Files of one name in two directories, logs on one tier; each job may die, the other goes on.
   */
  @Test
  void twoJobsWithOneFileNameAndOneTierDoNotMeet(TestReporter reporter) throws Exception {
    long seed = Long.getLong("burstlog-crash.seed", new SecureRandom().nextInt());
    reporter.publishEntry("first seed", Long.toString(seed));
    Path directory = directory();
    Path tier = directory.resolve("tier");
    List<Killer> jobs =
        List.of(
            new Killer(directory.resolve("one"), tier, seed),
            new Killer(directory.resolve("other"), tier, seed + 1));
    Event[] mayLive = {Event.NEVER, Event.PUT, Event.SIZE, Event.CLOSE};
    ExecutorService both = Executors.newFixedThreadPool(jobs.size());
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (Killer job : jobs) {
        ends.add(both.submit(() -> told(job, () -> job.victim(2, mayLive))));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      both.shutdownNow();
    }
    told(jobs.get(0), jobs.get(0)::recover);
    for (Killer job : jobs) {
      told(job, job::check);
    }
    delete(directory);
  }
}
