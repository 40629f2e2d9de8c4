package org.burstlog.guard.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StripeLayoutTest {
  private interface OnLayout {
    void run(StripeLayout layout);
  }

  private static void each(OnLayout check) {
    for (int members = 2; members <= 9; members++) {
      for (int losses = 1; losses < members; losses++) {
        check.run(new StripeLayout(members, losses, 10));
      }
    }
  }

  @Test
  void eachMemberKeepsAStripeOrHasAColumnOfIt() {
    each(
        layout -> {
          for (long stripe = 0; stripe < 40; stripe++) {
            Set<Integer> columns = new HashSet<>();
            for (int member = 0; member < layout.members(); member++) {
              int parity = layout.parity(stripe, member);
              int column = layout.column(stripe, member);
              assertThat(parity >= 0).isEqualTo(layout.keepers(stripe).contains(member));
              assertThat(parity >= 0).isNotEqualTo(column >= 0);
              if (parity >= 0) {
                assertThat(layout.keepers(stripe).get(parity)).isEqualTo(member);
              } else {
                assertThat(layout.member(stripe, column)).isEqualTo(member);
                assertThat(columns.add(column)).isTrue();
              }
            }
            assertThat(columns).hasSize(layout.columns());
          }
        });
  }

  @Test
  void theChunksOfAMemberAreInTheStripesThatItDoesNotKeep() {
    each(
        layout -> {
          for (int member = 0; member < layout.members(); member++) {
            long number = 0;
            for (long stripe = 0; stripe < 40; stripe++) {
              if (layout.column(stripe, member) >= 0) {
                assertThat(layout.number(member, stripe)).isEqualTo(number);
                assertThat(layout.stripe(member, number)).isEqualTo(stripe);
                number++;
              }
            }
          }
        });
  }

  @Test
  void keepingGoesAroundTheMembers() {
    StripeLayout layout = new StripeLayout(4, 2, 10);
    assertThat(layout.keepers(0)).containsExactly(0, 1);
    assertThat(layout.keepers(3)).containsExactly(3, 0);
    assertThat(layout.keepers(5)).containsExactly(1, 2);
  }

  @Test
  void aSetOfKeepersAloneIsRefused() {
    assertThatThrownBy(() -> new StripeLayout(2, 2, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StripeLayout(2, 0, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StripeLayout(2, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
