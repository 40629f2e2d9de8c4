package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.burstlog.mpi.testing.EmulatedFiles;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.MpiRun.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that starts MPI itself, under an mpirun that is told nothing of MPI-IO. */
class OwnStartTest {
  private static final int RANKS = 4;
  private static final String ADVICE = "set OMPI_MCA_io=romio";

  @TempDir Path tier;

  @BeforeEach
  void installed() {
    MpiRun.assumeInstalled();
  }

  private record Asked(Map<String, Long> requests, String output) {}

  /** What a run asks of the file system. */
  private Asked run(MpiRun job, String how) throws Exception {
    try (EmulatedFiles files = EmulatedFiles.mount()) {
      Path target = files.directory().resolve("out.bin");
      Result result = job.start(OwnStartProgram.class, how, target + "", tier + "");
      assertThat(result.status()).as(result.output()).isZero();
      Map<String, Long> requests = new TreeMap<>(files.counters());
      assertThat(Files.readAllBytes(target)).isEqualTo(OwnStartProgram.expected(RANKS));
      requests.keySet().removeIf(name -> !name.matches("(read|write)_.*"));
      return new Asked(requests, result.output());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"straight", "buffered"})
  void itAsksTheFileSystemWhatItAsksWithRomio(String how) throws Exception {
    Map<String, Long> wanted = run(MpiRun.ranks(RANKS).io("romio"), how).requests();
    Map<String, Long> unchosen = run(MpiRun.ranks(RANKS).ioUnchosen(), how).requests();
    assertThat(unchosen).isEqualTo(wanted);
    assertThat(unchosen.get("write_bytes"))
        .isEqualTo(RANKS * OwnStartProgram.PIECES * OwnStartProgram.PIECE);
    assertThat(unchosen.get("write_requests")).isLessThan(8);
    assertThat(unchosen.get("read_requests")).isZero();
  }

  @Test
  void itIsToldOnceHowToGetRomio() throws Exception {
    assertThat(run(MpiRun.ranks(RANKS).ioUnchosen(), "straight").output()).containsOnlyOnce(ADVICE);
  }

  /**
   * The installation with more parameters. Its own stay: they may keep out transports that take
   * signals which the virtual machine needs.
   */
  private MpiRun configured(String parameters) throws Exception {
    Path configuration = Files.createDirectories(tier.resolve("configuration"));
    Path installed = Path.of("/etc/openmpi/openmpi-mca-params.conf");
    String own = Files.exists(installed) ? Files.readString(installed) : "";
    Files.writeString(configuration.resolve("openmpi-mca-params.conf"), own + "\n" + parameters);
    return MpiRun.ranks(RANKS).ioUnchosen().env("OPAL_SYSCONFDIR", configuration.toString());
  }

  @Test
  void nothingIsSaidOfMpiIoThatTheInstallationHasChosen() throws Exception {
    assertThat(run(configured("io = ompio\n"), "straight").output()).doesNotContain(ADVICE);
  }

  @Test
  void anInstallationThatChoosesSomethingElseHasNotChosenMpiIo() throws Exception {
    String parameters = "# io = ompio\nio_base_verbose = 0\n";
    assertThat(run(configured(parameters), "straight").output()).containsOnlyOnce(ADVICE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"romio", "ompio"})
  void nothingIsSaidOfMpiIoThatTheUserHasChosen(String io) throws Exception {
    assertThat(run(MpiRun.ranks(RANKS).io(io), "straight").output()).doesNotContain(ADVICE);
  }
}
