package org.burstlog.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SoloGroupTest extends ProcessGroupContract {
  @Override
  protected void run(RankProgram program) throws Exception {
    try (SoloGroup group = new SoloGroup()) {
      program.run(group);
    }
  }

  @Test
  void isOneProcess() {
    try (SoloGroup group = new SoloGroup()) {
      assertThat(group.size()).isOne();
      assertThat(group.rank()).isZero();
    }
  }
}
