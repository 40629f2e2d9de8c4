package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.MpiRun.Result;
import org.burstlog.recover.Wreck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What threads have put, ranks under mpirun recover. */
class MpiRecoveryTest {
  private static final int MINE = 5000;

  @TempDir Path directory;

  @BeforeEach
  void installed() {
    MpiRun.assumeInstalled();
  }

  @ParameterizedTest
  @CsvSource({"process, COLLECTIVE", "node, INDEPENDENT"})
  void anyNumberOfRanksRecoversWhatFiveHavePut(String layout, String strategy) throws Exception {
    Wreck wreck = new Wreck(directory);
    wreck.of(
        "out.bin",
        5,
        layout,
        (group, buffer) -> {
          BufferedArray array = buffer.define(Wreck.layout(5 * MINE));
          for (int i = 0; i < MINE; i++) {
            // Ranks take turns, and each place is put twice.
            long at = 5L * i + group.rank();
            Wreck.put(array, at, -1);
            Wreck.put(array, at, at);
          }
        });
    Result result = MpiRun.ranks(3).start(RecoveryProgram.class, wreck.tier().toString(), strategy);
    assertThat(result.status()).as(result.output()).isZero();
    long[] wanted = new long[5 * MINE];
    for (int i = 0; i < wanted.length; i++) {
      wanted[i] = i;
    }
    assertThat(wreck.content("out.bin")).isEqualTo(Wreck.longs(wanted));
    assertThat(wreck.sessions()).isEmpty();
  }

  @Test
  void aProcessAloneIsNoJob() {
    assertThat(new MpiJob().present()).isFalse();
  }
}
