package org.burstlog.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.burstlog.SettingsException;
import org.burstlog.buffer.Tiers;
import org.burstlog.drain.Strategy;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static Properties property(String key, String value) {
    Properties properties = new Properties();
    properties.setProperty(key, value);
    return properties;
  }

  @Test
  void everyDefaultIsAValueItsSettingTakes() throws SettingsException {
    Settings nothingSet = Settings.builder().build();
    for (Setting<?> setting : Settings.all()) {
      assertThat(nothingSet.get(setting)).as(setting.key()).isNotNull();
    }
    assertThat(nothingSet.get(Settings.SWITCH)).isFalse();
    assertThat(nothingSet.get(Settings.DRAIN_BUFFER)).isEqualTo(16L << 20);
  }

  @Test
  void sayWhatIsSetByItsNameAndWhetherTheBufferIsOn() throws SettingsException {
    assertThat(Settings.builder().build()).hasToString("{burstlog=off}");
    assertThat(
            Settings.builder()
                .set(Settings.SWITCH, "1")
                .set(Settings.TIER, "/local/ssd")
                .set(Settings.CHUNK, "64KiB")
                .build())
        .hasToString("{burstlog=on, burstlog.log.chunk=64KiB, burstlog.tier=/local/ssd}");
  }

  @Nested
  class TheEndOfTheJob {
    private static final Instant END = Instant.parse("2026-01-31T18:00:00Z");

    private Optional<Instant> end(Map<String, String> environment) throws SettingsException {
      return Settings.builder().environment(environment).build().get(Settings.DRAIN_DEADLINE);
    }

    @Test
    void isNotKnownWhereNobodyTellsIt() throws SettingsException {
      assertThat(end(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1769882400", "2026-01-31T18:00:00Z", "2026-01-31t20:00:00+02:00"})
    void isAMoment(String text) throws SettingsException {
      assertThat(end(Map.of("BURSTLOG_DRAIN_DEADLINE", text))).contains(END);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"18:00", "tomorrow", "2026-01-31", "99999999999999999", "2026-13-31T18:00:00Z"})
    void isNothingElse(String text) {
      assertThatThrownBy(() -> end(Map.of("BURSTLOG_DRAIN_DEADLINE", text)))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("BURSTLOG_DRAIN_DEADLINE is '" + text + "', which is not a moment");
    }

    @Test
    void isWhatTheSchedulerTells() throws SettingsException {
      assertThat(end(Map.of("SLURM_JOB_END_TIME", "1769882400"))).contains(END);
    }

    @Test
    void isWhatIsSetWhateverTheSchedulerTells() throws SettingsException {
      assertThat(end(Map.of("SLURM_JOB_END_TIME", "1", "BURSTLOG_DRAIN_DEADLINE", "1769882400")))
          .contains(END);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Unknown", "-1", "99999999999999"})
    void isNoErrorOfTheProgramWhateverTheSchedulerTells(String text) throws SettingsException {
      assertThat(end(Map.of("SLURM_JOB_END_TIME", text))).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "80%, 80", "100 %, 100"})
  void aShareIsInPercent(String text, int percent) throws SettingsException {
    Settings settings = Settings.builder().set(Settings.DRAIN_SHARE, text).build();
    assertThat(settings.get(Settings.DRAIN_SHARE)).isEqualTo(percent);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101%", "0.5", "half", "%"})
  void aShareIsOfTheWholeAndNotNothing(String text) {
    Settings.Builder builder = Settings.builder().set(Settings.DRAIN_SHARE, text);
    assertThatThrownBy(builder::build)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("a share from 1% to 100%");
  }

  @Nested
  class Precedence {
    @Test
    void propertiesBeatTheEnvironment() throws SettingsException {
      Settings settings =
          Settings.builder()
              .properties(property("burstlog.drain.buffer", "2MiB"))
              .environment(Map.of("BURSTLOG_DRAIN_BUFFER", "1MiB"))
              .build();
      assertThat(settings.get(Settings.DRAIN_BUFFER)).isEqualTo(2L << 20);
    }

    @Test
    void codeBeatsProperties() throws SettingsException {
      Settings settings =
          Settings.builder()
              .set(Settings.STRATEGY, "independent")
              .properties(property("burstlog.drain.strategy", "collective"))
              .build();
      assertThat(settings.get(Settings.STRATEGY)).isEqualTo(Strategy.INDEPENDENT);
    }

    @Test
    void theSwitchHasTheNameOfTheLibrary() throws SettingsException {
      Settings settings = Settings.builder().environment(Map.of("BURSTLOG", "on")).build();
      assertThat(settings.get(Settings.SWITCH)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "BURSTLOG_MPI_JAR",
          "BURSTLOG_CLUSTER",
          "BURSTLOG_CLUSTER_MEMBER",
          "BURST",
          "PATH"
        })
    void variablesOfOthersAreLeftAlone(String name) throws SettingsException {
      Settings settings = Settings.builder().environment(Map.of(name, "/any/thing")).build();
      assertThat(settings).hasToString("{burstlog=off}");
    }
  }

  @Nested
  class Values {
    @ParameterizedTest
    @CsvSource({
      "64MiB, 67108864",
      "64 mib, 67108864",
      "4096, 4096",
      "1GiB, 1073741824",
      "2k, 2048",
      "0, 0"
    })
    void sizesHaveUnits(String text, long bytes) throws SettingsException {
      Settings settings = Settings.builder().set(Settings.CAPACITY, text).build();
      assertThat(settings.get(Settings.CAPACITY)).isEqualTo(bytes);
    }

    @Test
    void timesHaveUnits() throws SettingsException {
      Settings settings = Settings.builder().set(Settings.BATCH_INTERVAL, "200ms").build();
      assertThat(settings.get(Settings.BATCH_INTERVAL)).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void directoriesBecomeAbsolute() throws SettingsException {
      Settings settings = Settings.builder().set(Settings.TIER, "logs").build();
      assertThat(settings.get(Settings.TIER)).contains(Path.of("logs").toAbsolutePath());
      assertThat(Settings.builder().build().get(Settings.TIER)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
      "lots",
      "-1",
      "12 parsec",
      "16MB",
      "16 kb",
      "99999999999GiB",
      "9223372036854775808"
    })
    void aSizeThatIsNoneIsRefusedByName(String text) {
      assertThatThrownBy(
              () -> Settings.builder().environment(Map.of("BURSTLOG_LOG_CAPACITY", text)).build())
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("BURSTLOG_LOG_CAPACITY")
          .hasMessageContaining("'" + text + "'")
          .hasMessageContaining("a size in B, KiB, MiB, GiB or TiB, such as 64MiB");
    }

    @ParameterizedTest
    @CsvSource({
      "on, true", "true, true", "yes, true", "1, true", "Enable, true",
      "off, false", "false, false", "No, false", "0, false", "disable, false"
    })
    void switchesAreUnderstoodInWordsOfOthers(String text, boolean on) throws SettingsException {
      Settings settings = Settings.builder().environment(Map.of("BURSTLOG", text)).build();
      assertThat(settings.get(Settings.SWITCH)).isEqualTo(on);
    }

    @Test
    void aWordThatIsNoneIsRefusedWithThoseThatAre() {
      assertThatThrownBy(() -> Settings.builder().set(Settings.DURABILITY, "forever").build())
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("burstlog.log.durability")
          .hasMessageContaining("one of process, batch, power");
    }
  }

  @Nested
  class UnknownKeys {
    @Test
    void anUnknownVariableIsRefusedWithTheNearestKnown() {
      assertThatThrownBy(() -> Settings.builder().environment(Map.of("BURSTLOG_DRAIN_BUFER", "1")))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("BURSTLOG_DRAIN_BUFER")
          .hasMessageContaining("the nearest is BURSTLOG_DRAIN_BUFFER");
    }

    @Test
    void aVariableWithoutItsUnderscoreIsRefusedWithTheRightName() {
      assertThatThrownBy(() -> Settings.builder().environment(Map.of("BURSTLOGTIER", "/x")))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("there is no setting BURSTLOGTIER")
          .hasMessageContaining("the nearest is BURSTLOG_TIER");
    }

    @Test
    void anUnknownPropertyIsRefusedWithTheNearestKnown() {
      assertThatThrownBy(() -> Settings.builder().properties(property("burstlog.teir", "/x")))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("the nearest is burstlog.tier");
    }

    @Test
    void whatTheAgentIsToldIsNoSetting() throws SettingsException {
      assertThat(Settings.builder().properties(property("burstlog.agent.explain", "")).build())
          .isNotNull();
    }
  }

  @Nested
  class ChoosingATier {
    private Path choose(Map<String, String> environment) throws SettingsException {
      return Tiers.choose(Settings.builder().environment(environment).build(), environment);
    }

    @Test
    void whatIsSetComesFirst() throws SettingsException {
      assertThat(choose(Map.of("BURSTLOG_TIER", "/ssd", "DW_JOB_PRIVATE", "/dw")))
          .isEqualTo(Path.of("/ssd"));
    }

    @Test
    void thenWhatTheSchedulerOffersForThisJob() throws SettingsException {
      assertThat(choose(Map.of("TMPDIR", "/tmp", "DW_JOB_STRIPED", "/dw")))
          .isEqualTo(Path.of("/dw"));
      assertThat(choose(Map.of("DW_PERSISTENT_STRIPED_b", "/b", "DW_PERSISTENT_STRIPED_a", "/a")))
          .isEqualTo(Path.of("/a"));
      assertThat(choose(Map.of("TMPDIR", "/tmp"))).isEqualTo(Path.of("/tmp"));
    }

    @Test
    void withoutAnyTheErrorSaysWhatToSet() {
      assertThatThrownBy(() -> choose(Map.of()))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("BURSTLOG_TIER");
    }
  }
}
