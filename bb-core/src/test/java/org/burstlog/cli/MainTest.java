package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest extends CommandLineTest {
  @Test
  void helpListsTheVerbs() {
    assertThat(bb("help")).isZero();
    assertThat(said()).contains("discard", "inspect", "list", "recover", "settings", "verify");
  }

  @Test
  void anUnknownVerbIsRefusedInOneSentence() {
    assertThat(bb("inspct")).isEqualTo(2);
    assertThat(complained().strip())
        .startsWith("bb: there is no verb 'inspct'; the nearest is 'inspect', all are ")
        .contains("discard", "recover")
        .hasLineCount(1);
    assertThat(said()).isEmpty();
  }

  @Test
  void twoLettersExchangedAreFoundToo() {
    assertThat(bb("reocver")).isEqualTo(2);
    assertThat(complained()).contains("the nearest is 'recover'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V"})
  void theVersionIsOneLine(String option) {
    assertThat(bb(option)).isZero();
    assertThat(said()).startsWith("Burstlog ").hasLineCount(1);
  }

  @Test
  void noVerbIsRefusedInOneSentence() {
    assertThat(bb()).isEqualTo(2);
    assertThat(complained().lines()).hasSize(1);
  }

  @Test
  void anUnknownOptionIsRefusedInOneSentence() {
    assertThat(bb("settings", "--colour")).isEqualTo(2);
    assertThat(complained()).contains("bb settings").contains("--colour").contains("--help");
    assertThat(complained().lines()).hasSize(1);
  }

  @Test
  void settingsNamesEverySetting() {
    assertThat(bb("settings")).isZero();
    Settings.all().forEach(s -> assertThat(said()).contains(s.property(), s.variable()));
  }

  @Nested
  class Inspect {
    @TempDir Path directory;

    private Path logWithTwoRecords() throws IOException {
      Settings settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, directory.toString())
              .build();
      Path copy = Files.createDirectory(directory.resolve("copy"));
      try (SoloGroup group = new SoloGroup();
          TargetFile target =
              PlainTarget.open(group, directory.resolve("out.bin"), TargetFile.Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
        BufferedArray array = buffer.define(Array.rowMajor("wind", 0, 8, ByteOrder.BIG_ENDIAN, 10));
        for (int i = 0; i < 2; i++) {
          array.put(Region.of(new long[] {i}, new long[] {1}), new double[] {i});
        }
        try (Stream<Path> files = Files.walk(directory)) {
          for (Path file : files.filter(f -> f.toString().contains("r00000")).toList()) {
            Files.copy(file, copy.resolve(file.getFileName().toString()));
          }
        }
      }
      return copy.resolve("r00000.meta");
    }

    @Test
    void tellsWhatALogHolds() throws IOException {
      assertThat(bb("inspect", "--records", logWithTwoRecords().toString())).isZero();
      assertThat(said())
          .contains("target    " + directory.resolve("out.bin"))
          .contains("start [1] count [1] stride [1]")
          .containsPattern("wind +2 records, 16 bytes")
          .contains("clean: 2 records, 16 bytes");
    }

    @Test
    void tellsWhereALogIsTornAndEndsWithOne() throws IOException {
      Path meta = logWithTwoRecords();
      Path data = meta.resolveSibling("r00000.data");
      byte[] bytes = Files.readAllBytes(data);
      bytes[8192 + 8] ^= 1;
      Files.write(data, bytes, StandardOpenOption.TRUNCATE_EXISTING);
      assertThat(bb("inspect", meta.toString())).isEqualTo(1);
      assertThat(said()).contains("torn: 1 record, 8 bytes").contains("checksum");
    }

    @Test
    void refusesWhatIsNoLog() throws IOException {
      Path meta = directory.resolve("x.meta");
      Files.write(meta, new byte[10_000]);
      Files.write(directory.resolve("x.data"), new byte[10_000]);
      assertThat(bb("inspect", meta.toString())).isEqualTo(2);
      assertThat(complained()).contains(meta.toString()).contains("header was never written");
    }

    @Test
    void refusesAFileThatIsNotThere() {
      Path nowhere = directory.resolve("nowhere.meta");
      assertThat(bb("inspect", nowhere.toString())).isEqualTo(2);
      assertThat(complained())
          .isEqualToIgnoringNewLines("bb inspect: " + nowhere + " does not exist; check the path");
    }
  }
}
