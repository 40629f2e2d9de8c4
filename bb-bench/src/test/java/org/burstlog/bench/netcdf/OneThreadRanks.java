package org.burstlog.bench.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import org.burstlog.netcdf.testing.ThreadsContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Several threads of each rank, where MPI was started for one. */
class OneThreadRanks {
  @Nested
  class Threads extends ThreadsContract implements NcFileRanks.OnRanks {
    @Test
    void mpiTakesOneThreadOnly() throws Exception {
      run(group -> assertThat(group.concurrent()).isFalse());
    }
  }
}
