package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees of programs that go on. */
class TopVerbTest extends CommandLineTest {
  @TempDir Path tier;
  @TempDir Path results;

  private void program(Runnable meanwhile) throws IOException {
    ReportedProgram.run(tier, results.resolve("out"), meanwhile);
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
