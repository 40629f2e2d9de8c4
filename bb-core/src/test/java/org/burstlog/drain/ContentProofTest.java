package org.burstlog.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes lost without an error, so that only what the target holds tells. */
class ContentProofTest {
  @TempDir Path directory;

  private DrainRig rig(Strategy strategy) {
    return new DrainRig(directory.resolve("out"), strategy, true);
  }

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void whereProcessesPutToTheSameBytesAnyOfThemMayHaveWon(Strategy strategy) throws Exception {
    DrainRig rig = rig(strategy);
    rig.run(
        rank -> {
          rank.putOverlapping();
          rank.drain.run();
          assertThat(rank.log.pendingBytes()).isZero();
        });
    assertThat(rig.holdsOneOfThePuts()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatOnlyOneHasPutIsMissedThoughOthersOverlapIt(int loser) throws Exception {
    DrainRig rig = rig(Strategy.INDEPENDENT);
    rig.run(
        rank -> {
          rank.putOverlapping();
          if (rank.rank() == loser) {
            rank.target.loseWrites();
          }
          DrainFailedException failure = rank.drainFails();
          assertThat(failure.ranks()).as(failure.getMessage()).containsExactly(loser);
          assertThat(failure.arrays()).containsExactly("u");
          assertThat(failure).hasMessageContaining("the write was lost without an error");
          rank.target.heal();
          rank.drain.run();
        });
    assertThat(rig.holdsOneOfThePuts()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void whatAllHavePutIsMissedWhenAllWritesWereLost(Strategy strategy) throws Exception {
    DrainRig rig = rig(strategy);
    rig.run(
        rank -> {
          rank.put();
          rank.drain.run();
          // The file is as long as it must be, and holds something else.
          rank.putOverlapping();
          rank.target.loseWrites();
          DrainFailedException failure = rank.drainFails();
          assertThat(failure.ranks()).as(failure.getMessage()).isNotEmpty();
          assertThat(failure).hasMessageContaining("is not what was written");
          assertThat(rank.log.pendingBytes()).isPositive();
          rank.target.heal();
          rank.drain.run();
        });
    assertThat(rig.holdsOneOfThePuts()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void extentsNearEachOtherAreReadAtOnce(Strategy strategy) throws Exception {
    rig(strategy)
        .run(
            rank -> {
              // 40 extents of 128 bytes, one in 512 bytes, and 4096 bytes of memory.
              rank.put();
              rank.drain.run();
              assertThat(rank.target.reads()).isBetween(1, 6);
            });
  }

  @Test
  void readingBackCountsAsProvingAndNotAsSyncing() throws Exception {
    rig(Strategy.INDEPENDENT)
        .run(
            rank -> {
              rank.put();
              rank.target.readSlowly();
              PhaseTimes times = rank.drain.run().times();
              assertThat(rank.target.reads()).isPositive();
              // That read took longer than all from the last write to it, and so than the sync.
              assertThat(times.proveNanos()).isGreaterThan(times.syncNanos());
              assertThat(times.syncNanos()).isPositive();
            });
  }

  @Test
  void whatAnotherHasPutAsWellIsNoLoss() throws Exception {
    DrainRig rig = rig(Strategy.INDEPENDENT);
    rig.run(
        rank -> {
          if (rank.rank() == 0) {
            rank.put(0, DrainRig.COLUMNS, 0);
          }
          if (rank.rank() == 1) {
            rank.put(0, DrainRig.COLUMNS / 2, 7);
            rank.target.loseWrites();
          }
          rank.drain.run();
        });
    assertThat(rig.complete()).isTrue();
  }
}
