package org.burstlog.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the variables of DataWarp say. */
class DataWarpTest {
  private static final Map<String, String> ALL =
      Map.of(
          "DW_JOB_PRIVATE", "/dw/private/",
          "DW_JOB_STRIPED", "/dw/striped",
          "DW_PERSISTENT_STRIPED_B", "/dw/b",
          "DW_PERSISTENT_STRIPED_A", "/dw/a",
          "DW_PERSISTENT_STRIPED_NONE", " ");

  @Test
  void allInstancesMayHaveLogs() {
    assertThat(DataWarp.instances(ALL))
        .containsExactly(
            Path.of("/dw/private"), Path.of("/dw/striped"), Path.of("/dw/a"), Path.of("/dw/b"));
    assertThat(DataWarp.instances(Map.of("HOME", "/"))).isEmpty();
  }

  @Test
  void aPrivateOneNeedsTheSameNodesAndTheSameJob() {
    assertThat(DataWarp.reach(Path.of("/dw/private"), ALL).orElseThrow())
        .contains("only in this job")
        .contains("same nodes");
  }

  @Test
  void aStripedOneNeedsTheSameJob() {
    assertThat(DataWarp.reach(Path.of("/dw/striped"), ALL).orElseThrow())
        .contains("any of its nodes before the job ends");
  }

  @Test
  void aPersistentOneNeedsNeither() {
    assertThat(DataWarp.reach(Path.of("/dw/b"), ALL).orElseThrow()).contains("any job");
  }

  @Test
  void nothingIsSaidOfOtherTiers() {
    assertThat(DataWarp.reach(Path.of("/local/ssd"), ALL)).isEmpty();
  }
}
