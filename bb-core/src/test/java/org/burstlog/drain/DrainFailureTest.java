package org.burstlog.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.burstlog.storage.FaultyStorage;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DrainFailureTest {
  @TempDir Path directory;

  /** A place where a drain can fail, and how it then does in one rank. */
  private record Place(String name, boolean proves, Breaker breaker, String told) {
    @Override
    public String toString() {
      return name;
    }
  }

  private interface Breaker {
    void run(DrainRig.Rank rank, Supplier<Throwable> fault);
  }

  private static final List<Place> PLACES =
      List.of(
          new Place("the log cannot be read", false, DrainFailureTest::breakLog, "writing: "),
          new Place("the first write", false, on(FaultyTarget.Call.WRITE, 0), "writing: "),
          new Place("a later write", false, on(FaultyTarget.Call.WRITE, 1), "writing: "),
          new Place("the sync", false, on(FaultyTarget.Call.SYNC, 0), "syncing: "),
          new Place("asking for the size", false, on(FaultyTarget.Call.SIZE, 0), "proving: "),
          new Place("proving the content", true, on(FaultyTarget.Call.READ, 1), "proving: "),
          new Place("the reset", false, DrainFailureTest::breakReset, "resetting the log: "));

  private static Breaker on(FaultyTarget.Call call, int after) {
    return (rank, fault) -> rank.target.fail(call, after, fault);
  }

  private static void breakLog(DrainRig.Rank rank, Supplier<Throwable> fault) {
    rank.tier.failAt(FaultyStorage.Call.READ, 2, FaultyStorage.Fault.IO_ERROR, true);
  }

  private static void breakReset(DrainRig.Rank rank, Supplier<Throwable> fault) {
    rank.tier.failAt(FaultyStorage.Call.WRITE, 1, FaultyStorage.Fault.IO_ERROR, true);
  }

  private static final List<Supplier<Throwable>> FAULTS =
      List.of(
          () -> new IOException("broken here"),
          () -> new IllegalStateException("broken here"),
          () -> new OutOfMemoryError("broken here"));

  static Stream<Arguments> places() {
    List<Arguments> all = new ArrayList<>();
    for (Strategy strategy :
        List.of(Strategy.COLLECTIVE, Strategy.INDEPENDENT, Strategy.EXCHANGE)) {
      PLACES.forEach(place -> all.add(Arguments.of(strategy, place)));
    }
    return all.stream();
  }

  /** Under exchange, only the leaders of nodes write. */
  private static List<Integer> ranksOf(Strategy strategy, Place place) {
    boolean writes = place.name().endsWith("write");
    return IntStream.range(0, DrainRig.RANKS)
        .filter(r -> strategy != Strategy.EXCHANGE || !writes || r % 2 == 0)
        .boxed()
        .toList();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("places")
  void everyRankIsToldTheSameAndARetryFinishes(Strategy strategy, Place place) throws Exception {
    for (int broken : ranksOf(strategy, place)) {
      for (Supplier<Throwable> fault : FAULTS) {
        DrainRig rig = new DrainRig(directory.resolve("out"), strategy, place.proves());
        rig.run(
            rank -> {
              rank.put();
              if (rank.rank() == broken) {
                place.breaker().run(rank, fault);
              }
              DrainFailedException failure = rank.drainFails();
              assertThat(failure.ranks()).as(failure.getMessage()).containsExactly(broken);
              assertThat(failure)
                  .hasMessageContaining("draining to " + directory.resolve("out") + " failed")
                  .hasMessageContaining("rank " + broken)
                  .hasMessageContaining(place.told());
              assertThat(failure.getCause()).isNotNull();
              if (place.told().startsWith("writing")) {
                assertThat(failure.arrays()).containsExactly("u");
              }
              boolean reset = place.told().startsWith("resetting") && rank.rank() != broken;
              assertThat(rank.log.pendingBytes() > 0).isEqualTo(!reset);
              // Until the cause is gone, it fails again.
              DrainFailedException again = rank.drainFails();
              assertThat(again.ranks()).as(again.getMessage()).containsExactly(broken);
              rank.target.heal();
              rank.tier.heal();
              rank.drain.run();
              assertThat(rank.log.pendingBytes()).isZero();
            });
        assertThat(rig.complete()).as(place + " in rank " + broken).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void whenAllFailAllAreNamed(Strategy strategy) throws Exception {
    new DrainRig(directory.resolve("out"), strategy, false)
        .run(
            rank -> {
              rank.put();
              rank.target.fail(
                  FaultyTarget.Call.SYNC, 0, () -> new IOException("no " + rank.rank()));
              assertThat(rank.drainFails())
                  .hasMessageContaining("rank 0: syncing: no 0; rank 1: syncing: no 1")
                  .satisfies(e -> assertThat(e.ranks()).containsExactly(0, 1, 2, 3))
                  .hasRootCauseMessage("no " + rank.rank());
            });
  }

  @ParameterizedTest
  @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void writesLostWithoutAnErrorAreNoticedWhereTheContentIsProven(Strategy strategy)
      throws Exception {
    DrainRig rig = new DrainRig(directory.resolve("out"), strategy, true);
    rig.run(
        rank -> {
          rank.put();
          rank.target.loseWrites();
          assertThat(rank.drainFails()).hasMessageContaining("a write was lost");
          rank.target.heal();
          rank.drain.run();
        });
    assertThat(rig.complete()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void noWriteIsTakenForLostWhereAProcessDoesNotHearOfOthersWrites(Strategy strategy)
      throws Exception {
    DrainRig rig = new DrainRig(directory.resolve("out"), strategy, false);
    rig.run(
        rank -> {
          rank.target.hearsOfNoOther();
          rank.put();
          rank.drain.run();
        });
    assertThat(rig.complete()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void aFileThatIsTooShortForAllProcessesHasLostAWrite(Strategy strategy) throws Exception {
    new DrainRig(directory.resolve("out"), strategy, false)
        .run(
            rank -> {
              rank.put();
              rank.target.loseWrites();
              assertThat(rank.drainFails())
                  .hasMessageContaining("a write was lost")
                  .satisfies(e -> assertThat(e.ranks()).containsExactly(0, 1, 2, 3));
            });
  }

  @ParameterizedTest
  @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void drainingTwiceOrAfterHalfOfItLeavesTheSameFile(Strategy strategy) throws Exception {
    for (int writes = 0; writes < 8; writes++) {
      int spared = writes;
      DrainRig rig = new DrainRig(directory.resolve("out"), strategy, false);
      rig.run(
          rank -> {
            rank.put();
            rank.target.fail(FaultyTarget.Call.WRITE, spared, () -> new IOException("full"));
            try {
              rank.drain.run();
            } catch (DrainFailedException e) {
              assertThat(rank.log.pendingBytes()).isPositive();
            }
            rank.target.heal();
            rank.drain.run();
            rank.put();
            rank.drain.run();
          });
      assertThat(rig.complete()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void whatAllHaveWrittenTogetherTheySyncTogether(Strategy strategy) throws Exception {
    new DrainRig(directory.resolve("out"), strategy, false)
        .run(
            rank -> {
              rank.put();
              rank.drain.run();
              assertThat(rank.target.owesASync()).isFalse();
            });
  }

  @Nested
  class WhenTheTargetIsGone {
    @Test
    void aSyncThatFailsForThatSaysSo() throws Exception {
      Path path = directory.resolve("out");
      new DrainRig(path, Strategy.INDEPENDENT, false)
          .run(
              rank -> {
                rank.put();
                rank.group.barrier();
                if (rank.rank() == 0) {
                  Files.delete(path);
                }
                rank.group.barrier();
                rank.target.fail(
                    FaultyTarget.Call.SYNC, 0, () -> new NoSuchFileException(path.toString()));
                assertThat(rank.drainFails())
                    .hasMessageContaining("rank 3: syncing: it was removed or replaced");
              });
    }
  }

  @Nested
  class WhenTheGroupBreaks {
    @ParameterizedTest
    @EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void nobodyWaitsForARankThatGoes(Strategy strategy) throws Exception {
      DrainRig rig = new DrainRig(directory.resolve("out"), strategy, false);
      assertThatThrownBy(
              () ->
                  rig.run(
                      rank -> {
                        rank.put();
                        if (rank.rank() == 2) {
                          rank.leave();
                          throw new IllegalStateException("thrown between two puts");
                        }
                        try {
                          rank.drain.run();
                        } finally {
                          rank.leave();
                        }
                      }))
          .hasMessage("thrown between two puts");
    }
  }

  @Nested
  class WithNothingToDo {
    @Test
    void ranksWithoutDataTakePart() throws Exception {
      for (Strategy strategy : Strategy.values()) {
        DrainRig rig = new DrainRig(directory.resolve("out"), strategy, false);
        rig.run(
            rank -> {
              assertThat(rank.drain.run().rounds()).isZero();
              if (rank.rank() == 1) {
                rank.put();
              }
              DrainReport report = rank.drain.run();
              assertThat(report.records()).isEqualTo(rank.rank() == 1 ? 40 : 0);
            });
      }
    }
  }
}
