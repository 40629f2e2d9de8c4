package org.burstlog.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.burstlog.SettingsException;
import org.burstlog.settings.TierList.Entry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several tiers in one setting. */
class TierListTest {
  private static Settings set(String tiers) throws SettingsException {
    return Settings.builder().set(Settings.TIER, tiers).build();
  }

  @Test
  void saysWhereDataGoesInItsOrder() throws SettingsException {
    Settings settings = set("memory:8GiB, /local/ssd:200GiB,/shared/bb");
    assertThat(settings.tiers().orElseThrow().entries())
        .containsExactly(
            new Entry(Path.of("/dev/shm"), 8L << 30, true),
            new Entry(Path.of("/local/ssd"), 200L << 30, false),
            new Entry(Path.of("/shared/bb"), 0, false));
  }

  @Test
  void hasLogsInTheFirstThatIsNotMemory() throws SettingsException {
    assertThat(set("memory:8GiB,/local/ssd,/shared/bb").get(Settings.TIER))
        .contains(Path.of("/local/ssd"));
  }

  @Test
  void isOneDirectoryOrNothing() throws SettingsException {
    assertThat(set("/local/ssd").tiers().orElseThrow().entries())
        .containsExactly(new Entry(Path.of("/local/ssd"), 0, false));
    assertThat(Settings.builder().build().tiers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a", "/with,comma", "/with:1GiB", "/with\\,both:8", "/a:b/c\\d"})
  void readsWhatItHasWritten(String path) throws SettingsException {
    Path directory = Path.of(path);
    assertThat(set(TierList.text(directory)).tiers().orElseThrow().entries())
        .containsExactly(new Entry(directory, 0, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "memory:8GiB", "/a,", ",/a", "/a,/a", "memory,/a", "/a,:1GiB"})
  void refusesWhatIsNoList(String text) {
    assertThatThrownBy(() -> set(text))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("burstlog.tier");
  }
}
