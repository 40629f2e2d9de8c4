package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.MpiRun.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifecycleTest {
  @BeforeEach
  void installed() {
    MpiRun.assumeInstalled();
  }

  @Test
  void whatTheApplicationStartedItEnds() throws Exception {
    assertSucceeds(MpiRun.ranks(2).start(Lifecycle.class, "application"));
  }

  @Test
  void whatTheLibraryStartedEndsWithTheLastGroup() throws Exception {
    assertSucceeds(MpiRun.ranks(2).start(Lifecycle.class, "library"));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({"closing,romio", "closing,ompio", "draining,romio"})
  void theEndOfMpiWaitsForWhatGoesOnInTheBackground(String what, String io, @TempDir Path directory)
      throws Exception {
    assertSucceeds(MpiRun.ranks(3).io(io).start(Lifecycle.class, what, directory + ""));
  }

  @Test
  void aGroupAfterTheEndOfMpiIsAnErrorAndNoCrash() throws Exception {
    assertSucceeds(MpiRun.ranks(2).start(Lifecycle.class, "ended"));
  }

  @Test
  void aRankThatGoesEndsTheJob() throws Exception {
    Result result = MpiRun.ranks(3).start(Lifecycle.class, "departure");
    // 124 and 137 would be the watchdog's.
    assertThat(result.status()).as(result.output()).isNotIn(0, 124, 137);
  }

  @Nested
  class WithoutAChoiceOfTheUser {
    @Test
    void theLibraryStartsMpiWithRomio() throws Exception {
      assertSucceeds(MpiRun.ranks(1).alone().start(Lifecycle.class, "component", "true"));
    }
  }

  @Nested
  class WithAChoiceOfTheUser {
    @Test
    void ompioStaysOmpio() throws Exception {
      assertSucceeds(
          MpiRun.ranks(1)
              .alone()
              .env("OMPI_MCA_io", "ompio")
              .start(Lifecycle.class, "component", "false"));
    }

    @Test
    void romioIsKnownByItsName() throws Exception {
      assertSucceeds(MpiRun.ranks(2).io("romio").start(Lifecycle.class, "component", "true"));
    }
  }

  private static void assertSucceeds(Result result) {
    assertThat(result.status()).as(result.output()).isZero();
  }
}
