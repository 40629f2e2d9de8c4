package org.burstlog.recover.crash;

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
import org.burstlog.target.TargetFile.Mode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Kills programs of four ranks, again and again, and compares what recovery makes of it with what
 * was acknowledged. A seed tells everything but the moment of a kill; {@code
 * -Dburstlog-crash.seed=…} begins with a given one.
 */
class CrashTest {
  private static final Fate.Event[] ANYWHERE = {
    Fate.Event.OPEN,
    Fate.Event.PUT,
    Fate.Event.PUT,
    Fate.Event.DRAIN,
    Fate.Event.WRITE,
    Fate.Event.SYNC,
    Fate.Event.SIZE,
    Fate.Event.SIZE,
    Fate.Event.DRAINED,
    Fate.Event.CLOSE,
    Fate.Event.CLOSE,
    Fate.Event.NEVER
  };

  /** What happens to one file. */
  private interface Story {
    void tell(Killer killer) throws Exception;
  }

  private static void run(TestReporter reporter, int rounds, Story story) throws Exception {
    long seed = Long.getLong("burstlog-crash.seed", new SecureRandom().nextInt());
    ExecutorService two = Executors.newFixedThreadPool(2);
    Path directory = directory();
    try {
      List<Future<Integer>> kills = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        Killer killer = new Killer(directory.resolve("round" + i), seed + i);
        kills.add(
            two.submit(
                () -> {
                  tell(killer, story);
                  return killer.kills;
                }));
      }
      int sum = 0;
      for (Future<Integer> one : kills) {
        sum += one.get();
      }
      reporter.publishEntry("kills", sum + ", first seed " + seed);
      assertThat(sum).isGreaterThan(rounds / 2);
    } finally {
      two.shutdownNow();
      delete(directory);
    }
  }

  private static void tell(Killer killer, Story story) throws Exception {
    try {
      story.tell(killer);
      killer.check();
      killer.checkTier();
    } catch (Exception e) {
      throw new AssertionError(killer.toString(), e);
    }
  }

  /**
   * In memory where there is such a place: hundreds of syncs say nothing about a killed process.
   */
  private static Path directory() throws IOException {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory)
        ? Files.createTempDirectory(memory, "burstlog-crash")
        : Files.createTempDirectory("burstlog-crash");
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
    run(
        reporter,
        12,
        killer -> {
          killer.victim(Mode.CREATE, ANYWHERE);
          killer.recover();
        });
  }

  @Test
  @Tag("slow")
  void whereverTheProgramDies(TestReporter reporter) throws Exception {
    run(
        reporter,
        120,
        killer -> {
          killer.victim(Mode.CREATE, ANYWHERE);
          killer.recover();
          killer.check();
          killer.recover();
        });
  }

  @Test
  @Tag("slow")
  void evenWhenRecoveryIsKilledToo(TestReporter reporter) throws Exception {
    run(
        reporter,
        40,
        killer -> {
          killer.victim(Mode.CREATE, Fate.Event.PUT, Fate.Event.DRAIN, Fate.Event.WRITE);
          killer.rescuer();
          killer.rescuer();
          killer.recover();
        });
  }

  @Test
  @Tag("slow")
  void aProgramThatIsStartedAgainFindsWhatItAcknowledged(TestReporter reporter) throws Exception {
    run(
        reporter,
        40,
        killer -> {
          killer.victim(Mode.CREATE, ANYWHERE);
          killer.victim(Mode.UPDATE, ANYWHERE);
          killer.victim(Mode.UPDATE, ANYWHERE);
          killer.recover();
        });
  }
}
