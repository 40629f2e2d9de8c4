package org.burstlog.bench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Setting;
import org.junit.jupiter.api.Test;

class GapTest {
  private static Gap gap(String kernel, Map<String, String> set) throws Exception {
    try (SoloGroup group = new SoloGroup()) {
      return Gap.of(Parameters.of(Kernels.named(kernel), null, set), group);
    }
  }

  @Test
  void thereIsNoneUnlessItIsAskedFor() throws Exception {
    for (String kernel :
        new String[] {"ior", "btio", "flash", "madbench", "metarates", "inserts"}) {
      Gap gap = gap(kernel, Map.of());
      assertThat(gap.flush()).as(kernel).isFalse();
      assertThat(gap.compute()).as(kernel).isZero();
    }
  }

  @Test
  void everyKernelTakesItsParametersOnce() {
    for (Kernel kernel : Kernels.all()) {
      assertThat(kernel.parameters())
          .extracting(Setting::key)
          .as(kernel.name())
          .contains("flush", "compute", "computing")
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void theModelHasItsOwnDefaults() throws Exception {
    Gap gap = gap("model", Map.of("computing", "burn"));
    assertThat(gap.flush()).isTrue();
    assertThat(gap.compute()).isEqualTo(Duration.ofMillis(100));
    assertThat(gap.computing()).isEqualTo(Computing.BURN);
  }

  @Test
  void theProcessesOfANodeKeepAllItsCoresBusyTogether() throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(gap("ior", Map.of()).cores()).isEqualTo(cores);
    ThreadedGroup.run(
        4,
        2,
        group -> {
          Parameters parameters = Parameters.of(Kernels.named("ior"), null, Map.of());
          assertThat(Gap.of(parameters, group).cores()).isEqualTo((cores + 1) / 2);
        });
  }
}
