package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees of programs that go on. */
class TopVerbTest extends CommandLineTest {
  @TempDir Path tier;
  @TempDir Path results;

  private void program(Runnable meanwhile) throws IOException {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.REPORT, "on")
            .build();
    try (SoloGroup group = new SoloGroup();
        TargetFile target =
            PlainTarget.open(group, results.resolve("out"), TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
      buffer
          .define(Array.rowMajor("v", 0, Integer.BYTES, ByteOrder.nativeOrder(), 8))
          .put(Region.of(new long[] {0}, new long[] {8}), new int[8]);
      meanwhile.run();
    }
  }

  @Test
  void showsTheFilesThatAreOpen() throws IOException {
    program(() -> assertThat(bb("top", "--once", tier.toString())).isEqualTo(Verb.OK));
    assertThat(said())
        .contains("PUT/s", results.resolve("out").toString(), "the program waited ")
        .doesNotContain("\u001b");
  }

  @Test
  void tellsProgramsOnOneLineALook() throws IOException {
    program(() -> assertThat(bb("top", "--once", "--json", tier.toString())).isEqualTo(Verb.OK));
    assertThat(said()).hasLineCount(1).startsWith("{\"reports\":[{\"session\":\"");
    assertThat(said().strip()).contains("\"fate\":\"live\"").endsWith("],\"exit\":0}");
  }

  @Test
  void saysThatNoneIsOpen() throws IOException {
    program(() -> {});
    assertThat(bb("top", tier.toString())).isEqualTo(Verb.WRONG);
    assertThat(complained()).contains("no file is open on [" + tier);
  }

  @Test
  void metricsOfFilesThatAreOpenGoToOneFileAtOnce() throws IOException {
    Path file = results.resolve("burstlog.prom");
    program(
        () ->
            assertThat(bb("report", "--prometheus", file.toString(), tier.toString()))
                .isEqualTo(Verb.OK));
    assertThat(file)
        .content()
        .contains(
            "# TYPE burstlog_puts_total counter\nburstlog_puts_total{target=\"",
            "# TYPE burstlog_drain_wait_seconds_total counter\n",
            "# TYPE burstlog_pending_peak_bytes gauge\n");
    assertThat(results.resolve("burstlog.prom.part")).doesNotExist();
    assertThat(bb("report", "--prometheus", file.toString(), tier.toString())).isEqualTo(Verb.OK);
    assertThat(file).content().doesNotContain("{target=");
  }
}
