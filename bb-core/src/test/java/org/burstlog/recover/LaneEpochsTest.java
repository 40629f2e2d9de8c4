package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LaneEpochsTest {
  private static LaneJudgement lane(String log, int rank, int epoch, boolean sealed, int records) {
    return new LaneJudgement(
        log, rank, 0, epoch, 1, sealed, records, 8L * records, 0, 0, 0, List.of(), List.of(), 0);
  }

  private static List<String> gaps(LaneJudgement... lanes) {
    return new LaneEpochs(List.of(lanes))
        .gaps().stream().flatMap(lane -> lane.damage().stream()).toList();
  }

  @Test
  void theOnlyLogOfAProcessIsOfTheFirstEpoch() {
    assertThat(gaps(lane("r00000", 0, 1, false, 5), lane("r00001", 1, 1, false, 0))).isEmpty();
    assertThat(gaps(lane("r00000.1", 0, 2, false, 5)))
        .containsExactly("the log beside that of epoch 2 of rank 0 is missing");
  }

  @Test
  void behindASealedEpochComesAnother() {
    LaneJudgement sealed = lane("r00000", 0, 1, true, 5);
    assertThat(gaps(sealed, lane("r00000.1", 0, 2, false, 0))).isEmpty();
    assertThat(gaps(sealed))
        .containsExactly("the log behind epoch 1, which is sealed, of rank 0 is missing");
  }

  @Test
  void epochsOfAProcessFollowEachOther() {
    LaneJudgement current = lane("r00000.1", 0, 2, false, 1);
    LaneJudgement idle = lane("r00000", 0, 3, false, 0);
    assertThat(gaps(current, idle)).isEmpty();
    assertThat(gaps(lane("r00000", 0, 4, false, 1), current))
        .containsExactly("the log of epoch 3 of rank 0 is missing");
    LaneJudgement sealed = lane("r00000.1", 0, 2, true, 1);
    assertThat(gaps(lane("r00000", 0, 4, false, 0), sealed))
        .containsExactly("the log of epoch 3 of rank 0 is missing");
  }

  @Test
  void anEpochThatPutsNeverCameToHeldNothing() {
    LaneJudgement current = lane("r00000.1", 0, 2, false, 1);
    assertThat(gaps(lane("r00000", 0, 4, false, 0), current)).isEmpty();
  }

  @Test
  void nothingIsMissingWhereASessionWasBeingClosed() {
    LaneJudgement nobodys = lane("r00000", -1, 0, false, 0);
    assertThat(gaps(nobodys, lane("r00000.1", 0, 2, false, 0))).isEmpty();
  }

  @Test
  void anEpochThatIsThereTwiceIsDamage() {
    LaneEpochs epochs =
        new LaneEpochs(List.of(lane("r00000", 0, 1, false, 5), lane("r00000.1", 0, 1, false, 5)));
    assertThat(epochs.judged().get(0).damages()).isZero();
    assertThat(epochs.judged().get(1).damage())
        .containsExactly("rank 0 has another log in this session");
  }

  @Test
  void aProcessIsPresentWithAnyOfItsLogs() {
    LaneEpochs epochs = new LaneEpochs(List.of(lane("r00003.1", 3, 2, false, 0)));
    assertThat(epochs.isPresent(3)).isTrue();
    assertThat(epochs.isPresent(0)).isFalse();
  }
}
