package org.burstlog.recover.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.spare.SpareDirectory;
import org.burstlog.recover.SessionFinder;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.burstlog.testing.Effort;
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
    long seed = seed();
    ExecutorService two = Executors.newFixedThreadPool(2);
    Path directory = Trees.make();
    try {
      List<Future<Integer>> kills = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        Killer killer = new Killer(directory.resolve("round" + i), seed + i);
        if (i == 0) {
          killer.dieForSure();
        }
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
      // Other fates may not come before a program has ended.
      assertThat(sum).isPositive();
    } finally {
      two.shutdownNow();
      Trees.delete(directory);
    }
  }

  private static long seed() {
    return Long.getLong("burstlog-crash.seed", new SecureRandom().nextInt());
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

  @Test
  void whatWasAcknowledgedIsRecoveredByOneProcess(TestReporter reporter) throws Exception {
    run(
        reporter,
        Effort.of(6, 100),
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
        Effort.of(12, 1000),
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
        Effort.of(4, 300),
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
        Effort.of(4, 300),
        killer -> {
          live(killer);
          killer.recover();
        });
  }

  /**
   * Two programs write files of the same name, in directories of their own, through one tier at
   * once; each of them dies and starts again while the other one goes on.
   */
  @Test
  @Tag("slow")
  void programsThatShareATierAndAFileNameDoNotMeet() throws Exception {
    long seed = seed();
    ExecutorService two = Executors.newFixedThreadPool(2);
    Path directory = Trees.make();
    try {
      for (int round = 0; round < Effort.of(1, 50); round++) {
        Path tier = directory.resolve("tier" + round);
        List<Killer> killers = new ArrayList<>();
        List<Future<?>> ends = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          Path own = directory.resolve("round" + round + "of" + i);
          Killer killer = new Killer(own, tier, seed + 2L * round + i);
          killers.add(killer);
          ends.add(two.submit(() -> live(killer)));
        }
        for (Future<?> end : ends) {
          end.get();
        }
        killers.get(0).recover();
        for (Killer killer : killers) {
          killer.check();
          killer.checkTier();
        }
      }
    } finally {
      two.shutdownNow();
      Trees.delete(directory);
    }
  }

  @Test
  void theSpareSessionOfAKilledProgramGoesWhenTheNextOneOpensAFile() throws Exception {
    Path directory = Trees.make();
    try {
      // An odd one: the program retains nothing then.
      Killer killer = Killer.withOwnLogs(directory.resolve("round"), seed() | 1);
      killer.victimStandingStillAt(Fate.Event.OPEN);
      Path tier = killer.tier();
      Path own = new LocalStorage().own(tier);
      List<SpareDirectory> left = SpareDirectory.find(new LocalStorage(), own);
      assertThat(left).singleElement().satisfies(d -> assertThat(d.live()).isFalse());
      assertThat(left.get(0).path()).isNotEmptyDirectory();
      try (SoloGroup group = new SoloGroup();
          TargetFile file = PlainTarget.open(group, directory.resolve("next"), Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(file, group, killer.settings())) {
        assertThat(buffer.recovered()).isEmpty();
        assertThat(left.get(0).path()).doesNotExist();
      }
    } finally {
      Trees.delete(directory);
    }
  }

  /** Each recovers what is his, and what is the other's is out of reach. */
  @Test
  void twoUsersShareATier() throws Exception {
    assumeTrue(
        new LocalStorage().userNumber().equals("0") && Files.exists(Path.of("/usr/bin/setpriv")),
        "only root can be two users");
    long seed = seed();
    Path directory = Trees.make();
    try {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path tier = Files.createDirectory(directory.resolve("tier"));
      Files.setPosixFilePermissions(tier, PosixFilePermissions.fromString("rwxrwxrwx"));
      Killer mine = new Killer(directory.resolve("mine"), tier, seed);
      Killer theirs = new Killer(directory.resolve("theirs"), tier, seed + 1);
      theirs.asNobody();
      assumeTrue(theirs.canRun(), "nobody cannot read the classes of this build");
      mine.victimStandingStillAt(Fate.Event.CLOSE);
      theirs.victimStandingStillAt(Fate.Event.CLOSE);
      mine.recover();
      mine.check();
      assertThat(directory.resolve("theirs/out.bin")).isNotEmptyFile();
      Path left;
      try (Stream<Path> all = Files.list(tier.resolve("burstlog-65534"))) {
        left = all.filter(SessionFinder::isSession).findAny().orElseThrow();
      }
      assertThatThrownBy(() -> SessionFinder.at(new SoloGroup(), new LocalStorage(), List.of(left)))
          .hasMessageContaining("belongs to nobody")
          .hasMessageContaining("run the command as the owner");
      theirs.rescuerThatLives();
      theirs.check();
      assertThat(left).doesNotExist();
    } finally {
      Trees.delete(directory);
    }
  }

  private static Void live(Killer killer) throws Exception {
    killer.victim(Mode.CREATE, ANYWHERE);
    killer.victim(Mode.UPDATE, ANYWHERE);
    killer.victim(Mode.UPDATE, ANYWHERE);
    return null;
  }
}
