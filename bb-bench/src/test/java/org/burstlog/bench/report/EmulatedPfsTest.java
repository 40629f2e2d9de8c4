package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmulatedPfsTest {
  @Test
  void nodesAreSetApartFromTheFileSystemsOwnParameters() throws Exception {
    assertThat(EmulatedPfs.parse("emulated")).isEqualTo(new EmulatedPfs(4, Map.of()));
    EmulatedPfs given = EmulatedPfs.parse("emulated:nodes=2,revoke_us=500,stripe_size=4MiB");
    assertThat(given)
        .isEqualTo(new EmulatedPfs(2, Map.of("revoke_us", "500", "stripe_size", "4MiB")));
    assertThat(given).hasToString("emulated:nodes=2,revoke_us=500,stripe_size=4MiB");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"lustre", "emulated:nodes", "emulated:nodes=0", "emulated:nodes=x", "emulated:=1"})
  void mistakesAreNamed(String text) {
    assertThatThrownBy(() -> EmulatedPfs.parse(text))
        .isInstanceOf(BurstlogException.class)
        .hasMessageStartingWith("--pfs");
  }
}
