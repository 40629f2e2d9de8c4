package org.burstlog.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a job ends, as its scheduler says. */
class EndOfJobTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final List<String> asked = new ArrayList<>();

  private Optional<Instant> end(Map<String, String> environment, String answer) throws IOException {
    return new EndOfJob(
            environment,
            InstantSource.fixed(NOW),
            command -> {
              asked.addAll(command);
              return answer;
            })
        .find();
  }

  @Test
  void isNotKnownOutsideOfAJob() throws Exception {
    assertThat(end(Map.of("SLURM_JOB_ID", " ", "HOME", "/"), "")).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Nested
  class OfSlurm {
    @Test
    void isTakenFromTheVariable() throws Exception {
      assertThat(end(Map.of("SLURM_JOB_ID", "7", "SLURM_JOB_END_TIME", "1772370000"), ""))
          .contains(Instant.ofEpochSecond(1772370000));
      assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
      "1-02:03:04, 93784",
      "10:00:00, 36000",
      "59:30, 3570",
      "0:10, 10",
      "UNLIMITED, -1",
      "INVALID, -1"
    })
    void isAskedForWhereThereIsNone(String answer, long seconds) throws Exception {
      Optional<Instant> end =
          end(Map.of("SLURM_JOB_ID", "7", "SLURM_JOB_END_TIME", "never"), answer + "\n");
      assertThat(end)
          .isEqualTo(seconds < 0 ? Optional.empty() : Optional.of(NOW.plusSeconds(seconds)));
      assertThat(asked).containsExactly("squeue", "--noheader", "--format=%L", "--jobs", "7");
    }
  }

  @Nested
  class OfPbs {
    @Test
    void isWhatIsLeftOfTheWallTime() throws Exception {
      String answer =
          """
          Job Id: 12.server
              resources_used.walltime = 00:20:00
              Resource_List.walltime = 01:00:30
          """;
      assertThat(end(Map.of("PBS_JOBID", "12.server"), answer))
          .contains(NOW.plus(Duration.ofSeconds(40 * 60 + 30)));
      assertThat(asked).containsExactly("qstat", "-f", "12.server");
    }

    @Test
    void isNowWhereAllOfItIsUsed() throws Exception {
      String answer = "resources_used.walltime = 02:00:00\nResource_List.walltime = 01:00:00";
      assertThat(end(Map.of("PBS_JOBID", "12"), answer)).contains(NOW);
      assertThat(end(Map.of("PBS_JOBID", "12"), "qstat: Unknown Job Id")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"0:10 L, 600", "12:05 E, 43500", "'  3:00', 10800", "-, -1"})
  void ofLsfIsAskedFor(String answer, long seconds) throws Exception {
    assertThat(end(Map.of("LSB_JOBID", "9"), answer))
        .isEqualTo(seconds < 0 ? Optional.empty() : Optional.of(NOW.plusSeconds(seconds)));
    assertThat(asked).containsExactly("bjobs", "-noheader", "-o", "time_left", "9");
  }

  @ParameterizedTest
  @CsvSource({"3599.5, 3599500", "60, 60000", "infinity, -1"})
  void ofFluxIsAskedFor(String answer, long millis) throws Exception {
    assertThat(end(Map.of("FLUX_JOB_ID", "f23"), answer + "\n"))
        .isEqualTo(millis < 0 ? Optional.empty() : Optional.of(NOW.plusMillis(millis)));
    assertThat(asked).containsExactly("flux", "job", "timeleft", "f23");
  }
}
