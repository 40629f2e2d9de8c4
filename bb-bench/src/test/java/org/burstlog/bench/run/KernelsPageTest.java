package org.burstlog.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.kernel.Parameters;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.bench.strategy.Strategy;
import org.burstlog.settings.Setting;
import org.junit.jupiter.api.Test;

/** The page of the documentation knows every kernel, parameter, preset and strategy. */
class KernelsPageTest {
  /** Square, and divided by four gangs. */
  private static final int RANKS = 16;

  private static String page() throws IOException {
    return Files.readString(Path.of(System.getProperty("bb.home"), "docs", "kernels.md"));
  }

  private static String section(Kernel kernel) throws IOException {
    return Arrays.stream(page().split("(?m)^### ", -1))
        .filter(section -> section.startsWith(kernel.name() + "\n"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no section '### " + kernel.name() + "'"));
  }

  @Test
  void everyStrategyHasItsLine() throws IOException {
    for (Strategy strategy : Strategies.all()) {
      assertThat(page().lines())
          .as(strategy.name())
          .anyMatch(
              line ->
                  line.startsWith("| `" + strategy.name() + "` | ")
                      && line.contains(strategy.needsTier() ? "| yes" : "| no"));
    }
  }

  @Test
  void everyParameterHasItsLineWithItsDefault() throws IOException {
    for (Kernel kernel : Kernels.all()) {
      for (Setting<?> parameter : kernel.parameters()) {
        assertThat(section(kernel))
            .as(kernel.name())
            .contains("\n| `" + parameter.key() + "` | " + parameter.defaultText() + " | ");
      }
    }
  }

  @Test
  void everyPresetIsNamedAndEachOfItsValuesIsTaken() throws IOException {
    for (Kernel kernel : Kernels.all()) {
      for (String preset : kernel.presets().keySet()) {
        assertThat(section(kernel)).as(kernel.name()).contains("`" + preset + "`");
        Parameters values = Parameters.of(kernel, preset, Map.of());
        assertThat(kernel.program(values, RANKS)).as(preset).isNotNull();
      }
    }
  }
}
