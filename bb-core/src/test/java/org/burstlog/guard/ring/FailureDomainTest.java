package org.burstlog.guard.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FailureDomainTest {
  private static Map<String, String> slurm(String address, String pattern) {
    return Map.of("SLURM_TOPOLOGY_ADDR", address, "SLURM_TOPOLOGY_ADDR_PATTERN", pattern);
  }

  @Test
  void theHostIsTheDomainWhenNothingElseIsKnown() {
    assertThat(FailureDomain.name("", Map.of(), "n17")).isEqualTo("n17");
  }

  @Test
  void whatIsSetCounts() {
    assertThat(FailureDomain.name("rack3", slurm("s1.n17", "switch.node"), "n17"))
        .isEqualTo("rack3");
  }

  @Nested
  class ToldBySlurm {
    @Test
    void itIsTheSwitchWithThoseAboveIt() {
      assertThat(FailureDomain.name("", slurm("s0.s4.n17", "switch.switch.node"), "n17"))
          .isEqualTo("s0.s4");
      assertThat(FailureDomain.name("", slurm(".core.r1.n17", "switch.switch.switch.node"), "n17"))
          .isEqualTo(".core.r1");
    }

    @Test
    void aHostWithItsNetworkIsTheSameNode() {
      assertThat(FailureDomain.name("", slurm("s4.n17", "switch.node"), "n17.example.org"))
          .isEqualTo("s4");
      assertThat(FailureDomain.name("", slurm("s4.n17.example.org", "switch.node"), "n17"))
          .isEqualTo("s4");
    }

    @Test
    void aNodeWithoutSwitchesIsTheHost() {
      assertThat(FailureDomain.name("", slurm("n17.example.org", "node"), "n17")).isEqualTo("n17");
      assertThat(FailureDomain.name("", slurm(".n17", "switch.node"), "n17")).isEqualTo("n17");
    }

    @Test
    void whatIsToldOfAnotherNodeDoesNotCount() {
      assertThat(FailureDomain.name("", slurm("s0.n16", "switch.node"), "n17")).isEqualTo("n17");
    }

    @Test
    void whatCannotBeReadDoesNotCount() {
      assertThat(FailureDomain.name("", slurm("n17", "switch.node"), "n17")).isEqualTo("n17");
      assertThat(FailureDomain.name("", slurm("s0.n17", "switch.switch"), "n17")).isEqualTo("n17");
      assertThat(FailureDomain.name("", slurm("s0.n17", ""), "n17")).isEqualTo("n17");
      assertThat(FailureDomain.name("", Map.of("SLURM_TOPOLOGY_ADDR_PATTERN", "switch.node"), "n"))
          .isEqualTo("n");
    }
  }
}
