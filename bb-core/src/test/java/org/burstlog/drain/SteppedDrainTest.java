package org.burstlog.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.burstlog.group.GroupException;
import org.burstlog.group.WatchedGroup;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.testing.Effort;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** All ranks of a job in one thread, step by step in turn: a step that waited would never end. */
class SteppedDrainTest {
  private static final int DRAINS = Effort.of(20, 2000);

  @TempDir Path directory;

  /** How a drain ended in one rank. */
  private record End(@Nullable DrainReport report, @Nullable Throwable failure) {}

  private static End end(Task<DrainReport> task) {
    return new End(task.result(), null);
  }

  /** Takes steps of all tasks, in a random order, to their ends. */
  private static List<End> drive(List<DrainRig.Rank> ranks, SplittableRandom random) {
    List<Task<DrainReport>> tasks = ranks.stream().map(rank -> rank.drain.begin()).toList();
    List<@Nullable End> ends = new ArrayList<>();
    tasks.forEach(task -> ends.add(null));
    ranks.forEach(rank -> ((WatchedGroup) rank.group).neverWait());
    while (ends.contains(null)) {
      int next = random.nextInt(tasks.size());
      if (ends.get(next) == null) {
        ends.set(next, step(tasks.get(next)));
      }
    }
    ranks.forEach(rank -> ((WatchedGroup) rank.group).mayWait());
    return List.copyOf(ends);
  }

  private static @Nullable End step(Task<DrainReport> task) {
    try {
      return task.step() == Task.Progress.DONE ? end(task) : null;
    } catch (IOException e) {
      return new End(null, e);
    }
  }

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void noStepWaitsAndTheFileIsWhatWasPut(Strategy strategy) throws Exception {
    SplittableRandom seeds = new SplittableRandom();
    for (int i = 0; i < DRAINS; i++) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      DrainOptions options =
          new DrainOptions(
              512 << random.nextInt(6),
              1 + random.nextInt(60),
              strategy,
              random.nextInt(1, 4000),
              random.nextInt(6));
      DrainRig rig = new DrainRig(directory.resolve("out"), options, random.nextBoolean());
      List<DrainRig.Rank> ranks = rig.open(WatchedGroup::new);
      for (DrainRig.Rank rank : ranks) {
        rank.putInPieces(random.split());
      }
      List<End> ends = drive(ranks, random);
      rig.close(ranks);
      String about = "seed " + seed + ", " + options + ": " + ends;
      assertThat(ends).as(about).allMatch(end -> end.failure() == null);
      assertThat(rig.complete()).as(about).isTrue();
    }
  }

  /** Breaks something in one rank. */
  private interface Breaker {
    void run(DrainRig.Rank rank);
  }

  private record Place(String name, Breaker breaker) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Breaker on(FaultyTarget.Call call, int after) {
    return rank -> rank.target.fail(call, after, () -> new IOException("broken here"));
  }

  private static final List<Place> PLACES =
      List.of(
          new Place("planning", rank -> rank.failsToPlan = true),
          new Place("the first write", on(FaultyTarget.Call.WRITE, 0)),
          new Place("a later write", on(FaultyTarget.Call.WRITE, 1)),
          new Place("the sync", on(FaultyTarget.Call.SYNC, 0)),
          new Place("asking for the size", on(FaultyTarget.Call.SIZE, 0)),
          new Place("reading back", on(FaultyTarget.Call.READ, 1)),
          new Place(
              "the reset",
              rank ->
                  rank.tier.failAt(
                      FaultyStorage.Call.WRITE, 1, FaultyStorage.Fault.IO_ERROR, true)));

  static Stream<Arguments> places() {
    return Stream.of(Strategy.COLLECTIVE, Strategy.INDEPENDENT, Strategy.EXCHANGE)
        .flatMap(strategy -> PLACES.stream().map(place -> Arguments.of(strategy, place)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("places")
  void aFailureIsTheSameVerdictInAllRanks(Strategy strategy, Place place) throws Exception {
    SplittableRandom random = new SplittableRandom();
    DrainRig rig = new DrainRig(directory.resolve("out"), strategy, true);
    List<DrainRig.Rank> ranks = rig.open(WatchedGroup::new);
    for (DrainRig.Rank rank : ranks) {
      rank.put();
    }
    // A leader of its node: it writes with every strategy.
    place.breaker().run(ranks.get(2));
    List<End> ends = drive(ranks, random);
    assertThat(ends)
        .allSatisfy(
            end ->
                assertThat(end.failure())
                    .isInstanceOf(DrainFailedException.class)
                    .hasMessageContaining("failed: rank 2")
                    .hasMessage(String.valueOf(ends.get(0).failure()).replaceFirst("^.*?: ", "")));
    for (DrainRig.Rank rank : ranks) {
      rank.target.heal();
      rank.tier.heal();
      rank.failsToPlan = false;
    }
    assertThat(drive(ranks, random)).allMatch(end -> end.failure() == null);
    rig.close(ranks);
    assertThat(rig.complete()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void aRankThatGoesIsToldToThoseThatPoll(Strategy strategy) throws Exception {
    DrainRig rig = new DrainRig(directory.resolve("out"), strategy, false);
    List<DrainRig.Rank> ranks = rig.open(WatchedGroup::new);
    for (DrainRig.Rank rank : ranks) {
      rank.put();
    }
    ranks.get(3).group.close();
    List<End> ends = drive(ranks.subList(0, 3), new SplittableRandom());
    ranks.forEach(DrainRig.Rank::leave);
    rig.close(ranks);
    assertThat(ends).allMatch(end -> end.failure() instanceof GroupException);
  }

  @Test
  void stepsThatDoNotCommunicateMakeNoCallOfTheGroup() throws Exception {
    DrainRig rig = new DrainRig(directory.resolve("out"), Strategy.EXCHANGE, true);
    rig.run(
        WatchedGroup::new,
        rank -> {
          rank.put();
          WatchedGroup group = (WatchedGroup) rank.group;
          Task<DrainReport> task = rank.drain.begin();
          boolean more = true;
          while (more) {
            int before = group.begun();
            boolean communicates = task.communicates();
            Task.Progress made = task.step();
            assertThat(communicates || group.begun() == before).isTrue();
            if (made == Task.Progress.WAITS) {
              assertThat(communicates).isTrue();
              task.await();
            }
            more = made != Task.Progress.DONE;
          }
          assertThat(task.result().records()).isEqualTo(40);
        });
    assertThat(rig.complete()).isTrue();
  }

  /** With reductions one behind the other and a sync that meets, it was 6. */
  @Test
  void aSmallDrainMeetsFourTimes() throws Exception {
    DrainRig rig = new DrainRig(directory.resolve("out"), Strategy.INDEPENDENT, false);
    ConcurrentLinkedQueue<List<Integer>> counts = new ConcurrentLinkedQueue<>();
    rig.run(
        WatchedGroup::new,
        rank -> {
          rank.put();
          WatchedGroup group = (WatchedGroup) rank.group;
          group.countAnew();
          rank.drain.run();
          counts.add(List.of(group.meetings(), group.begun()));
        });
    // The first is for two reductions: what all have, after the sync, after the proof, the report.
    assertThat(counts).containsOnly(List.of(4, 5));
  }

  /** With what every process has sent to every process, and a last agreement, it was 2 more. */
  @Test
  void aWindowOfAnExchangeMeetsTwice() throws Exception {
    DrainRig rig =
        new DrainRig(
            directory.resolve("out"),
            new DrainOptions(1 << 20, 1000, Strategy.EXCHANGE, 1 << 20, 2),
            false);
    ConcurrentLinkedQueue<Integer> counts = new ConcurrentLinkedQueue<>();
    rig.run(
        WatchedGroup::new,
        rank -> {
          rank.put();
          WatchedGroup group = (WatchedGroup) rank.group;
          group.countAnew();
          DrainReport report = rank.drain.run();
          assertThat(report.rounds()).isEqualTo(1);
          counts.add(group.meetings());
        });
    // Those of any drain, the proposal and the exchange, and the proposal that finds nothing left.
    assertThat(counts).containsOnly(4 + 2 + 1);
  }

  @Test
  void aTaskThatHasEndedBadlyTakesNoMoreSteps() throws Exception {
    DrainRig rig = new DrainRig(directory.resolve("out"), Strategy.INDEPENDENT, false);
    rig.run(
        rank -> {
          Task<DrainReport> closed = rank.drain.begin();
          assertThatThrownBy(closed::result).hasMessageContaining("steps left");
          closed.close();
          assertThatThrownBy(closed::step).isInstanceOf(IllegalStateException.class);
          Task<DrainReport> ended = rank.drain.begin();
          ended.run();
          ended.close();
          assertThat(ended.step()).isEqualTo(Task.Progress.DONE);
        });
  }
}
