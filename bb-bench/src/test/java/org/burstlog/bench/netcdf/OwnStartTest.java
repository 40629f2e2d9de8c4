package org.burstlog.bench.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.burstlog.mpi.testing.EmulatedFiles;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.MpiRun.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A simulation that starts MPI itself, under an mpirun that is told nothing of MPI-IO. */
class OwnStartTest {
  private static final int RANKS = 4;

  @TempDir Path tier;

  @BeforeEach
  void installed() {
    MpiRun.assumeInstalled();
  }

  private record Outcome(Map<String, Long> requests, ByteBuffer file) {}

  private Outcome run(MpiRun job, String buffer) throws Exception {
    try (EmulatedFiles files = EmulatedFiles.mount()) {
      Path target = files.directory().resolve("out.nc");
      Result result =
          job.env("BURSTLOG", buffer)
              .env("BURSTLOG_TIER", tier.toString())
              .start(OwnStartProgram.class, target.toString());
      assertThat(result.status()).as(result.output()).isZero();
      Map<String, Long> requests = new TreeMap<>(files.counters());
      requests.keySet().removeIf(name -> !name.matches("(read|write)_.*"));
      return new Outcome(requests, ByteBuffer.wrap(Files.readAllBytes(target)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "on"})
  void itAsksTheFileSystemWhatItAsksWithRomioAndLeavesTheSameFile(String buffer) throws Exception {
    Outcome wanted = run(MpiRun.ranks(RANKS).io("romio"), buffer);
    Outcome unchosen = run(MpiRun.ranks(RANKS).ioUnchosen(), buffer);
    assertThat(unchosen.requests()).isEqualTo(wanted.requests());
    assertThat(unchosen.file()).isEqualTo(wanted.file());
  }
}
