package org.burstlog.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class NodesTest {
  /** As a scheduler places ranks that deals them out in turns. */
  private final Nodes dealt = Nodes.of(0, 1, 0, 1, 0);

  @Test
  void knowWhoSharesOneAlsoWhenRanksAreDealtOut() {
    assertThat(dealt.sharedWith(2)).containsExactly(0, 2, 4);
    assertThat(dealt.sharedWith(3)).containsExactly(1, 3);
  }

  @Test
  void haveTheirLowestRankAsLeader() {
    assertThat(dealt.leaders()).containsExactly(0, 1);
    assertThat(dealt.count()).isEqualTo(2);
    assertThat(dealt.leader(4)).isZero();
    assertThat(dealt.isLeader(1)).isTrue();
    assertThat(dealt.isLeader(2)).isFalse();
  }

  @Test
  void areNotMadeOfWhatCannotBe() {
    assertThatThrownBy(() -> Nodes.of(0, 2, 2))
        .hasMessageContaining("rank 2")
        .hasMessageContaining("rank 1");
    assertThatThrownBy(() -> Nodes.of(0, 0, 1))
        .hasMessageContaining("rank 1")
        .hasMessageContaining("rank 2");
    assertThatThrownBy(() -> Nodes.of(-1)).hasMessageContaining("rank -1");
  }
}
