package org.burstlog.mpi.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/** Tests with every kind of end, to test how they are shown. */
class SampleRanks {
  @Test
  void passes() throws Exception {
    RankRunner.run(group -> assertThat(group.sum(1)).isEqualTo(group.size()));
  }

  @Test
  void failsOnOneRankWhileTheOtherWaits() throws Exception {
    RankRunner.run(
        group -> {
          if (group.rank() == 1) {
            fail("this rank does not like it");
          }
          group.barrier();
        });
  }

  @Test
  void isSkipped() {
    assumeTrue(false, "not today");
  }

  @Test
  void passesAfterAFailure() throws Exception {
    RankRunner.run(group -> group.barrier());
  }
}
